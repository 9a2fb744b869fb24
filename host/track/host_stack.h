// Where the application is, for --host-stacks: its frames above the OpenCL call that it is in.
#ifndef LOCKSTEP_HOST_TRACK_HOST_STACK_H_
#define LOCKSTEP_HOST_TRACK_HOST_STACK_H_

#include "runtime/base/ids.h"
#include "runtime/model/host_stack.h"

namespace lockstep::host {

// The frames of this thread outside of lockstep and libOpenCL, at most as many as --host-stacks says; of a Python
// program Python's in place of the interpreter's. Null without the option, or if there are none.
SharedStack StackHere();

// Whether there are frames of Python's in it; it may be null.
bool HasPython(const SharedStack& stack);

// The memory object with that number was created here; and where that was, null if it is not known.
void NoteCreated(ObjectId object);
SharedStack CreationOf(ObjectId object);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_HOST_STACK_H_
