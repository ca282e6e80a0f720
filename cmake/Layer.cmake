# One library and one include root per layer. A layer's root holds a single
# link, shapels/<layer> -> its folder, so that a file can include its own layer
# and those the layer links, and an upward include does not build.

add_library(shapels_options INTERFACE)
# GCC 12 sees overlapping copies in std::string that are not there.
target_compile_options(shapels_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(SHAPELS_WERROR)
  target_compile_options(shapels_options INTERFACE -Werror)
endif()

# Everything of MLIR that a layer may need; linked dynamically, because dialect
# plugins resolve their symbols in libMLIR.
add_library(shapels_mlir INTERFACE)
target_include_directories(shapels_mlir SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_link_libraries(shapels_mlir INTERFACE MLIR LLVM)

# shapels_layer(NAME SOURCES file... [USES layer...] [LINKS library...])
function(shapels_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;LINKS" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/roots/${name})
  file(MAKE_DIRECTORY ${root}/shapels)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${name} ${root}/shapels/${name} SYMBOLIC)
  list(TRANSFORM LAYER_SOURCES PREPEND ${name}/)
  if(LAYER_SOURCES)
    add_library(shapels_${name} STATIC ${LAYER_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(shapels_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(shapels::${name} ALIAS shapels_${name})
  target_include_directories(shapels_${name} ${scope} ${root})
  list(TRANSFORM LAYER_USES PREPEND shapels_)
  target_link_libraries(shapels_${name} ${scope}
    shapels_options ${LAYER_USES} ${LAYER_LINKS})
endfunction()
