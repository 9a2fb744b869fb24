# Programs that the library is not loaded in, for one reason each, and with sanitizers.
# covers(hostile.loaded): sanitizers-preloaded
find_library(LOCKSTEP_OPENCL NAMES OpenCL REQUIRED)
add_executable(hostile_start_ways ${CMAKE_CURRENT_LIST_DIR}/start_ways.c)
add_executable(hostile_dynamic ${CMAKE_CURRENT_LIST_DIR}/not_loaded.c)
add_executable(hostile_static ${CMAKE_CURRENT_LIST_DIR}/not_loaded.c)
target_compile_definitions(hostile_static PRIVATE MAY_USE="libOpenCL.so.1")
target_link_options(hostile_static PRIVATE -static)
add_executable(hostile_static_tool ${CMAKE_CURRENT_LIST_DIR}/not_loaded.c)
target_link_options(hostile_static_tool PRIVATE -static)
# Of another C library.
find_program(LOCKSTEP_MUSL_GCC musl-gcc REQUIRED)
set(musl ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/hostile_musl)
add_custom_command(OUTPUT ${musl}
  COMMAND ${LOCKSTEP_MUSL_GCC} -DMAY_USE="libOpenCL.so.1" ${CMAKE_CURRENT_LIST_DIR}/not_loaded.c -o ${musl}
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/not_loaded.c VERBATIM COMMENT "Linking hostile_musl")
add_custom_target(hostile_musl ALL DEPENDS ${musl})
add_executable(hostile_asan_app ${CMAKE_CURRENT_LIST_DIR}/channel_app.c)
target_compile_options(hostile_asan_app PRIVATE -fsanitize=address)
target_link_options(hostile_asan_app PRIVATE -fsanitize=address)
target_link_libraries(hostile_asan_app PRIVATE ${LOCKSTEP_OPENCL})
# What stands between a program and libOpenCL.
add_library(hostile_stub_cl SHARED ${CMAKE_CURRENT_LIST_DIR}/stub_cl.c)
target_compile_options(hostile_stub_cl PRIVATE -fno-builtin)
target_link_libraries(hostile_stub_cl PRIVATE ${CMAKE_DL_LIBS})
add_executable(hostile_stub_app ${CMAKE_CURRENT_LIST_DIR}/channel_app.c)
target_link_libraries(hostile_stub_app PRIVATE hostile_stub_cl)
# AddressSanitizer in a library, as clang has it if asked to.
set(asan_shared ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/hostile_asan_shared_app)
execute_process(COMMAND ${LOCKSTEP_CLANG} -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
  OUTPUT_VARIABLE asan_library OUTPUT_STRIP_TRAILING_WHITESPACE)
get_filename_component(asan_folder ${asan_library} DIRECTORY)
add_custom_command(OUTPUT ${asan_shared}
  COMMAND ${LOCKSTEP_CLANG} -O1 -fsanitize=address -shared-libasan -Wl,-rpath,${asan_folder}
    ${CMAKE_CURRENT_LIST_DIR}/channel_app.c -o ${asan_shared} ${LOCKSTEP_OPENCL}
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/channel_app.c VERBATIM COMMENT "Linking hostile_asan_shared_app")
add_custom_target(hostile_asan_shared_app ALL DEPENDS ${asan_shared})
# ThreadSanitizer in a library of its own, as gcc has it, and in the program, as clang does.
add_executable(hostile_tsan_app ${CMAKE_CURRENT_LIST_DIR}/channel_app.c)
target_compile_options(hostile_tsan_app PRIVATE -fsanitize=thread)
target_link_options(hostile_tsan_app PRIVATE -fsanitize=thread)
target_link_libraries(hostile_tsan_app PRIVATE ${LOCKSTEP_OPENCL})
set(tsan_inside ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/hostile_tsan_inside_app)
add_custom_command(OUTPUT ${tsan_inside}
  COMMAND ${LOCKSTEP_CLANG} -O1 -fsanitize=thread ${CMAKE_CURRENT_LIST_DIR}/channel_app.c -o ${tsan_inside}
    ${LOCKSTEP_OPENCL}
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/channel_app.c VERBATIM COMMENT "Linking ThreadSanitizer into hostile_tsan_inside_app")
add_custom_target(hostile_tsan_inside_app ALL DEPENDS ${tsan_inside})
lockstep_hostile_test(loaded --app=$<TARGET_FILE:hostile_channel_app> --asan=$<TARGET_FILE:hostile_asan_app>
  --tsan=$<TARGET_FILE:hostile_tsan_app> --tsan-inside=${tsan_inside}
  --asan-shared=${asan_shared} --asan-library=${asan_library}
  --static=$<TARGET_FILE:hostile_static> --static-tool=$<TARGET_FILE:hostile_static_tool> --musl=${musl} --dynamic=$<TARGET_FILE:hostile_dynamic>
  --ways=$<TARGET_FILE:hostile_start_ways> --stub=$<TARGET_FILE:hostile_stub_cl> --stub-app=$<TARGET_FILE:hostile_stub_app>)
