# Programs that the library is not loaded in, for one reason each.
find_library(LOCKSTEP_OPENCL NAMES OpenCL REQUIRED)
add_executable(hostile_start_ways ${CMAKE_CURRENT_LIST_DIR}/start_ways.c)
add_executable(hostile_dynamic ${CMAKE_CURRENT_LIST_DIR}/not_loaded.c)
add_executable(hostile_static ${CMAKE_CURRENT_LIST_DIR}/not_loaded.c)
target_link_options(hostile_static PRIVATE -static)
add_executable(hostile_asan_app ${CMAKE_CURRENT_LIST_DIR}/channel_app.c)
target_compile_options(hostile_asan_app PRIVATE -fsanitize=address)
target_link_options(hostile_asan_app PRIVATE -fsanitize=address)
target_link_libraries(hostile_asan_app PRIVATE ${LOCKSTEP_OPENCL})
lockstep_hostile_test(loaded --app=$<TARGET_FILE:hostile_channel_app> --asan=$<TARGET_FILE:hostile_asan_app>
  --static=$<TARGET_FILE:hostile_static> --dynamic=$<TARGET_FILE:hostile_dynamic>
  --ways=$<TARGET_FILE:hostile_start_ways>)
