# The loader of OpenCL comes and goes with a plug-in.
add_executable(hostile_reload ${CMAKE_CURRENT_LIST_DIR}/reload.c)
target_link_libraries(hostile_reload PRIVATE ${CMAKE_DL_LIBS})
add_library(hostile_plugin MODULE ${CMAKE_CURRENT_LIST_DIR}/channel_app.c)
target_link_libraries(hostile_plugin PRIVATE OpenCL)
# covers(hostile.reload): loader-reloaded
lockstep_hostile_test(reload --app=$<TARGET_FILE:hostile_reload> --plugin=$<TARGET_FILE:hostile_plugin>)
