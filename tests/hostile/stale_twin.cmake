# What the front end looked for and did not find counts as much as what it found: the cache's age of a twin.
lockstep_hostile_test(stale_twin)
