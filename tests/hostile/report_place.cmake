# Where the report is to go takes no part, or only some, of it.
lockstep_hostile_test(report_place --full-disk=$<TARGET_FILE:host_full_disk>)
