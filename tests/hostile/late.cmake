# Launches behind the report.
add_executable(hostile_late ${CMAKE_CURRENT_LIST_DIR}/late.cc)
target_compile_definitions(hostile_late PRIVATE CL_USE_DEPRECATED_OPENCL_1_2_APIS)
target_link_libraries(hostile_late PRIVATE OpenCL)
# covers(hostile.late): destructor-launches
lockstep_hostile_test(late --app=$<TARGET_FILE:hostile_late>)
