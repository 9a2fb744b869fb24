// Whether a kernel argument can take what `lockstep kernel --arg=…` gives it. Drivers need not ask, and crash.
#ifndef LOCKSTEP_HOST_CLI_FIT_ARG_H_
#define LOCKSTEP_HOST_CLI_FIT_ARG_H_

#include "host/cli/arg_spec.h"
#include "host/cli/default_arg.h"
#include "runtime/base/status.h"

namespace lockstep {

// kInvalidArgument, with what the argument takes, if it is of another kind than `spec`, or an image of other dimensions
// than `image`. `image`: what `spec` makes, or refers to with same:; null if that is no image. Sizes of values are left
// to the driver. Facts that a driver does not tell fit everything.
Status FitsArgument(const ArgumentFacts& facts, const ArgSpec& spec, const ImageSpec* image);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_FIT_ARG_H_
