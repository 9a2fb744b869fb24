// Replays with strengthened operations. docs/life-of-a-launch.md says where this stands.
#include "runtime/replay/what_if.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "runtime/replay/history.h"
#include "runtime/replay/strengthen.h"
#include "runtime/replay/synchronisation.h"

namespace lockstep {
namespace {

// A store that another work-item's load read from, by sites.
struct Edge {
  uint32_t store = 0, load = 0;
  uint32_t store_what = 0, load_what = 0;
  friend bool operator<(const Edge& a, const Edge& b) {
    return std::tie(a.store, a.load) < std::tie(b.store, b.load);
  }
};

class Explainer {
 public:
  Explainer(const std::vector<ls_event>& log, const ReplayOptions& options, uint64_t budget,
            const std::vector<WhatIfTarget>& targets, bool whole)
      : log_(log), options_(options), budget_(budget), targets_(targets),
        open_(targets.size(), true), whole_(whole) {}

  uint64_t used() const { return used_; }

  void Run();

 private:
  std::vector<bool> Ordered(const Wishes& wishes) { return Ordered(wishes, options_, open_); }
  std::vector<bool> Ordered(const Wishes& wishes, const ReplayOptions& options,
                            const std::vector<bool>& asked, uint32_t deaf = 0);
  bool Spent(uint64_t replays) const { return used_ >= budget_ || replays * end_ > budget_ - used_; }
  void Survey();
  void ExplainScopes();
  void Try(const Wishes& wishes, ReplayCause cause, uint32_t store, uint32_t load);
  void TryFences();
  void TryAllFences();
  void TrySites();
  const Edge* EdgeOf(uint32_t site, size_t target);
  const Edge* EdgeBetweenFences(const Wishes& wishes, size_t target);
  void TryBarriers();
  void TryPlainEdges();
  void MarkStrictOnly();
  void TryEdge(const Edge& edge);
  void TryEverything();
  void Settle(size_t target, const Wishes& wishes, ReplayCause cause, uint32_t store,
              uint32_t load);
  void SettleSmallest(size_t target, Wishes wishes, ReplayCause cause, const Edge* edge);
  uint32_t WantedScope(size_t target) const {
    return targets_[target].race->inter_group ? LS_EVENT_SCOPE_DEVICE : LS_EVENT_SCOPE_WORK_GROUP;
  }
  // The scope that reaches everybody here. Strict inclusion asks for the same on both sides, so for the widest
  // that there is.
  uint32_t WideScope() const { return wide_scope_; }
  bool Strict() const { return options_.inclusion == ScopeInclusion::kStrict; }
  bool AnyOpen() const { return std::find(open_.begin(), open_.end(), true) != open_.end(); }

  const std::vector<ls_event>& log_;
  const ReplayOptions& options_;
  const uint64_t budget_;
  uint64_t used_ = 0;
  const std::vector<WhatIfTarget>& targets_;
  std::vector<bool> open_;  // not explained yet
  const bool whole_;        // the log is the launch's from its first event on
  size_t end_ = 0;          // events up to the last target
  uint32_t wide_scope_ = LS_EVENT_SCOPE_DEVICE;
  unsigned named_ = 0;      // bit per region that all barriers are taken to name
  std::map<uint32_t, uint32_t> sites_;  // of atomics and fences: their `what`
  std::map<uint32_t, uint32_t> plain_;  // of plain accesses to the cells of plain_edges_
  std::set<Edge> edges_, plain_edges_;
};

// Which of the targets `asked` are ordered if the wishes come true, with the same reads-from and interleaving.
// `deaf`: atomics of this site learn nothing from what they read; 0: none.
std::vector<bool> Explainer::Ordered(const Wishes& wishes, const ReplayOptions& options,
                                     const std::vector<bool>& asked, uint32_t deaf) {
  std::vector<bool> ordered(targets_.size());
  Synchronisation synchronisation(options);
  std::multimap<size_t, size_t> due;
  for (size_t t = 0; t < targets_.size(); ++t) {
    if (asked[t]) due.emplace(targets_[t].index, t);
  }
  auto next = due.begin();
  for (size_t i = 0; i < end_ && next != due.end(); ++i) {
    ls_event event = log_[i];
    const auto wish = wishes.find(event.site);
    if (wish != wishes.end()) {
      const bool plain = !IsFence(event.what) && !IsAtomic(event.what);
      event.what = Strengthened(event.what, wish->second);
      // A plain access has no number of its own: what is known of its work-item stays below it. A late
      // one comes when it is read.
      if (plain && event.events > 0) --event.events;
      if (plain && wish->second.atomic) event.what &= ~LS_EVENT_LATE;
    }
    uint32_t* const from[] = {&event.global_from, &event.local_from, &event.image_from};
    for (int r = 0; r < 3; ++r) {
      if ((named_ >> r & 1) != 0 && !(event.what & LS_EVENT_LATE)) *from[r] = std::max(*from[r], event.segment);
    }
    if (deaf != 0 && event.site == deaf && IsAtomic(event.what)) event.what &= ~LS_EVENT_READS;
    const bool wanted = next->first == i;
    const bool plain = !IsFence(event.what) && !IsAtomic(event.what);
    // Plain reads move no clocks on.
    if (plain && !wanted && ClassOf(event.what) == LS_CLASS_R) continue;
    const Views& views = synchronisation.Apply(event);
    for (; next != due.end() && next->first == i; ++next) {
      Arrival arrival;
      arrival.mark.access = {event.actor, event.site, event.what, event.events, event.segment};
      arrival.group = synchronisation.geometry().GroupOf(event.actor);
      arrival.from[LS_REGION_GLOBAL] = event.global_from;
      arrival.from[LS_REGION_LOCAL] = event.local_from;
      arrival.from[LS_REGION_IMAGE] = event.image_from;
      arrival.region = static_cast<int>(RegionOf(event.what));
      arrival.views = &views;
      ordered[next->second] = History::Before(targets_[next->second].earlier, arrival,
                                              synchronisation.geometry(), options);
    }
  }
  used_ += end_;
  return ordered;
}

// Which sites there are, and who read from whom.
void Explainer::Survey() {
  struct Last {
    uint64_t actor = 0;
    uint32_t site = 0, what = 0;
    bool known = false;
  };
  Geometry geometry;
  geometry.group_size = options_.group_size == 0 ? 1 : options_.group_size;
  std::unordered_map<uint64_t, Last> last;
  for (size_t i = 0; i < end_; ++i) {
    const ls_event& event = log_[i];
    if (IsCopyStep(event.what)) continue;
    const bool atomic = IsAtomic(event.what);
    if (atomic || IsFence(event.what)) {
      uint32_t& what = sites_[event.site];
      if (what == 0 || Writes(event.what)) what = event.what;
      if (Strict()) wide_scope_ = std::max(wide_scope_, ScopeOf(event.what));
    }
    if (IsFence(event.what)) continue;
    const bool reads = atomic ? Reads(event.what) : ClassOf(event.what) == LS_CLASS_R;
    const bool writes = IsWriteClass(event.what);
    Last& before = last[CellKey(event, 0, geometry.GroupOf(event.actor))];
    if (reads && before.known && before.actor != event.actor) {
      const Edge edge{before.site, event.site, before.what, event.what};
      (atomic && IsAtomic(before.what) ? edges_ : plain_edges_).insert(edge);
    }
    if (writes) before = {event.actor, event.site, event.what, true};
  }
}

void Explainer::Settle(size_t target, const Wishes& wishes, ReplayCause cause, uint32_t store,
                       uint32_t load) {
  ReplayRace* race = targets_[target].race;
  if (store == 0 && cause != ReplayCause::kScope) {
    bool fences = false;
    for (const auto& [site, wish] : wishes) fences = fences || (sites_.count(site) && IsFence(sites_[site]));
    const Edge* edge = fences ? EdgeBetweenFences(wishes, target) : EdgeOf(0, target);
    store = edge == nullptr ? 0 : edge->store;
    load = edge == nullptr ? 0 : edge->load;
  }
  race->cause = cause;
  race->store_site = store;
  race->load_site = load;
  race->changes.clear();
  for (const auto& [site, wish] : wishes) {
    uint32_t what = 0;
    const auto known = sites_.find(site);
    if (known != sites_.end()) {
      what = known->second;
    } else {
      const auto plain = plain_.find(site);
      if (plain != plain_.end()) what = plain->second;
    }
    const uint32_t wanted = Strengthened(what, wish);
    if (wanted != what) race->changes.push_back({site, what, wanted});
  }
  open_[target] = false;
}

// Two atomics whose scopes do not include each other need no order, only scopes.
void Explainer::ExplainScopes() {
  for (size_t t = 0; t < targets_.size(); ++t) {
    const ReplayRace& race = *targets_[t].race;
    if (race.kind != ReplayKind::kScope) continue;
    uint32_t scope = WantedScope(t);
    if (options_.inclusion == ScopeInclusion::kStrict) {  // the same on both sides
      scope = std::max({scope, ScopeOf(race.a.what), ScopeOf(race.b.what)});
    }
    Wishes wishes;
    for (const ReplayAccess* side : {&race.a, &race.b}) {
      if (ScopeOf(side->what) < scope) wishes[side->site].scope = scope;
    }
    Settle(t, wishes, ReplayCause::kScope, 0, 0);
  }
}

void Explainer::Try(const Wishes& wishes, ReplayCause cause, uint32_t store, uint32_t load) {
  if (!AnyOpen() || Spent(1)) return;
  const std::vector<bool> ordered = Ordered(wishes);
  for (size_t t = 0; t < targets_.size(); ++t) {
    if (open_[t] && ordered[t]) Settle(t, wishes, cause, store, load);
  }
}

// Fences first: code that has them means them.
void Explainer::TryFences() {
  for (const auto& [site, what] : sites_) {
    if (!IsFence(what) || (what & LS_EVENT_BARRIER)) continue;
    const uint32_t missing[] = {LS_EVENT_FENCE_GLOBAL, LS_EVENT_FENCE_LOCAL, LS_EVENT_FENCE_IMAGE};
    for (uint32_t flag : missing) {
      if (what & flag) continue;
      Wishes wishes;
      wishes[site].flags = flag;
      Try(wishes, ReplayCause::kFenceFlag, 0, 0);
    }
    for (uint32_t scope : {LS_EVENT_SCOPE_WORK_GROUP, LS_EVENT_SCOPE_DEVICE, LS_EVENT_SCOPE_ALL_SVM}) {
      if (ScopeOf(what) >= scope || scope > WideScope()) continue;
      Wishes wishes;
      wishes[site].scope = scope;
      Try(wishes, ReplayCause::kNarrowScope, 0, 0);
    }
    for (int release = 0; release < 2; ++release) {
      if (release ? Releases(what) : Acquires(what)) continue;
      Wishes wishes;
      (release ? wishes[site].release : wishes[site].acquire) = true;
      Try(wishes, release ? ReplayCause::kMissingRelease : ReplayCause::kMissingAcquire, 0, 0);
    }
  }
}

// Several fences may be too weak, each of them.
void Explainer::TryAllFences() {
  Wishes wishes;
  for (const auto& [site, what] : sites_) {
    if (!IsFence(what) || (what & LS_EVENT_BARRIER)) continue;
    Wish& wish = wishes[site];
    wish.acquire = wish.release = true;
    wish.scope = WideScope();
    wish.flags = LS_EVENT_FENCE_LOCAL | LS_EVENT_FENCE_GLOBAL | LS_EVENT_FENCE_IMAGE;
  }
  if (wishes.empty() || !AnyOpen() || Spent(1)) return;
  const std::vector<bool> ordered = Ordered(wishes);
  for (size_t t = 0; t < targets_.size(); ++t) {
    if (!open_[t] || !ordered[t] || Spent(5 * wishes.size())) continue;
    SettleSmallest(t, wishes, ReplayCause::kRelaxed, nullptr);
  }
}

// The edge that a stronger operation at `site` (0: anywhere) makes, for this target; null if it cannot be told.
const Edge* Explainer::EdgeOf(uint32_t site, size_t target) {
  std::vector<const Edge*> of_site;
  for (const Edge& edge : edges_) {
    if (site == 0 || edge.store == site || edge.load == site) of_site.push_back(&edge);
  }
  if (of_site.size() == 1) return of_site[0];
  std::vector<bool> asked(targets_.size());
  asked[target] = true;
  for (const Edge* edge : of_site) {
    if (Spent(1)) return nullptr;
    Wishes wishes;
    for (const uint32_t side : {edge->store, edge->load}) {
      wishes[side].scope = WideScope();
      wishes[side].seq_cst = true;  // whatever the regions
    }
    if (Ordered(wishes, options_, asked)[target]) return edge;
  }
  return nullptr;
}

// The edge without which the fences, strengthened, would not order the target.
const Edge* Explainer::EdgeBetweenFences(const Wishes& wishes, size_t target) {
  if (edges_.size() == 1) return &*edges_.begin();
  std::vector<bool> asked(targets_.size());
  asked[target] = true;
  std::map<uint32_t, bool> needed;  // by the reading site
  for (const Edge& edge : edges_) {
    if (Spent(1)) return nullptr;
    const auto known = needed.find(edge.load);
    if (known == needed.end()) needed[edge.load] = !Ordered(wishes, options_, asked, edge.load)[target];
  }
  const Edge* found = nullptr;
  for (const Edge& edge : edges_) {
    if (!needed[edge.load]) continue;
    if (found == nullptr) found = &edge;
    // Of several stores that it reads from, the one that stands before it, not its own site's.
    if (found->store == found->load && edge.load == found->load) found = &edge;
  }
  return found;
}

// One atomic that is too weak.
void Explainer::TrySites() {
  for (const auto& [site, what] : sites_) {
    if (IsFence(what)) continue;
    Wish acquire, release, both, group, device, widest;
    acquire.acquire = both.acquire = release.release = both.release = true;
    group.scope = LS_EVENT_SCOPE_WORK_GROUP;
    device.scope = LS_EVENT_SCOPE_DEVICE;
    widest.scope = WideScope();
    const std::pair<Wish, ReplayCause> tries[] = {{acquire, ReplayCause::kMissingAcquire},
                                                  {release, ReplayCause::kMissingRelease},
                                                  {both, ReplayCause::kRelaxed},
                                                  {group, ReplayCause::kNarrowScope},
                                                  {device, ReplayCause::kNarrowScope},
                                                  {widest, ReplayCause::kNarrowScope}};
    uint32_t last = what;
    for (const auto& [wish, cause] : tries) {
      const uint32_t wanted = Strengthened(what, wish);
      if (wanted == what || wanted == last || !AnyOpen() || Spent(1)) continue;
      last = wanted;
      const Wishes wishes = {{site, wish}};
      const std::vector<bool> ordered = Ordered(wishes);
      for (size_t t = 0; t < targets_.size(); ++t) {
        if (!open_[t] || !ordered[t]) continue;
        const Edge* edge = EdgeOf(site, t);
        Settle(t, wishes, cause, edge == nullptr ? 0 : edge->store, edge == nullptr ? 0 : edge->load);
      }
    }
  }
}

// Leaves out every part of `wishes` without which the target is ordered just as well.
void Explainer::SettleSmallest(size_t target, Wishes wishes, ReplayCause cause, const Edge* edge) {
  std::vector<bool> others = open_;
  std::fill(open_.begin(), open_.end(), false);
  open_[target] = true;
  for (auto it = wishes.begin(); it != wishes.end();) {
    Wish& wish = it->second;
    const Wish whole = wish;
    const auto without = [&](auto part) {
      Wish kept = wish;
      part(&wish);
      if (Spent(1) || !Ordered(wishes)[target]) wish = kept;
    };
    // Fences need no scope of the atomics between them, but those race if theirs does not reach.
    if (whole.atomic) {
      wish.scope = std::max(WantedScope(target), WideScope());
    } else if (whole.scope != 0) {
      without([](Wish* w) { w->scope = 0; });
    }
    for (const uint32_t scope : {LS_EVENT_SCOPE_DEVICE, LS_EVENT_SCOPE_WORK_GROUP}) {
      if (wish.scope > scope && !whole.atomic) without([&](Wish* w) { w->scope = scope; });
    }
    if (whole.seq_cst) without([](Wish* w) { w->seq_cst = false; });
    if (whole.release) without([](Wish* w) { w->release = false; });
    if (whole.acquire) without([](Wish* w) { w->acquire = false; });
    for (const uint32_t flag : {LS_EVENT_FENCE_IMAGE, LS_EVENT_FENCE_LOCAL, LS_EVENT_FENCE_GLOBAL}) {
      if (whole.flags & flag) without([&](Wish* w) { w->flags &= ~flag; });
    }
    if (whole.atomic) without([](Wish* w) { w->atomic = false; });
    it = wish.Nothing() ? wishes.erase(it) : std::next(it);
  }
  bool acquire = false, release = false, scope = false, flags = false;
  for (const auto& [site, wish] : wishes) {
    const uint32_t what = sites_.count(site) ? sites_[site] : 0;
    acquire = acquire || (wish.acquire && !Acquires(what));
    release = release || (wish.release && !Releases(what));
    scope = scope || wish.scope > ScopeOf(what);
    flags = flags || wish.flags != 0;
  }
  if (cause == ReplayCause::kRelaxed) {
    cause = acquire && release ? ReplayCause::kRelaxed
            : acquire          ? ReplayCause::kMissingAcquire
            : release          ? ReplayCause::kMissingRelease
            : scope            ? ReplayCause::kNarrowScope
                               : ReplayCause::kFenceFlag;
  }
  open_ = others;
  Settle(target, wishes, cause, edge == nullptr ? 0 : edge->store, edge == nullptr ? 0 : edge->load);
}

void Explainer::TryEdge(const Edge& edge) {
  for (int region = 0; region < 2; ++region) {  // then also across regions
    if (!AnyOpen() || Spent(1)) return;
    Wishes wishes;
    Wish& store = wishes[edge.store];
    store.release = true;
    store.scope = WideScope();
    store.seq_cst = region == 1;
    Wish& load = wishes[edge.load];
    load.acquire = true;
    load.scope = WideScope();
    load.seq_cst = region == 1;
    const std::vector<bool> ordered = Ordered(wishes);
    for (size_t t = 0; t < targets_.size(); ++t) {
      if (!open_[t] || !ordered[t]) continue;
      SettleSmallest(t, wishes, region == 0 ? ReplayCause::kRelaxed : ReplayCause::kWrongRegion,
                     &edge);
    }
  }
}

// Several edges in a row may be too weak, each of them; then also across regions.
void Explainer::TryEverything() {
  for (int region = 0; region < 2; ++region) {
    if (!AnyOpen() || Spent(1)) return;
    Wishes wishes;
    for (const auto& [site, what] : sites_) {
      if (what & LS_EVENT_BARRIER) continue;
      Wish& wish = wishes[site];
      wish.acquire = wish.release = true;
      wish.seq_cst = region == 1;
      wish.scope = WideScope();
      if (IsFence(what)) {
        wish.flags = LS_EVENT_FENCE_LOCAL | LS_EVENT_FENCE_GLOBAL | LS_EVENT_FENCE_IMAGE;
      }
    }
    const std::vector<bool> ordered = Ordered(wishes);
    for (size_t t = 0; t < targets_.size(); ++t) {
      if (!open_[t] || !ordered[t] || Spent(5 * wishes.size())) continue;
      SettleSmallest(t, wishes, region == 0 ? ReplayCause::kRelaxed : ReplayCause::kWrongRegion,
                     nullptr);
    }
  }
}

// What one work-item of a group releases or acquires is the others' too only through barriers that name the region.
void Explainer::TryBarriers() {
  for (int r = 0; r < 3; ++r) {
    std::vector<bool> asked(targets_.size());
    for (size_t t = 0; t < targets_.size(); ++t) {
      const ReplayRace& race = *targets_[t].race;
      asked[t] = open_[t] && race.region == static_cast<uint32_t>(r) && race.kind != ReplayKind::kWrongFenceFlag;
    }
    if (std::find(asked.begin(), asked.end(), true) == asked.end()) continue;
    if (Spent(1)) return;
    named_ = 1u << r;
    const std::vector<bool> ordered = Ordered({}, options_, asked);
    named_ = 0;
    for (size_t t = 0; t < targets_.size(); ++t) {
      if (!asked[t] || !ordered[t]) continue;
      targets_[t].race->cause = ReplayCause::kBarrierFlag;
      open_[t] = false;
    }
  }
}

// A flag that is read and written plainly: as atomics, released and acquired or between the fences that there
// are, perhaps wider ones. Not where the flag is what is raced for.
void Explainer::TryPlainEdges() {
  for (const Edge& edge : plain_edges_) {
    if (!AnyOpen() || Spent(1)) return;
    Wishes wishes;
    for (const auto& [site, what] : sites_) {
      if (!IsFence(what) || (what & LS_EVENT_BARRIER)) continue;
      wishes[site].acquire = wishes[site].release = true;
      wishes[site].scope = WideScope();
    }
    const uint32_t whats[] = {edge.store_what, edge.load_what}, sides[] = {edge.store, edge.load};
    for (int side = 0; side < 2; ++side) {
      Wish& wish = wishes[sides[side]];
      wish.atomic = !IsAtomic(whats[side]);
      wish.scope = WideScope();
      (side == 0 ? wish.release : wish.acquire) = true;
      if (wish.atomic) plain_[sides[side]] = whats[side];
    }
    const std::vector<bool> ordered = Ordered(wishes);
    for (size_t t = 0; t < targets_.size(); ++t) {
      if (!open_[t] || !ordered[t] || Spent(5 * wishes.size())) continue;
      const ReplayRace& race = *targets_[t].race;
      if (std::minmax(race.a.site, race.b.site) == std::minmax(edge.store, edge.load)) continue;
      SettleSmallest(t, wishes, ReplayCause::kPlainFlag, &edge);
    }
  }
}

// Which races --scope-inclusion=relaxed would not call so.
void Explainer::MarkStrictOnly() {
  if (Spent(1)) return;
  ReplayOptions relaxed = options_;
  relaxed.inclusion = ScopeInclusion::kRelaxed;
  const std::vector<bool> ordered = Ordered({}, relaxed, open_);
  Geometry geometry;
  geometry.group_size = options_.group_size == 0 ? 1 : options_.group_size;
  geometry.sub_group_items = options_.sub_group_items;
  for (size_t t = 0; t < targets_.size(); ++t) {
    ReplayRace* race = targets_[t].race;
    const Distance distance = geometry.Between(race->a.actor, race->b.actor);
    race->strict_only = ordered[t] || (race->kind == ReplayKind::kScope &&
                                       Inclusive(race->a.what, race->b.what, distance, relaxed));
  }
}

void Explainer::Run() {
  for (const WhatIfTarget& target : targets_) end_ = std::max(end_, target.index + 1);
  end_ = std::min(end_, log_.size());
  Survey();
  if (Strict()) MarkStrictOnly();
  ExplainScopes();
  TryFences();
  TryAllFences();
  TrySites();
  TryBarriers();
  for (const Edge& edge : edges_) TryEdge(edge);
  TryEverything();
  TryPlainEdges();
  if (Spent(1)) return;
  for (size_t t = 0; t < targets_.size(); ++t) {
    if (open_[t] && whole_) targets_[t].race->cause = ReplayCause::kNone;
  }
}

}  // namespace

uint64_t ExplainTargets(const std::vector<ls_event>& log, bool whole, const ReplayOptions& options,
                        uint64_t budget, const std::vector<WhatIfTarget>& targets) {
  Explainer explainer(log, options, budget, targets, whole);
  explainer.Run();
  return explainer.used();
}

}  // namespace lockstep
