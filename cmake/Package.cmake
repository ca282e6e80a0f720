# The .deb packages (cpack -G DEB), for ./dev package: `shapels`, which needs the
# C library alone, and `shapels-plugins`, which needs the very MLIR of the build.
set(CPACK_PACKAGE_CONTACT "The shapels authors <shapels@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "language server and checker for the shapes in MLIR files")
set(CPACK_PACKAGE_HOMEPAGE_URL https://github.com/shapels/shapels)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME shapels)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
  "Tells editors and CI what shape every value of a .mlir file has, where it
comes from, and where two shapes cannot fit.")

find_program(SHAPELS_DPKG_QUERY dpkg-query)
if(SHAPELS_STATIC_MLIR AND SHAPELS_DPKG_QUERY)
  set(libmlir libmlir-${LLVM_VERSION_MAJOR})
  execute_process(COMMAND ${SHAPELS_DPKG_QUERY} -W -f "\${Version}" ${libmlir}
    OUTPUT_VARIABLE libmlir_version ERROR_QUIET)
endif()
if(libmlir_version)
  list(APPEND CPACK_COMPONENTS_ALL plugins)
  set(CPACK_DEBIAN_PLUGINS_PACKAGE_NAME shapels-plugins)
  set(CPACK_DEBIAN_PLUGINS_PACKAGE_DEPENDS
    "shapels (= ${PROJECT_VERSION}), ${libmlir} (= ${libmlir_version})")
  set(CPACK_DEBIAN_PLUGINS_DESCRIPTION
    "Takes over from shapels where a dialect plugin is configured. A plugin is
linked to one build of MLIR, so this package depends on exactly that.")
endif()
include(CPack)
