// Where an access goes, in OpenCL C.
#ifndef LOCKSTEP_RUNTIME_MODEL_OFFSET_TEXT_H_
#define LOCKSTEP_RUNTIME_MODEL_OFFSET_TEXT_H_

#include <string>

#include "runtime/program/program.h"

namespace lockstep {

// "4 * get_global_id(0) + 8": bytes from the start of the object that `access`, one of `kernel` (may be null), names;
// "" if that is not known, or the same for all.
std::string OffsetText(const Site& access, const KernelDescription* kernel);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_OFFSET_TEXT_H_
