// Which strengthenings are tried, in which order. docs/life-of-a-launch.md says where this stands.
#include "runtime/replay/what_if.h"

#include <algorithm>
#include <map>
#include <utility>

#include "runtime/replay/history.h"
#include "runtime/replay/log_survey.h"
#include "runtime/replay/strengthened_replay.h"

namespace lockstep {
namespace {

// The first events of the log, up to the last target's.
size_t EndOf(const std::vector<ls_event>& log, const std::vector<WhatIfTarget>& targets) {
  size_t end = 0;
  for (const WhatIfTarget& target : targets) end = std::max(end, target.index + 1);
  return std::min(end, log.size());
}

class Explainer {
 public:
  Explainer(const std::vector<ls_event>& log, const ReplayOptions& options, uint64_t budget,
            const std::vector<WhatIfTarget>& targets, bool whole)
      : options_(options), targets_(targets), open_(targets.size(), true), whole_(whole),
        replay_(log, EndOf(log, targets), options, budget, targets),
        survey_(Survey(log, EndOf(log, targets), options)) {}

  uint64_t used() const { return replay_.used(); }

  void Run();

 private:
  std::vector<bool> Ordered(const Wishes& wishes) { return Ordered(wishes, open_); }
  std::vector<bool> Ordered(const Wishes& wishes, const std::vector<bool>& asked) {
    return replay_.Ordered({wishes, options_.inclusion}, asked);
  }
  bool Spent(uint64_t replays) const { return replay_.Spent(replays); }
  void ExplainScopes();
  void Try(const Wishes& wishes, ReplayCause cause, uint32_t store, uint32_t load);
  void TryFences();
  void TryAllFences();
  void TrySites();
  const ReadsFrom* EdgeOf(uint32_t site, size_t target);
  const ReadsFrom* EdgeBetweenFences(const Wishes& wishes, size_t target);
  void TryBarriers();
  void TryPlainEdges();
  void MarkStrictOnly();
  void TryEdge(const ReadsFrom& edge);
  void TryEverything();
  void Settle(size_t target, const Wishes& wishes, ReplayCause cause, uint32_t store,
              uint32_t load);
  void SettleSmallest(size_t target, Wishes wishes, ReplayCause cause, const ReadsFrom* edge);
  uint32_t WhatOf(uint32_t site) const {  // of an atomic or fence, 0 of others
    const auto known = survey_.sites.find(site);
    return known == survey_.sites.end() ? 0 : known->second;
  }
  uint32_t WantedScope(size_t target) const {
    return targets_[target].race->inter_group ? LS_EVENT_SCOPE_DEVICE : LS_EVENT_SCOPE_WORK_GROUP;
  }
  // The scope that reaches everybody here. Strict inclusion asks for the same on both sides, so for the widest
  // that there is.
  uint32_t WideScope() const {
    const uint32_t device = LS_EVENT_SCOPE_DEVICE;
    return Strict() ? std::max(device, survey_.widest_scope) : device;
  }
  bool Strict() const { return options_.inclusion == ScopeInclusion::kStrict; }
  bool AnyOpen() const { return std::find(open_.begin(), open_.end(), true) != open_.end(); }

  const ReplayOptions& options_;
  const std::vector<WhatIfTarget>& targets_;
  std::vector<bool> open_;  // not explained yet
  const bool whole_;        // the log is the launch's from its first event on
  StrengthenedReplay replay_;
  const LogSurvey survey_;
  std::map<uint32_t, uint32_t> plain_;  // of plain accesses to the cells of plain edges: their `what`
};

void Explainer::Settle(size_t target, const Wishes& wishes, ReplayCause cause, uint32_t store,
                       uint32_t load) {
  ReplayRace* race = targets_[target].race;
  if (store == 0 && cause != ReplayCause::kScope) {
    bool fences = false;
    for (const auto& [site, wish] : wishes) fences = fences || (WhatOf(site) != 0 && IsFence(WhatOf(site)));
    const ReadsFrom* edge = fences ? EdgeBetweenFences(wishes, target) : EdgeOf(0, target);
    store = edge == nullptr ? 0 : edge->store;
    load = edge == nullptr ? 0 : edge->load;
  }
  race->cause = cause;
  race->store_site = store;
  race->load_site = load;
  race->changes.clear();
  for (const auto& [site, wish] : wishes) {
    uint32_t what = WhatOf(site);
    const auto plain = plain_.find(site);
    if (what == 0 && plain != plain_.end()) what = plain->second;
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
  for (const auto& [site, what] : survey_.sites) {
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
  for (const auto& [site, what] : survey_.sites) {
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
const ReadsFrom* Explainer::EdgeOf(uint32_t site, size_t target) {
  std::vector<const ReadsFrom*> of_site;
  for (const ReadsFrom& edge : survey_.edges) {
    if (site == 0 || edge.store == site || edge.load == site) of_site.push_back(&edge);
  }
  if (of_site.size() == 1) return of_site[0];
  std::vector<bool> asked(targets_.size());
  asked[target] = true;
  for (const ReadsFrom* edge : of_site) {
    if (Spent(1)) return nullptr;
    Wishes wishes;
    for (const uint32_t side : {edge->store, edge->load}) {
      wishes[side].scope = WideScope();
      wishes[side].seq_cst = true;  // whatever the regions
    }
    if (Ordered(wishes, asked)[target]) return edge;
  }
  return nullptr;
}

// The edge without which the fences, strengthened, would not order the target.
const ReadsFrom* Explainer::EdgeBetweenFences(const Wishes& wishes, size_t target) {
  if (survey_.edges.size() == 1) return &*survey_.edges.begin();
  std::vector<bool> asked(targets_.size());
  asked[target] = true;
  std::map<uint32_t, bool> needed;  // by the reading site
  for (const ReadsFrom& edge : survey_.edges) {
    if (Spent(1)) return nullptr;
    const auto known = needed.find(edge.load);
    if (known != needed.end()) continue;
    needed[edge.load] = !replay_.Ordered({wishes, options_.inclusion, edge.load}, asked)[target];
  }
  const ReadsFrom* found = nullptr;
  for (const ReadsFrom& edge : survey_.edges) {
    if (!needed[edge.load]) continue;
    if (found == nullptr) found = &edge;
    // Of several stores that it reads from, the one that stands before it, not its own site's.
    if (found->store == found->load && edge.load == found->load) found = &edge;
  }
  return found;
}

// One atomic that is too weak.
void Explainer::TrySites() {
  for (const auto& [site, what] : survey_.sites) {
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
        const ReadsFrom* edge = EdgeOf(site, t);
        Settle(t, wishes, cause, edge == nullptr ? 0 : edge->store, edge == nullptr ? 0 : edge->load);
      }
    }
  }
}

// Leaves out every part of `wishes` without which the target is ordered just as well.
void Explainer::SettleSmallest(size_t target, Wishes wishes, ReplayCause cause, const ReadsFrom* edge) {
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
    const uint32_t what = WhatOf(site);
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

void Explainer::TryEdge(const ReadsFrom& edge) {
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
    for (const auto& [site, what] : survey_.sites) {
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
    const std::vector<bool> ordered = replay_.Ordered({{}, options_.inclusion, 0, 1u << r}, asked);
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
  for (const ReadsFrom& edge : survey_.plain_edges) {
    if (!AnyOpen() || Spent(1)) return;
    Wishes wishes;
    for (const auto& [site, what] : survey_.sites) {
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
  const std::vector<bool> ordered = replay_.Ordered({{}, relaxed.inclusion}, open_);
  GroupGeometry geometry;
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
  if (Strict()) MarkStrictOnly();
  ExplainScopes();
  TryFences();
  TryAllFences();
  TrySites();
  TryBarriers();
  for (const ReadsFrom& edge : survey_.edges) TryEdge(edge);
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
