# One library per layer. The include path is the path in the repository; before
# a layer is compiled, layering.py holds its includes against the layers that it
# may use, so an upward include does not build.

add_library(shapels_options INTERFACE)
# GCC 12 sees overlapping copies in std::string that are not there; clang says of
# std::stable_sort in GCC's library that it uses what is deprecated.
target_compile_options(shapels_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
if(SHAPELS_WERROR)
  target_compile_options(shapels_options INTERFACE -Werror)
endif()

# Everything of MLIR that a layer may need: the shared library, or all of the
# static ones for a program of shapels_build_mlir_in(). Where it is installed is
# for each program to find (Config.cmake.in).
file(GLOB mlir_archives
  ${LLVM_LIBRARY_DIRS}/libMLIR*.a ${LLVM_LIBRARY_DIRS}/libLLVM*.a)
list(FILTER mlir_archives EXCLUDE REGEX "Test|CAPI|Exegesis")
include(CMakeDependentOption)
cmake_dependent_option(SHAPELS_STATIC_MLIR
  "Build MLIR's static libraries into shapels, which needs half of the time to \
start and half of the memory then; shapels-plugins is without" ON
  mlir_archives OFF)
if(SHAPELS_STATIC_MLIR)
  list(JOIN mlir_archives "," mlir_archives)
  find_library(SHAPELS_ZLIB NAMES libz.a z REQUIRED)
  find_library(SHAPELS_ZSTD NAMES libzstd.a zstd REQUIRED)
  add_library(shapels_static_mlir INTERFACE)
  target_link_libraries(shapels_static_mlir INTERFACE
    "$<LINK_GROUP:RESCAN,${mlir_archives}>" ${SHAPELS_ZLIB} ${SHAPELS_ZSTD})
endif()
add_library(shapels_mlir INTERFACE)
target_include_directories(shapels_mlir SYSTEM INTERFACE
  "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS};${MLIR_INCLUDE_DIRS}>")
set(is_built_in $<BOOL:$<TARGET_PROPERTY:HAS_MLIR_BUILT_IN>>)
target_link_libraries(shapels_mlir INTERFACE
  "$<BUILD_INTERFACE:$<IF:${is_built_in},shapels_static_mlir,MLIR;LLVM>>"
  "$<INSTALL_INTERFACE:MLIR;LLVM>")

# shapels_build_mlir_in(PROGRAM): takes what it needs of the static libraries. A
# release needs the C library and nothing else at run time.
function(shapels_build_mlir_in program)
  set_target_properties(${program} PROPERTIES HAS_MLIR_BUILT_IN ON)
  # Packed relocations, which the loader reads from glibc 2.36 on, are a hundredth.
  target_link_options(${program} PRIVATE -Wl,--gc-sections
    -Wl,-z,pack-relative-relocs $<$<CONFIG:Release>:-Wl,--strip-all;-static-libstdc++;-static-libgcc>)
endfunction()

# What `cmake --install` takes, and which layers have headers for others.
set_target_properties(shapels_mlir PROPERTIES EXPORT_NAME mlir)
install(TARGETS shapels_mlir EXPORT shapelsTargets)

# shapels_layer(NAME SOURCES file... [USES layer...] [LINKS library...]
#               [HEADERS file...])
# HEADERS are those to install; all, if there is no such list.
function(shapels_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;LINKS;HEADERS" ${ARGN})
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR
    BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE top)
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
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/shapels>)
  list(TRANSFORM LAYER_USES PREPEND shapels_)
  target_link_libraries(shapels_${name} ${scope}
    $<BUILD_INTERFACE:shapels_options> ${LAYER_USES} ${LAYER_LINKS})
  set_target_properties(shapels_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS shapels_${name} EXPORT shapelsTargets)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS
    ${name}/*.h ${name}/*.def ${name}/*.cpp)
  set(checked ${CMAKE_BINARY_DIR}/layers/${name})
  add_custom_command(OUTPUT ${checked}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/layering.py
      ${PROJECT_SOURCE_DIR} ${name}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/layers
    COMMAND ${CMAKE_COMMAND} -E touch ${checked}
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/layering.py VERBATIM)
  add_custom_target(shapels_${name}_includes DEPENDS ${checked})
  add_dependencies(shapels_${name} shapels_${name}_includes)
  set(destination ${CMAKE_INSTALL_INCLUDEDIR}/shapels/${top})
  if(NOT LAYER_HEADERS)
    install(DIRECTORY ${name} DESTINATION ${destination}
      FILES_MATCHING PATTERN *.h PATTERN *.def)
  elseif(NOT LAYER_HEADERS STREQUAL NONE)
    list(TRANSFORM LAYER_HEADERS PREPEND ${name}/)
    install(FILES ${LAYER_HEADERS} DESTINATION ${destination}/${name})
  endif()
endfunction()
