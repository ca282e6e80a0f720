# Three components: `program` (shapels, and what users and editors need beside
# it), `plugins` (its twin for dialect plugins), `development` (the layers, which
# install themselves, for programs with dialects of their own).
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/shapels)
set(share ${CMAKE_INSTALL_DATADIR}/shapels)
install(TARGETS shapels shapels-read-ods COMPONENT program)
if(SHAPELS_STATIC_MLIR)
  install(TARGETS shapels-plugins COMPONENT plugins)
endif()
# What the .td files of projects include.
install(DIRECTORY ${MLIR_INCLUDE_DIRS}/mlir DESTINATION ${share}/td
  COMPONENT program FILES_MATCHING PATTERN *.td)

# Not there, if shapels was built and nothing else.
install(FILES ${CMAKE_BINARY_DIR}/usage/shapels.1
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program OPTIONAL)
install(FILES ${CMAKE_BINARY_DIR}/usage/shapels.bash RENAME shapels
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  COMPONENT program OPTIONAL)
install(FILES ${CMAKE_BINARY_DIR}/usage/_shapels
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
  COMPONENT program OPTIONAL)
install(FILES ${CMAKE_BINARY_DIR}/usage/shapels.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
  COMPONENT program OPTIONAL)

install(FILES editors/vscode/shapels.schema.json DESTINATION ${share}
  COMPONENT program)
install(DIRECTORY editors/neovim DESTINATION ${share} COMPONENT program
  PATTERN shapels.schema.json EXCLUDE)
install(FILES editors/vscode/shapels.schema.json DESTINATION ${share}/neovim
  COMPONENT program)
install(FILES LICENSE THIRD-PARTY README.md CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program
  FILES_MATCHING PATTERN codes/*.md PATTERN report.schema.json
  PATTERN checking.md PATTERN dialects.md PATTERN editing.md
  PATTERN findings.md PATTERN limits.md PATTERN settings.md PATTERN shapes.md)
install(FILES editors/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/editors
  COMPONENT program)

install(EXPORT shapelsTargets NAMESPACE shapels:: DESTINATION ${package})
configure_package_config_file(cmake/Config.cmake.in
  ${CMAKE_BINARY_DIR}/cmake/shapelsConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/shapelsConfigVersion.cmake
  COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/shapelsConfig.cmake
  ${CMAKE_BINARY_DIR}/cmake/shapelsConfigVersion.cmake cmake/shapelsAddCheck.cmake
  DESTINATION ${package} COMPONENT program)
