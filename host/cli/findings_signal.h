// SIGUSR1 to `lockstep run`: somebody wants to see what has been found so far.
#ifndef LOCKSTEP_HOST_CLI_FINDINGS_SIGNAL_H_
#define LOCKSTEP_HOST_CLI_FINDINGS_SIGNAL_H_

namespace lockstep {

// From the first call on this process notes the signal and does not end by it: it may come before the program has
// begun, and while the last report is written.
void HearFindingsSignal();

// Whether it has come since the last call, once or more.
bool TakeFindingsSignal();

// In a child of this process: as it was before HearFindingsSignal, for the program.
void RestoreFindingsSignal();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_FINDINGS_SIGNAL_H_
