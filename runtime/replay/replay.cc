// One pass over the event log: each event moves the clocks on, each access meets what its cells
// remember.
#include "runtime/replay/replay.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "runtime/replay/event_fields.h"
#include "runtime/replay/history.h"
#include "runtime/replay/synchronisation.h"
#include "runtime/replay/what_if.h"

namespace lockstep {
namespace {

// No single access or atomic touches more granules (a double16 in 1-byte cells: 128).
constexpr uint32_t kMostCells = 1u << 12;
// A bound for what explanations may cost, in events replayed: a few seconds.
constexpr uint64_t kExplanationBudget = uint64_t{1} << 23;

ReplayAccess AccessOf(const ls_event& event) {
  return {event.actor, event.site, event.what, event.events, event.segment};
}

auto OrderOfSides(const ReplayAccess& a) { return std::make_tuple(a.site, a.actor); }

}  // namespace

struct Replay::State {
  explicit State(const ReplayOptions& given)
      : options(given),
        synchronisation(options),
        history(options, synchronisation.geometry(),
                [this](ReplayKind kind, const Mark& earlier, const Arrival& arrival,
                       uint64_t cell) { Race(kind, earlier, arrival, cell); }) {}

  bool MakesSense(const ls_event& event) const;
  void Take(const ls_event& event);
  void Race(ReplayKind kind, const Mark& earlier, const Arrival& arrival, uint64_t cell);

  // Which races are one: kind, sites in order, reach, region.
  using Key = std::tuple<ReplayKind, uint32_t, uint32_t, bool, uint32_t>;
  struct Found {
    ReplayRace race;
    // The first pair that was met, which an explanation looks at.
    size_t index = 0;
    ReplayAccess earlier;
    // The last pair, of which further cells are part.
    size_t last_index = 0;
    ReplayAccess last;
    bool last_is_example = false;
  };

  const ReplayOptions options;
  Synchronisation synchronisation;
  History history;
  std::map<Key, Found> found;
  std::vector<ls_event> log;  // the first kept_events that make sense
  uint64_t index = 0;         // of the current event among those
  ReplayResult result;
};

bool Replay::State::MakesSense(const ls_event& event) const {
  const uint32_t what = event.what;
  if (OrderOf(what) > LS_ORDER_SEQ_CST || ScopeOf(what) > LS_EVENT_SCOPE_ALL_SVM) return false;
  if (ClassOf(what) > LS_CLASS_AW || RegionOf(what) > LS_REGION_IMAGE) return false;
  // Asynchronous copies synchronise by waits, of which the log knows nothing.
  if (event.actor % synchronisation.geometry().group_size >= options.group_items) return false;
  if (IsFence(what)) return true;
  if (event.cells == 0 || event.cells > kMostCells) return false;
  if (RegionOf(what) == LS_REGION_LOCAL && event.cell + event.cells > kMostLocalCells) return false;
  if (event.cell >> 62 != 0) return false;
  if (!IsAtomic(what)) return true;
  return Writes(what) == (ClassOf(what) == LS_CLASS_AW) && (Reads(what) || Writes(what));
}

void Replay::State::Race(ReplayKind kind, const Mark& earlier, const Arrival& arrival,
                         uint64_t cell) {
  const Geometry& geometry = synchronisation.geometry();
  ReplayAccess a = earlier.access, b = arrival.mark.access;
  if (kind != ReplayKind::kWrongFenceFlag && OrderOfSides(b) < OrderOfSides(a)) std::swap(a, b);
  const bool inter_group = geometry.GroupOf(a.actor) != geometry.GroupOf(b.actor);
  const uint32_t region = static_cast<uint32_t>(arrival.region);
  Found& at = found[{kind, a.site, b.site, inter_group, region}];
  const bool first = at.race.count == 0;
  if (!first && at.last_index == index && at.last.actor == earlier.access.actor &&
      at.last.events == earlier.access.events && at.last.segment == earlier.access.segment) {
    if (at.last_is_example) ++at.race.cells;
    return;
  }
  at.last_index = index;
  at.last = earlier.access;
  ++at.race.count;
  if (first) {
    at.index = index;
    at.earlier = earlier.access;
  }
  const auto example = [](const ReplayAccess& x, const ReplayAccess& y, uint64_t where) {
    return std::make_tuple(x.actor, y.actor, where, x.segment, y.segment, x.events, y.events);
  };
  at.last_is_example =
      first || example(a, b, cell) < example(at.race.a, at.race.b, at.race.cell);
  if (!at.last_is_example) return;
  at.race.kind = kind;
  at.race.inter_group = inter_group;
  at.race.region = region;
  at.race.a = a;
  at.race.b = b;
  at.race.cell = cell;
  at.race.cells = 1;
}

void Replay::State::Take(const ls_event& event) {
  ++result.events;
  if (!MakesSense(event)) {
    ++result.nonsense;
    return;
  }
  if (log.size() < options.kept_events) log.push_back(event);
  const Views& views = synchronisation.Apply(event);
  if (!IsFence(event.what)) {
    Arrival arrival;
    arrival.mark = {AccessOf(event), event.value};
    arrival.group = synchronisation.geometry().GroupOf(event.actor);
    arrival.from[LS_REGION_GLOBAL] = event.global_from;
    arrival.from[LS_REGION_LOCAL] = event.local_from;
    arrival.from[LS_REGION_IMAGE] = event.image_from;
    arrival.region = static_cast<int>(RegionOf(event.what));
    arrival.views = &views;
    arrival.late = (event.what & LS_EVENT_LATE) != 0;
    for (uint64_t i = 0; i < event.cells; ++i) {
      history.Access(CellKey(event, i, arrival.group), event.cell + i, arrival);
    }
  }
  ++index;
}

Replay::Replay(const ReplayOptions& options) : state_(std::make_unique<State>(options)) {}
Replay::~Replay() = default;

void Replay::Add(const ls_event* events, size_t count) {
  for (size_t i = 0; i < count; ++i) state_->Take(events[i]);
}

ReplayResult Replay::Finish() {
  std::vector<WhatIfTarget> targets;
  for (auto& entry : state_->found) {
    State::Found& found = entry.second;
    if (found.race.kind == ReplayKind::kSameValue ||
        found.race.kind == ReplayKind::kWrongFenceFlag || found.index >= state_->log.size()) {
      continue;
    }
    targets.push_back({found.index, found.earlier, &found.race});
  }
  if (!targets.empty()) {
    ExplainTargets(state_->log, state_->options, kExplanationBudget, targets);
  }
  for (auto& entry : state_->found) {
    state_->result.races.push_back(std::move(entry.second.race));
  }
  return std::move(state_->result);
}

}  // namespace lockstep
