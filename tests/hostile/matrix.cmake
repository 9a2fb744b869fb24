# The same two programs in every environment; see check_matrix.py. One of them is also built with AddressSanitizer,
# which wants to be the first library of its process.
add_executable(hostile_asan_first_look ${CMAKE_SOURCE_DIR}/examples/first_look.c)
target_compile_definitions(hostile_asan_first_look PRIVATE CL_USE_DEPRECATED_OPENCL_1_2_APIS
  FIRST_LOOK_CL="${CMAKE_SOURCE_DIR}/examples/first_look.cl")
target_compile_options(hostile_asan_first_look PRIVATE -fsanitize=address)
target_link_options(hostile_asan_first_look PRIVATE -fsanitize=address)
target_link_libraries(hostile_asan_first_look PRIVATE OpenCL)
lockstep_hostile_test(matrix --asan-app=$<TARGET_FILE:hostile_asan_first_look>)
