// Sites and reads-from of a log.
#include "runtime/replay/log_survey.h"

#include <algorithm>
#include <unordered_map>

#include "runtime/replay/history.h"

namespace lockstep {

LogSurvey Survey(const std::vector<ls_event>& log, size_t end, const ReplayOptions& options) {
  struct Last {
    uint64_t actor = 0;
    uint32_t site = 0, what = 0;
    bool known = false;
  };
  GroupGeometry geometry;
  geometry.group_size = options.group_size == 0 ? 1 : options.group_size;
  std::unordered_map<uint64_t, Last> last;
  LogSurvey survey;
  for (size_t i = 0; i < end; ++i) {
    const ls_event& event = log[i];
    if (IsCopyStep(event.what) || IsPartStep(event.what)) continue;
    const bool atomic = IsAtomic(event.what);
    if (atomic || IsFence(event.what)) {
      uint32_t& what = survey.sites[event.site];
      if (what == 0 || Writes(event.what)) what = event.what;
      survey.widest_scope = std::max(survey.widest_scope, ScopeOf(event.what));
    }
    if (IsFence(event.what)) continue;
    const bool reads = atomic ? Reads(event.what) : ClassOf(event.what) == LS_CLASS_R;
    const bool writes = IsWriteClass(event.what);
    Last& before = last[CellKey(event, 0, geometry.GroupOf(event.actor))];
    if (reads && before.known && before.actor != event.actor) {
      const ReadsFrom edge{before.site, event.site, before.what, event.what};
      (atomic && IsAtomic(before.what) ? survey.edges : survey.plain_edges).insert(edge);
    }
    if (writes) before = {event.actor, event.site, event.what, true};
  }
  return survey;
}

}  // namespace lockstep
