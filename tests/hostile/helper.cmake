# lockstep-cc has limits of its own: it ends with the program, and no source keeps it busy for ever.
lockstep_hostile_test(helper)
