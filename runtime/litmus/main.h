// The command `lockstep litmus`.
#ifndef LOCKSTEP_RUNTIME_LITMUS_MAIN_H_
#define LOCKSTEP_RUNTIME_LITMUS_MAIN_H_

namespace lockstep::litmus {

// argv[0] is the name of the command; the rest are options and files, see --help.
// Returns the exit status: 0; 1 if --machine found a behaviour that the model forbids; 2 for wrong
// usage, unreadable or malformed files, or a test that is too large.
int LitmusMain(int argc, char** argv);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_MAIN_H_
