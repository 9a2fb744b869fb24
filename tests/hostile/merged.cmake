lockstep_hostile_test(merged --app=$<TARGET_FILE:hostile_channel_app>)
