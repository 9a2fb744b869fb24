find_library(LOCKSTEP_OPENCL NAMES OpenCL REQUIRED)
add_executable(hostile_channel_app ${CMAKE_CURRENT_LIST_DIR}/channel_app.c)
target_link_libraries(hostile_channel_app PRIVATE ${LOCKSTEP_OPENCL})
lockstep_hostile_test(channel --app=$<TARGET_FILE:hostile_channel_app>)
