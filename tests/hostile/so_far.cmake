# A program that runs while somebody asks what has been found so far (SIGUSR1, --heartbeat).
# covers(hostile.so_far): findings-so-far
if(TARGET lockstep_cli)
  lockstep_hostile_test(so_far --victim=$<TARGET_FILE:hostile_victim>)
endif()
