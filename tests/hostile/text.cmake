# Texts from outside: names that #line gives, and what would steer a terminal.
lockstep_hostile_test(text)
