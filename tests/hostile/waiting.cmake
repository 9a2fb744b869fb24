# A compilation that takes long: who sits at a terminal is told, and nobody else.
# covers(hostile.waiting): waiting-lines
lockstep_hostile_test(waiting)
