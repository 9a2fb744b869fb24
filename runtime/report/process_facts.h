// Which process a report is about, when, and on which devices.
#ifndef LOCKSTEP_RUNTIME_REPORT_PROCESS_FACTS_H_
#define LOCKSTEP_RUNTIME_REPORT_PROCESS_FACTS_H_

#include <cstdint>
#include <string>

namespace lockstep {

struct ProcessFacts {
  uint64_t pid = 0;  // 0: not known
  uint64_t parent = 0;
  std::string start;  // when it first used OpenCL; UTC, as in "2026-01-31T12:00:00.000Z"
  std::string end;    // when the report was made
};

// A device that launches went to.
struct DeviceUse {
  std::string name;
  std::string platform;
  std::string driver;   // CL_DRIVER_VERSION, as the driver has it
  std::string version;  // CL_DEVICE_VERSION
  uint64_t launches = 0;
};

// The time of day.
std::string UtcNow();

// This process, which begins to use OpenCL now.
ProcessFacts ThisProcess();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_PROCESS_FACTS_H_
