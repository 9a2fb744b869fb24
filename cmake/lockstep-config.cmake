# find_package(lockstep): tests of a project that run below `lockstep run` (docs/ci.md).
get_filename_component(_lockstep_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(LOCKSTEP_EXECUTABLE "${_lockstep_prefix}/bin/lockstep" CACHE FILEPATH "checks the tests of lockstep_add_test")
unset(_lockstep_prefix)
if(NOT EXISTS "${LOCKSTEP_EXECUTABLE}")
  set(lockstep_FOUND FALSE)
  set(lockstep_NOT_FOUND_MESSAGE "${LOCKSTEP_EXECUTABLE} is not there: set LOCKSTEP_EXECUTABLE, or install lockstep anew")
endif()

# lockstep_add_test(NAME name COMMAND command [argument...] [OPTIONS option...] [WORKING_DIRECTORY folder]
#                   [CONFIGURATIONS configuration...])
# As add_test; the test fails also if lockstep finds something that --fail-on counts. OPTIONS: of `lockstep run`. COMMAND
# may be a target that there is by then. It has the label lockstep, and findings bear its name.
function(lockstep_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "" "NAME;WORKING_DIRECTORY" "COMMAND;OPTIONS;CONFIGURATIONS")
  if(NOT DEFINED test_NAME OR NOT DEFINED test_COMMAND)
    message(FATAL_ERROR "lockstep_add_test: NAME and COMMAND must be given")
  endif()
  if(DEFINED test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lockstep_add_test(${test_NAME}): not understood: ${test_UNPARSED_ARGUMENTS}")
  endif()
  list(POP_FRONT test_COMMAND program)
  if(TARGET "${program}")
    set(program "$<TARGET_FILE:${program}>")
  endif()
  set(more)
  if(DEFINED test_WORKING_DIRECTORY)
    list(APPEND more WORKING_DIRECTORY "${test_WORKING_DIRECTORY}")
  endif()
  if(DEFINED test_CONFIGURATIONS)
    list(APPEND more CONFIGURATIONS ${test_CONFIGURATIONS})
  endif()
  add_test(NAME "${test_NAME}" ${more}
           COMMAND "${LOCKSTEP_EXECUTABLE}" run ${test_OPTIONS} -- "${program}" ${test_COMMAND})
  set_tests_properties("${test_NAME}" PROPERTIES
    LABELS lockstep ENVIRONMENT_MODIFICATION "LOCKSTEP_TEST=set:${test_NAME}")
endfunction()
