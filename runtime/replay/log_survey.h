// What a log shows of the launch's synchronisation: its sites, and who read from whom.
#ifndef LOCKSTEP_RUNTIME_REPLAY_LOG_SURVEY_H_
#define LOCKSTEP_RUNTIME_REPLAY_LOG_SURVEY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "runtime/replay/event_fields.h"

namespace lockstep {

// A store that another work-item's load read from, by sites.
struct ReadsFrom {
  uint32_t store = 0, load = 0;
  uint32_t store_what = 0, load_what = 0;
  friend bool operator<(const ReadsFrom& a, const ReadsFrom& b) {
    return std::tie(a.store, a.load) < std::tie(b.store, b.load);
  }
};

struct LogSurvey {
  std::map<uint32_t, uint32_t> sites;  // of atomics and fences: their `what`
  std::set<ReadsFrom> edges;           // between atomics
  std::set<ReadsFrom> plain_edges;     // with a plain access on one side or both
  uint32_t widest_scope = 0;           // of the sites
};

// Looks at the first `end` events of the log.
LogSurvey Survey(const std::vector<ls_event>& log, size_t end, const ReplayOptions& options);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_LOG_SURVEY_H_
