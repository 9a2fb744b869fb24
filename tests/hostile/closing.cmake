lockstep_hostile_test(closing --app=$<TARGET_FILE:hostile_channel_app>)
