# The MLIR that shapels is built with: of a version that it knows, where the user
# says (MLIR_DIR, MLIR_ROOT, CMAKE_PREFIX_PATH) or else where Debian keeps it. What
# is named and cannot be used is an error: another one is not taken in its place.
set(SHAPELS_MLIR_VERSION 22.1)

set(named "${MLIR_DIR}")
set(prefixes ${MLIR_ROOT} "$ENV{MLIR_ROOT}" ${CMAKE_PREFIX_PATH})
string(REPLACE ":" ";" from_environment "$ENV{CMAKE_PREFIX_PATH}")
foreach(prefix IN LISTS prefixes from_environment)
  if(NOT named AND prefix AND EXISTS ${prefix}/lib/cmake/mlir/MLIRConfig.cmake)
    set(named ${prefix}/lib/cmake/mlir)
  endif()
endforeach()

if(named)
  find_package(MLIR ${SHAPELS_MLIR_VERSION} QUIET CONFIG
    PATHS ${named} NO_DEFAULT_PATH)
else()
  # LLVM's own folder, where MLIR's package looks for it.
  list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
  find_package(MLIR ${SHAPELS_MLIR_VERSION} QUIET CONFIG)
endif()

if(NOT MLIR_FOUND)
  set(seen "")
  foreach(config version IN ZIP_LISTS MLIR_CONSIDERED_CONFIGS
      MLIR_CONSIDERED_VERSIONS)
    string(APPEND seen "\n  ${config} is of version ${version}")
  endforeach()
  if(named AND NOT seen)
    set(seen "\n  there is none in ${named}")
  endif()
  message(FATAL_ERROR "shapels needs MLIR ${SHAPELS_MLIR_VERSION}, of any patch \
release: its C++ differs from version to version.${seen}\nOn Debian 12: apt \
install libmlir-22-dev mlir-22-tools llvm-22-dev. Elsewhere \
name it by -DMLIR_DIR=PREFIX/lib/cmake/mlir.")
endif()
if(NOT TARGET MLIR OR NOT TARGET LLVM)
  message(FATAL_ERROR "The MLIR in ${MLIR_DIR} has no shared libraries, which \
shapels needs for dialect plugins: build it with -DLLVM_BUILD_LLVM_DYLIB=ON.")
endif()
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION}: ${MLIR_DIR}")
