# Runs in which something was not checked: what they say, and with what they exit.
lockstep_hostile_test(unchecked)
