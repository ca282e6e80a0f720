# bin/shapels, the package for CMake, and what editors need beside their
# plugins. The layers install themselves (Layer.cmake).
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/shapels)
install(TARGETS shapels shapels-read-ods)
if(SHAPELS_STATIC_MLIR)
  install(TARGETS shapels-plugins)
endif()
# What the .td files of projects include.
install(DIRECTORY ${MLIR_INCLUDE_DIRS}/mlir DESTINATION ${CMAKE_INSTALL_DATADIR}/shapels/td
  FILES_MATCHING PATTERN *.td)
install(EXPORT shapelsTargets NAMESPACE shapels:: DESTINATION ${package})
configure_package_config_file(cmake/Config.cmake.in
  ${CMAKE_BINARY_DIR}/cmake/shapelsConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/shapelsConfigVersion.cmake
  COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/shapelsConfig.cmake
  ${CMAKE_BINARY_DIR}/cmake/shapelsConfigVersion.cmake DESTINATION ${package})
install(FILES editors/vscode/shapels.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/shapels)
install(DIRECTORY editors/neovim DESTINATION ${CMAKE_INSTALL_DATADIR}/shapels
  PATTERN shapels.schema.json EXCLUDE)
install(FILES editors/vscode/shapels.schema.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/shapels/neovim)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
