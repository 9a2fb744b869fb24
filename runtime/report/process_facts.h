// Which process a report is about, when, and on which devices.
#ifndef LOCKSTEP_RUNTIME_REPORT_PROCESS_FACTS_H_
#define LOCKSTEP_RUNTIME_REPORT_PROCESS_FACTS_H_

#include <cstdint>
#include <map>
#include <string>

namespace lockstep {

struct ProcessFacts {
  uint64_t pid = 0;  // 0: not known
  uint64_t parent = 0;
  std::string start;  // when it first used OpenCL; UTC, as in "2026-01-31T12:00:00.000Z"
  std::string end;    // when the report was made
  std::string host;   // the machine's name; these three are empty if nothing is known
  std::string rank;   // among the processes of an MPI program
  std::string test;   // that it runs, as whoever runs tests says
  std::map<std::string, std::string> environment;  // what of it lockstep, loaders and drivers go by
};

// A device that launches went to.
struct DeviceUse {
  std::string name;
  std::string platform;
  std::string driver;   // CL_DRIVER_VERSION, as the driver has it
  std::string version;  // CL_DEVICE_VERSION
  uint64_t launches = 0;
};

// What the environment says now: the number of this process in an MPI program, and the test that runs. Empty if
// nothing.
std::string RankNow();
std::string TestNow();

// The time of day.
std::string UtcNow();

// This process, which begins to use OpenCL now.
ProcessFacts ThisProcess();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_PROCESS_FACTS_H_
