// Events of asynchronous copies as pointers.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_PLAIN_EVENTS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_PLAIN_EVENTS_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Replaces a type of its own that `module` has for events (IsEventType) by a pointer, in all code and all functions'
// types: a pointer becomes a number and back, and the device library's events are numbers. Whether there was any.
bool UsePlainEvents(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_PLAIN_EVENTS_H_
