// Launches that timed out, as text for people.
#ifndef LOCKSTEP_RUNTIME_REPORT_TIMED_OUT_TEXT_H_
#define LOCKSTEP_RUNTIME_REPORT_TIMED_OUT_TEXT_H_

#include <string>

#include "runtime/model/timed_out.h"

namespace lockstep {

// "lockstep: launch timed out: …" and a line for each of the first groups and places.
std::string TimedOutText(const TimedOut& launch, bool color);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_TIMED_OUT_TEXT_H_
