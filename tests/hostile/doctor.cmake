# `lockstep doctor` where the driver, its files, its cache or ours are not as they should be.
add_library(hostile_sick_layer MODULE sick_layer.c)
add_library(hostile_sick_icd MODULE sick_icd.c)
lockstep_hostile_test(doctor --layer=$<TARGET_FILE:hostile_sick_layer> --icd=$<TARGET_FILE:hostile_sick_icd>)
