# shapels_add_check(NAME PATH... [OPTIONS option...])
# A test NAME for CTest, and a target NAME to build, that run shapels --check on
# files and folders; relative paths start at the current source folder.
function(shapels_add_check name)
  cmake_parse_arguments(CHECK "" "" "OPTIONS" ${ARGN})
  if(NOT CHECK_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "shapels_add_check(${name}): there is nothing to check")
  endif()
  set(command $<TARGET_FILE:shapels::program> --check ${CHECK_OPTIONS} --
    ${CHECK_UNPARSED_ARGUMENTS})
  add_test(NAME ${name} COMMAND ${command}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  add_custom_target(${name} COMMAND ${command}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} VERBATIM USES_TERMINAL)
endfunction()
