// What a kernel argument gets that nobody gave.
#ifndef LOCKSTEP_HOST_CLI_DEFAULT_ARG_H_
#define LOCKSTEP_HOST_CLI_DEFAULT_ARG_H_

#include <string>

#include "host/cli/arg_spec.h"
#include "host/cli/kernel.h"

namespace lockstep {

// What the driver says about an argument.
struct ArgumentFacts {
  unsigned index = 0;
  std::string name;
  std::string type_name;  // "float4*"
  bool local = false;     // in local memory
  bool in_memory = false;  // in local, global or constant memory, as images are too
};

struct DefaultArg {
  ArgSpec spec;
  std::string text;  // the same as --arg's SPEC
};

// A buffer of zeros (--fill) with one element per work-item (at least --buffer-size), local memory
// with one element per work-item of a group (at least --local-buffer-size), or, for a number, --default's value for its name, else
// the number of work-items in the first dimension. kInvalidArgument if the type is none of these.
StatusOr<DefaultArg> MakeDefaultArg(const ArgumentFacts& facts, const KernelRequest& request);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_DEFAULT_ARG_H_
