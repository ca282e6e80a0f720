# One library and one include root per layer. A layer's root holds a single
# link, shapels/<layer> -> its folder, so that a file can include its own layer
# and those the layer links, and an upward include does not build. Installed,
# all layers share one include root.

add_library(shapels_options INTERFACE)
# GCC 12 sees overlapping copies in std::string that are not there.
target_compile_options(shapels_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(SHAPELS_WERROR)
  target_compile_options(shapels_options INTERFACE -Werror)
endif()

# Everything of MLIR that a layer may need; linked dynamically, because dialect
# plugins resolve their symbols in libMLIR. Where it is installed is for each
# program to find (Config.cmake.in).
add_library(shapels_mlir INTERFACE)
target_include_directories(shapels_mlir SYSTEM INTERFACE
  "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS};${MLIR_INCLUDE_DIRS}>")
target_link_libraries(shapels_mlir INTERFACE MLIR LLVM)

# What `cmake --install` takes, and which layers have headers for others.
set_target_properties(shapels_mlir PROPERTIES EXPORT_NAME mlir)
install(TARGETS shapels_mlir EXPORT shapelsTargets)

# shapels_layer(NAME SOURCES file... [USES layer...] [LINKS library...]
#               [HEADERS file...])
# HEADERS are those to install; all, if there is no such list.
function(shapels_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;LINKS;HEADERS" ${ARGN})
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
  target_include_directories(shapels_${name} ${scope}
    $<BUILD_INTERFACE:${root}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM LAYER_USES PREPEND shapels_)
  target_link_libraries(shapels_${name} ${scope}
    $<BUILD_INTERFACE:shapels_options> ${LAYER_USES} ${LAYER_LINKS})
  set_target_properties(shapels_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS shapels_${name} EXPORT shapelsTargets)
  if(NOT LAYER_HEADERS)
    file(GLOB LAYER_HEADERS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/${name}
      ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.h ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.def)
  elseif(LAYER_HEADERS STREQUAL NONE)
    set(LAYER_HEADERS "")
  endif()
  list(TRANSFORM LAYER_HEADERS PREPEND ${name}/)
  install(FILES ${LAYER_HEADERS}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/shapels/${name})
endfunction()
