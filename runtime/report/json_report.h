// The report as JSON; docs/report.schema.json describes it.
#ifndef LOCKSTEP_RUNTIME_REPORT_JSON_REPORT_H_
#define LOCKSTEP_RUNTIME_REPORT_JSON_REPORT_H_

#include <cstdint>
#include <string>

#include "runtime/report/report.h"

namespace lockstep {

// One object, indented by two, with a line feed at the end; the same report gives the same bytes.
// Bytes of source lines that are not UTF-8 become U+FFFD.
// Raised when a reader of the report must change.
inline constexpr uint64_t kSchemaVersion = 2;

std::string JsonReport(const Report& report);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_JSON_REPORT_H_
