// The frames of a Python program, from the interpreter that runs it.
#ifndef LOCKSTEP_HOST_TRACK_PYTHON_FRAMES_H_
#define LOCKSTEP_HOST_TRACK_PYTHON_FRAMES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/model/host_stack.h"

namespace lockstep::host {

// Python's frames of this thread, the innermost first, at most `most`. None in a program without an interpreter, and
// where this thread does not hold its lock (PyGILState_Check): nothing of Python's may be touched then.
std::vector<HostFrame> PythonFrames(size_t most);

// Whether `module` has the interpreter in it, whose own frames say nothing to a reader.
bool IsInterpreter(const std::string& module);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_PYTHON_FRAMES_H_
