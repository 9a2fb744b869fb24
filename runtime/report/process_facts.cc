// Which process a report is about, when, and on which devices.
#include "runtime/report/process_facts.h"

#include <time.h>
#include <unistd.h>

#include <cstdio>

namespace lockstep {

std::string UtcNow() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  tm parts = {};
  gmtime_r(&now.tv_sec, &parts);
  char text[64];
  std::snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
                parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                static_cast<int>(now.tv_nsec / 1'000'000));
  return text;
}

ProcessFacts ThisProcess() {
  return {static_cast<uint64_t>(getpid()), static_cast<uint64_t>(getppid()), UtcNow(), ""};
}

}  // namespace lockstep
