# Programs that are killed, do not end, write wildly, or find no memory.
if(TARGET lockstep_cli)
  add_executable(hostile_victim ${CMAKE_CURRENT_SOURCE_DIR}/victim.c)
  find_library(LOCKSTEP_OPENCL NAMES OpenCL REQUIRED)
  target_link_libraries(hostile_victim PRIVATE ${LOCKSTEP_OPENCL} Threads::Threads)
  add_library(hostile_no_memory MODULE ${CMAKE_CURRENT_SOURCE_DIR}/no_memory.c)
  foreach(topic endless interrupted kills limits memory ruined_heap wild)
    lockstep_hostile_test(${topic} --victim=$<TARGET_FILE:hostile_victim>
      --no-memory=$<TARGET_FILE:hostile_no_memory> --layer=$<TARGET_FILE:hostile_sick_layer>)
  endforeach()
endif()
