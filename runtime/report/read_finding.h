// A finding of a report in JSON, as data again.
#ifndef LOCKSTEP_RUNTIME_REPORT_READ_FINDING_H_
#define LOCKSTEP_RUNTIME_REPORT_READ_FINDING_H_

#include <memory>
#include <optional>

#include "runtime/model/mistake.h"
#include "runtime/report/json_reading.h"

namespace lockstep {

// All that reports say of a mistake, which is not all that checks know. Throws FieldError.
Mistake ReadMistake(const JsonValue& finding);

// A position of a report: file, line, column and function. Throws FieldError.
SourcePosition ReadPosition(const JsonValue& position);

// A launch of which only `launch`, "global_size" and "local_size" are known, if at all. Throws FieldError.
std::shared_ptr<const Launch> ReadLaunch(const JsonValue& object);

// The three numbers of the list `key`; nullopt if it is missing or null. Throws FieldError.
std::optional<Id3> ReadIds(const JsonValue& object, const char* key);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_READ_FINDING_H_
