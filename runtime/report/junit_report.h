// The report as JUnit's XML, for what shows the tests of a build.
#ifndef LOCKSTEP_RUNTIME_REPORT_JUNIT_REPORT_H_
#define LOCKSTEP_RUNTIME_REPORT_JUNIT_REPORT_H_

#include <string>

#include "runtime/report/report.h"

namespace lockstep {

// One suite with a test for each kernel: an error fails it, with its block of the text; warnings and infos are its
// output; a kernel that could not be checked is skipped.
std::string JunitReport(const Report& report);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_JUNIT_REPORT_H_
