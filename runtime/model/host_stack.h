// Where in the application's own program something was called.
#ifndef LOCKSTEP_RUNTIME_MODEL_HOST_STACK_H_
#define LOCKSTEP_RUNTIME_MODEL_HOST_STACK_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

// A call that had not returned yet, as far as it is known.
struct HostFrame {
  std::string function;  // demangled
  std::string file;      // with `line`: where in the source it stood; of native code known when the report is made
  unsigned line = 0;
  std::string module;   // the program or library that it is in; empty: an interpreter's own frame
  uint64_t offset = 0;  // of its last instruction, as the module's file counts addresses
};

// The innermost frame first.
struct HostStack {
  std::vector<HostFrame> frames;
};

// Shared by all that was called from the same place.
using SharedStack = std::shared_ptr<const HostStack>;

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_HOST_STACK_H_
