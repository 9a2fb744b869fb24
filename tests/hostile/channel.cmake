find_library(LOCKSTEP_OPENCL NAMES OpenCL REQUIRED)
add_executable(hostile_channel_app ${CMAKE_CURRENT_LIST_DIR}/channel_app.c)
target_link_libraries(hostile_channel_app PRIVATE ${LOCKSTEP_OPENCL})
lockstep_hostile_test(channel --app=$<TARGET_FILE:hostile_channel_app>)
# Where no namespaces can be made, the rest is tried, and the test counts as skipped.
set_tests_properties(hostile.channel PROPERTIES SKIP_RETURN_CODE 77)
