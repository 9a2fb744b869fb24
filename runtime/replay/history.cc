// Marks of earlier accesses in each cell, and what a further one makes of them.
#include "runtime/replay/history.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "device-lib/shared/access.h"

namespace lockstep {
namespace {

// A cell in which an error was found keeps no more marks of a kind than this: its bytes are reported.
constexpr size_t kRacedMarks = 64;
// So many plain writes of one value are compared with a further one of that value, and so many reads
// with a further read, which they may be forgotten for: nothing but an excused race could be missed.
constexpr size_t kLooked = 64;
constexpr size_t kIndexFrom = 16;

bool EqualValues(const Mark& a, const Mark& b) {
  return ClassOf(a.access.what) == LS_CLASS_W && ClassOf(b.access.what) == LS_CLASS_W &&
         a.value == b.value && !((a.access.what | b.access.what) & LS_EVENT_OTHER_VALUE);
}

// Which bucket a mark belongs to, its value aside. Seq_cst atomics are apart, because more is ordered
// with them: a later one does not stand for an earlier one that is none.
uint32_t BucketOf(uint32_t what) {
  uint32_t fields = LS_EVENT_CLASS_MASK | LS_EVENT_OTHER_VALUE;
  if (IsAtomic(what)) fields |= LS_EVENT_SCOPE_MASK | LS_EVENT_REMOTE;
  if (IsAtomic(what) && IsSeqCst(what)) fields |= LS_EVENT_ORDER_MASK;
  return what & fields;
}

bool KnownTo(const ReplayAccess& earlier, const View& view, const GroupGeometry& geometry) {
  return view.events.Get(earlier.actor) > earlier.events ||
         (!geometry.IsCopy(earlier.actor) &&
          view.barriers.Get(geometry.GroupOf(earlier.actor)) > earlier.segment);
}

bool IsError(ReplayKind kind) {
  return kind != ReplayKind::kSameValue && kind != ReplayKind::kWrongFenceFlag;
}

}  // namespace

Arrival ArrivalOf(const ls_event& event, const GroupGeometry& geometry, const Views& views) {
  Arrival arrival;
  arrival.mark = {AccessOf(event), event.value};
  arrival.group = geometry.GroupOf(event.actor);
  arrival.from[LS_REGION_GLOBAL] = event.global_from;
  arrival.from[LS_REGION_LOCAL] = event.local_from;
  arrival.from[LS_REGION_IMAGE] = event.image_from;
  arrival.region = static_cast<int>(RegionOf(event.what));
  arrival.views = &views;
  arrival.late = (event.what & LS_EVENT_LATE) != 0;
  return arrival;
}

History::History(const ReplayOptions& options, const GroupGeometry& geometry, OnRace on_race)
    : options_(options), geometry_(geometry), on_race_(std::move(on_race)) {}

bool History::Before(const ReplayAccess& earlier, const Arrival& arrival, const GroupGeometry& geometry,
                     const ReplayOptions& options) {
  const ReplayAccess& mine = arrival.mark.access;
  if (earlier.actor == mine.actor) {
    // Only late events may come behind what their own work-item did after them.
    return !arrival.late || (earlier.events <= mine.events && earlier.segment <= mine.segment);
  }
  if (arrival.late) return true;
  // Barriers complete no copy. Seq_cst atomics are in every region's order.
  const bool by_barrier = Has(options, kBarrierOrder) && !geometry.IsCopy(earlier.actor) &&
                          geometry.GroupOf(earlier.actor) == arrival.group;
  const bool every =
      Has(options, kSeqCstRegions) && IsSeqCst(earlier.what) && IsSeqCst(mine.what);
  for (int r = 0; r < kRegions; ++r) {
    if (r != arrival.region && !every) continue;
    if (by_barrier && earlier.segment < arrival.from[r]) return true;
    if (KnownTo(earlier, arrival.views->of[r], geometry)) return true;
  }
  return false;
}

void History::Compare(const Mark& mark, const Arrival& arrival, uint64_t cell, Cell* state) {
  const uint32_t mine = arrival.mark.access.what, other = mark.access.what;
  if (Before(mark.access, arrival, geometry_, options_)) return;
  ReplayKind kind = IsWriteClass(mine) && IsWriteClass(other) ? ReplayKind::kWriteWrite
                                                              : ReplayKind::kReadWrite;
  if (IsAtomic(mine) && IsAtomic(other)) {
    const Distance distance = geometry_.Between(mark.access.actor, arrival.mark.access.actor);
    if (Inclusive(other, mine, distance, options_)) return;
    kind = ReplayKind::kScope;
  } else if (IsAtomic(mine) || IsAtomic(other)) {
    if (!Has(options_, kAtomicPlain)) return;
    kind = ReplayKind::kAtomicPlain;
  }
  if (EqualValues(mark, arrival.mark)) {
    kind = ReplayKind::kSameValue;
  } else if (geometry_.GroupOf(mark.access.actor) == arrival.group && !geometry_.IsCopy(mark.access.actor) &&
             (mark.access.segment < arrival.mark.access.segment ||
              (arrival.met != nullptr && arrival.met->Get(mark.access.actor) > mark.access.events))) {
    kind = ReplayKind::kWrongFenceFlag;
  }
  state->raced = state->raced || IsError(kind);
  on_race_(kind, mark, arrival, cell);
}

void History::Meet(Bucket* bucket, const Arrival& arrival, uint64_t cell, Cell* state) {
  const uint32_t mine = arrival.mark.access.what;
  const bool both_atomic = IsAtomic(mine) && IsAtomic(bucket->what);
  if (both_atomic) {
    if (ClassOf(mine) == LS_CLASS_AR && ClassOf(bucket->what) == LS_CLASS_AR) return;
    if (Inclusive(bucket->what, mine, Distance::kDevice, options_)) return;
  } else if (!ls_classes_conflict(ClassOf(bucket->what), ClassOf(mine))) {
    return;
  }
  Marks& marks = bucket->marks;
  if (!marks.empty() && EqualValues(marks[0], arrival.mark) && !options_.every_pair) {
    bool ordered = marks.size() <= kLooked;
    for (size_t i = 0; i < marks.size() && i < kLooked; ++i) {
      ordered = ordered && Before(marks[i].access, arrival, geometry_, options_);
      Compare(marks[i], arrival, cell, state);
    }
    // What the marks happened after, the arrival does as well if they are all before it.
    if (ordered || bucket->shadow == nullptr) return;
    for (const Mark& mark : *bucket->shadow) Compare(mark, arrival, cell, state);
    return;
  }
  const View& view = arrival.views->of[arrival.region];
  const bool caching = marks.size() > kIndexFrom && !options_.every_pair;
  Many* many = caching ? ManyOf(bucket) : nullptr;
  size_t i = 0;
  if (caching && many->passed_count > 0 && many->passed.AtMost(view)) i = many->passed_count;
  bool known = true;
  for (; i < marks.size(); ++i) {
    if (caching && KnownTo(marks[i].access, view, geometry_)) continue;
    known = false;
    Compare(marks[i], arrival, cell, state);
  }
  if (caching && known) {
    many->passed = view;
    many->passed_count = marks.size();
  }
}

// Drops what the arrival, a plain write, stands for from now on. Returns what a write of its value must still be
// compared with.
OneWithClocks<History::Marks> History::Forget(const Arrival& arrival, Cell* state) {
  OneWithClocks<Marks> shadow;
  for (Bucket& bucket : state->buckets) {
    Marks& marks = bucket.marks;
    if (marks.empty()) continue;
    const bool equal = EqualValues(marks[0], arrival.mark);
    const size_t looked = equal && marks.size() > kLooked ? kLooked : marks.size();
    size_t kept = 0;
    for (size_t i = 0; i < marks.size(); ++i) {
      if (i < looked && Before(marks[i].access, arrival, geometry_, options_)) {
        if (equal) continue;
        if (shadow == nullptr) shadow.reset(ClockMemory::Make<Marks>());
        shadow->push_back(marks[i]);
      } else {
        marks[kept++] = marks[i];
      }
    }
    if (kept == marks.size()) continue;
    marks.resize(kept);
    bucket.many.reset();
    if (kept == 0 && !equal) bucket.shadow.reset();  // all of it happened before what is forgotten
  }
  return shadow;
}

History::Many* History::ManyOf(Bucket* bucket) {
  if (bucket->many == nullptr) {
    bucket->many.reset(ClockMemory::Make<Many>());
    bucket->many->index.Add(bucket->marks);
  }
  return bucket->many.get();
}

void History::Put(Bucket* bucket, const Mark& mark, bool capped) {
  Marks& marks = bucket->marks;
  if (options_.every_pair) {
    marks.push_back(mark);
    return;
  }
  size_t at = marks.size();
  if (marks.size() >= kIndexFrom) {
    at = ManyOf(bucket)->index.Find(marks, mark.access.actor);
  } else {
    for (size_t i = 0; i < marks.size(); ++i) {
      if (marks[i].access.actor == mark.access.actor) at = i;
    }
  }
  if (at < marks.size()) {
    const ReplayAccess& known = marks[at].access;
    if (known.events > mark.access.events || known.segment > mark.access.segment) return;
    marks[at] = mark;
    if (bucket->many != nullptr && at < bucket->many->passed_count) bucket->many->passed_count = 0;
    return;
  }
  if (capped && marks.size() >= kRacedMarks) return;
  marks.push_back(mark);
  if (bucket->many != nullptr) bucket->many->index.Add(marks);
}

void History::Remember(const Arrival& arrival, OneWithClocks<Marks> shadow, Cell* state) {
  const Mark& mark = arrival.mark;
  const uint32_t what = BucketOf(mark.access.what);
  const bool plain_write = ClassOf(what) == LS_CLASS_W;
  const bool capped = state->raced && !options_.every_pair;
  Bucket* mine = nullptr;
  for (Bucket& bucket : state->buckets) {
    if (capped && bucket.marks.size() > kRacedMarks) {
      bucket.marks.resize(kRacedMarks);
      bucket.many.reset();
    }
    const bool same = bucket.what == what && (!plain_write || bucket.value == mark.value);
    // A bucket of plain writes that has run empty is as good as a new one.
    if (same || (plain_write && mine == nullptr && ClassOf(bucket.what) == LS_CLASS_W &&
                 bucket.marks.empty())) {
      mine = &bucket;
    }
    if (same) break;
  }
  if (mine == nullptr) {
    if (capped && state->buckets.size() >= kRacedMarks) return;
    state->buckets.emplace_back();
    mine = &state->buckets.back();
  }
  if (mine->what != what || mine->value != mark.value) mine->shadow.reset();
  mine->what = what;
  mine->value = plain_write ? mark.value : 0;
  // Of two reads in one order the later is enough.
  while (ClassOf(what) == LS_CLASS_R && !options_.every_pair && !mine->marks.empty() &&
         mine->many == nullptr && Before(mine->marks.back().access, arrival, geometry_, options_)) {
    mine->marks.pop_back();
  }
  Put(mine, mark, capped);
  if (capped) {
    mine->shadow.reset();
    return;
  }
  if (shadow == nullptr) return;
  if (mine->shadow == nullptr) {
    mine->shadow = std::move(shadow);
    return;
  }
  Marks& marks = *mine->shadow;
  marks.insert(marks.end(), shadow->begin(), shadow->end());
  // Of one work-item's accesses of one class the last is enough.
  const auto key = [](const Mark& mark) {
    return std::make_tuple(mark.access.actor, BucketOf(mark.access.what), mark.value);
  };
  std::sort(marks.begin(), marks.end(), [&](const Mark& a, const Mark& b) {
    return std::make_pair(key(a), b.access.events) < std::make_pair(key(b), a.access.events);
  });
  marks.erase(std::unique(marks.begin(), marks.end(), [&](const Mark& a, const Mark& b) { return key(a) == key(b); }),
              marks.end());
}

// A read that happens after all plain writes stands, for any later write, for what those stand for.
void History::Supersede(const Arrival& arrival, Cell* state) {
  for (Bucket& bucket : state->buckets) {
    bool all = bucket.shadow != nullptr && bucket.marks.size() <= kLooked;
    for (size_t i = 0; all && i < bucket.marks.size(); ++i) {
      all = Before(bucket.marks[i].access, arrival, geometry_, options_);
    }
    if (all) bucket.shadow.reset();
  }
}

void History::Access(uint64_t key, uint64_t cell, const Arrival& arrival) {
  Cell& state = cells_[key];
  if (!arrival.late) {
    for (Bucket& bucket : state.buckets) Meet(&bucket, arrival, cell, &state);
  }
  if (ClassOf(arrival.mark.access.what) == LS_CLASS_R) Supersede(arrival, &state);
  OneWithClocks<Marks> shadow;
  if (ClassOf(arrival.mark.access.what) == LS_CLASS_W && !options_.every_pair) shadow = Forget(arrival, &state);
  Remember(arrival, std::move(shadow), &state);
}

}  // namespace lockstep
