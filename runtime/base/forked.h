// What a process has that its forked children must not take for theirs. Forks are noticed by pthread_atfork; those that
// pass it by (_Fork, the system calls) by a word of memory that the system clears in a child.
#ifndef LOCKSTEP_RUNTIME_BASE_FORKED_H_
#define LOCKSTEP_RUNTIME_BASE_FORKED_H_

namespace lockstep {

// From now on `become` is called in each forked child, behind those that were given before, and before anything that
// looks by ForgetParent(). `unannounced`: pthread_atfork was passed by, so that locks may be held for ever. Up to four.
void OnFork(void (*become)(bool unannounced));

// In a child whose fork was not announced: does what is due. Cheap otherwise.
void ForgetParent();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_FORKED_H_
