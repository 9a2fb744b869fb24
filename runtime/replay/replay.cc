// One pass over the event log: each event moves the clocks on, each access meets what its cells
// remember.
#include "runtime/replay/replay.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/order/clock_memory.h"
#include "runtime/order/recycling_memory.h"
#include "runtime/replay/event_fields.h"
#include "runtime/replay/history.h"
#include "runtime/replay/synchronisation.h"
#include "runtime/replay/touched_cells.h"
#include "runtime/replay/what_if.h"

namespace lockstep {
namespace {

// No single access or atomic touches more granules (a double16 in 1-byte cells: 128).
constexpr uint32_t kMostCells = 1u << 12;
// A bound for what explanations may cost, in events replayed: a few seconds.
constexpr uint64_t kExplanationBudget = uint64_t{1} << 23;
// A bound for the memory that they may cost: so many pieces of the log are kept, besides the last.
constexpr size_t kMostPieces = 16;

// Half as many consecutive events as an explanation looks at.
struct Piece {
  uint64_t first = 0;  // index of the first
  std::vector<ls_event, WithClocks<ls_event>> events;
  std::shared_ptr<Piece> before;  // nullptr: there is none, or it is kept no more
};

auto OrderOfSides(const ReplayAccess& a) { return std::make_tuple(a.site, a.actor); }

}  // namespace

struct Replay::State {
  explicit State(const ReplayOptions& given) : options(given), counters(options.counters) {
    const ClockMemory in_use(&memory);
    synchronisation = ClockMemory::Make<Synchronisation>(options);
    const History::OnRace race = [this](ReplayKind kind, const Mark& earlier, const Arrival& arrival, uint64_t cell) {
      Race(kind, earlier, arrival, cell);
    };
    history = ClockMemory::Make<History>(options, synchronisation->geometry(), race);
  }

  struct Found;
  bool MakesSense(const ls_event& event) const;
  void Keep(const ls_event& event);
  void KeepFor(Found* found);
  void Explain();
  void Take(const ls_event& event);
  void Race(ReplayKind kind, const Mark& earlier, const Arrival& arrival, uint64_t cell);

  // Which races are one: kind, sites in order, reach, region, object.
  using Key = std::tuple<ReplayKind, uint32_t, uint32_t, bool, uint32_t, size_t>;
  struct Found {
    ReplayRace race;
    // The first pair that was met, which an explanation looks at, and the part of the log that it is in;
    // nullptr: too many are kept already.
    uint64_t index = 0;
    ReplayAccess earlier;
    std::shared_ptr<Piece> piece, piece_before;
    // The last pair, of which further cells are part.
    uint64_t last_index = 0;
    ReplayAccess last;
    bool last_is_example = false;
  };

  const ReplayOptions options;
  ResetCounters counters;
  // All of these two and of their clocks is there, and goes with it at once: to end them one by one would take a tenth
  // of the time.
  RecyclingMemory memory;
  Synchronisation* synchronisation = nullptr;
  History* history = nullptr;
  std::map<Key, Found> found;
  std::shared_ptr<Piece> piece;            // the log's end: events that make sense
  std::set<const Piece*> kept;             // those that races refer to
  uint64_t index = 0;                      // of the current event among those
  ReplayResult result;
};

bool Replay::State::MakesSense(const ls_event& event) const {
  const uint32_t what = event.what;
  if (OrderOf(what) > LS_ORDER_SEQ_CST || ScopeOf(what) > LS_EVENT_SCOPE_ALL_SVM) return false;
  if (ClassOf(what) > LS_CLASS_AW || RegionOf(what) > LS_REGION_IMAGE) return false;
  const GroupGeometry& geometry = synchronisation->geometry();
  if (options.actors != 0 && event.actor >= options.actors) return false;
  if (IsCopyStep(what)) {  // by a work-item, and of an actor that is a copy
    return ClassOf(what) == LS_CLASS_NONE && !geometry.IsCopy(event.actor) &&
           (!(what & LS_EVENT_COPY) ||
            (options.group_items < geometry.group_size &&
             event.cell < geometry.group_size - options.group_items));
  }
  if (IsPartStep(what)) {
    return ClassOf(what) == LS_CLASS_NONE && !geometry.IsCopy(event.actor) &&
           (OrderOf(what) == LS_ORDER_RELEASE || OrderOf(what) == LS_ORDER_ACQUIRE);
  }
  if (geometry.IsCopy(event.actor) && (IsFence(what) || IsAtomic(what))) return false;
  if (IsFence(what)) return options.fences;
  if (event.cells == 0 || event.cells > kMostCells) return false;
  if (RegionOf(what) == LS_REGION_LOCAL && event.cell + event.cells > kMostLocalCells) return false;
  if (event.cell >> 62 != 0) return false;
  if (options.cells != 0 && RegionOf(what) != LS_REGION_LOCAL && event.cell + event.cells > options.cells) {
    return false;
  }
  if (!IsAtomic(what)) return true;
  return Writes(what) == (ClassOf(what) == LS_CLASS_AW) && (Reads(what) || Writes(what));
}

void Replay::State::Keep(const ls_event& event) {
  const size_t size = options.kept_events / 2;
  if (piece == nullptr || piece->events.size() == size) {
    std::shared_ptr<Piece> next;
    if (piece != nullptr) next = std::move(piece->before);
    if (next.use_count() != 1) {
      next = std::make_shared<Piece>();
      next->events.reserve(size);  // pages that stay untouched cost nothing, copies while it grows do
    }
    next->first = index;
    next->events.clear();
    next->before = std::move(piece);
    piece = std::move(next);
  }
  piece->events.push_back(event);
}

// The piece that ends with the current event, and the one before it, stay for `found`.
void Replay::State::KeepFor(Found* found) {
  if (piece == nullptr) return;
  for (const auto& wanted : {piece, piece->before}) {
    if (wanted == nullptr || kept.count(wanted.get())) continue;
    if (kept.size() >= kMostPieces) return;
    kept.insert(wanted.get());
  }
  found->piece = piece;
  found->piece_before = piece->before;
}

// Explains what each race lacks, from the events around it.
void Replay::State::Explain() {
  std::map<uint64_t, std::vector<Found*>> by_piece;
  for (auto& entry : found) {
    Found& at = entry.second;
    if (at.race.kind == ReplayKind::kSameValue || at.race.kind == ReplayKind::kWrongFenceFlag) continue;
    if (at.piece != nullptr) by_piece[at.piece->first].push_back(&at);
  }
  uint64_t budget = kExplanationBudget;
  for (const auto& [unused, races] : by_piece) {
    const Found& any = *races[0];
    std::vector<ls_event> log;
    uint64_t first = any.piece->first;
    if (any.piece_before != nullptr) {
      log.assign(any.piece_before->events.begin(), any.piece_before->events.end());
      first = any.piece_before->first;
    }
    log.insert(log.end(), any.piece->events.begin(), any.piece->events.end());
    std::vector<WhatIfTarget> targets;
    for (Found* at : races) {
      targets.push_back({static_cast<size_t>(at->index - first), at->earlier, &at->race});
    }
    budget -= std::min(budget, ExplainTargets(log, first == 0, options, budget, targets));
  }
}

void Replay::State::Race(ReplayKind kind, const Mark& earlier, const Arrival& arrival,
                         uint64_t cell) {
  const GroupGeometry& geometry = synchronisation->geometry();
  ReplayAccess a = earlier.access, b = arrival.mark.access;
  if (kind != ReplayKind::kWrongFenceFlag && OrderOfSides(b) < OrderOfSides(a)) std::swap(a, b);
  const bool inter_group = geometry.GroupOf(a.actor) != geometry.GroupOf(b.actor);
  const uint32_t region = static_cast<uint32_t>(arrival.region);
  const size_t object = (region == LS_REGION_LOCAL ? options.local_objects : options.objects).ObjectOf(cell);
  Found& at = found[{kind, a.site, b.site, inter_group, region, object}];
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
    KeepFor(&at);
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
  if (options.touched != nullptr) options.touched->Add(event);
  counters.Add(event);
  if (options.kept_events > 1) Keep(event);
  const Views& views = synchronisation->Apply(event);
  if (ClassOf(event.what) != LS_CLASS_NONE) {
    Arrival arrival = ArrivalOf(event, synchronisation->geometry(), views);
    arrival.met = &synchronisation->Met(event.actor);
    for (uint64_t i = 0; i < event.cells; ++i) {
      history->Access(CellKey(event, i, arrival.group), event.cell + i, arrival);
    }
  }
  ++index;
}

Replay::Replay(const ReplayOptions& options) : state_(std::make_unique<State>(options)) {}
Replay::~Replay() {
  const ClockMemory in_use(&state_->memory);
  state_.reset();
}

void Replay::Add(const ls_event* events, size_t count) {
  const ClockMemory in_use(&state_->memory);
  for (size_t i = 0; i < count; ++i) state_->Take(events[i]);
}

size_t Replay::races() const { return state_->found.size(); }

ReplayResult Replay::SoFar() const {
  ReplayResult so_far;
  so_far.events = state_->result.events;
  so_far.nonsense = state_->result.nonsense;
  for (const auto& entry : state_->found) so_far.races.push_back(entry.second.race);
  return so_far;
}

ReplayResult Replay::Finish() {
  state_->Explain();
  state_->result.late_additions = state_->counters.late();
  for (auto& entry : state_->found) {
    state_->result.races.push_back(std::move(entry.second.race));
  }
  return std::move(state_->result);
}

}  // namespace lockstep
