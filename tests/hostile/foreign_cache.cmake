# Who may have written the cache: another user's entries are neither run nor believed.
lockstep_hostile_test(foreign_cache)
