// The axiomatic memory model of OpenCL with remote-scope promotion: paper 002, Fig. 2 and Sect. 3.
#include "runtime/litmus/model.h"

#include <algorithm>

namespace lockstep::litmus {

const std::vector<RuleInfo>& Rules() {
  static const auto* const kRules = new std::vector<RuleInfo>{
#define RULE(name, id, text) {name, id, text, false},
#define REDUNDANT(name, id, text) {name, id, text, true},
#include "runtime/litmus/rules.def"
#undef RULE
#undef REDUNDANT
  };
  return *kRules;
}

// incl1 [Sect. 2.3]: the scope of a is no narrower than the distance between a and b.
bool Judge::Reaches(const Event& a, const Event& b) const {
  if (a.thread < 0 || b.thread < 0) return false;
  const Thread& ta = test_.threads[a.thread];
  const Thread& tb = test_.threads[b.thread];
  switch (a.scope) {
    case Scope::kNone:
      return false;
    case Scope::kWorkItem:
      return options_.Has(kNarrowScopes) && a.thread == b.thread;
    case Scope::kSubGroup:
      return options_.Has(kNarrowScopes) && ta.sub_group == tb.sub_group;
    case Scope::kWorkGroup:
      return ta.group == tb.group;
    case Scope::kDevice:
      return ta.device == tb.device;
    case Scope::kAllDevices:
      return true;
  }
  return false;
}

Judge::Judge(const Test& test, const ModelOptions& options, const Execution& execution)
    : test_(test),
      options_(options),
      x_(execution),
      n_(static_cast<int>(execution.events.size())),
      inclusive_(n_),
      barrier_(n_),
      base_{Relation(n_), Relation(n_)} {
  std::vector<Event> scoped = x_.events;
  for (Event& event : scoped) {
    const bool barrier =
        event.kind == EventKind::kBarrierEntry || event.kind == EventKind::kBarrierExit;
    regions_.push_back(!options_.Has(kRegionSplit) || (barrier && !options_.Has(kBarrierFlags))
                           ? kGlobalRegion | kLocalRegion
                           : event.regions);
    if (barrier && !options_.Has(kBarrierScope)) event.scope = Scope::kAllDevices;
  }
  // incl = incl1 ∩ incl1⁻¹ ∪ [rem];incl1 ∪ incl1⁻¹;[rem]  [Sect. 3]. Only between operations that
  // have a scope: the pop and steal of Sect. 4.3 race, so a plain access is in no pair.
  for (int a = 0; a < n_; ++a) {
    for (int b = 0; b < n_; ++b) {
      const Event &ea = scoped[a], &eb = scoped[b];
      const bool plain = ea.order == Order::kPlain || eb.order == Order::kPlain;
      if (plain && options_.Has(kAtomicPlain)) continue;
      const bool there = Reaches(ea, eb), back = Reaches(eb, ea);
      bool in = there && back;
      if (options_.inclusion == ScopeInclusion::kStrict) {
        in = in && ea.scope == eb.scope;
      } else if (options_.remote && options_.Has(kRemote)) {
        in = in || (ea.remote && there) || (eb.remote && back);
      }
      if (!options_.Has(kScopes)) in = !plain && ea.thread >= 0 && eb.thread >= 0;
      if (in) inclusive_.Add(a, b);
    }
  }
  MatchBarriers(/*of_sub_groups=*/false);
  MatchBarriers(/*of_sub_groups=*/true);
  writes_of_.resize(test_.locations.size());
  for (int e = 0; e < n_; ++e) {
    if (x_.events[e].Writes()) writes_of_[x_.events[e].location].Add(e);
  }
  // Program order counts in a region between events of that region. A seq_cst atomic counts in
  // both, since seq_cst operations on both sides order both regions.
  for (int r = 0; r < 2; ++r) {
    const unsigned bit = r == 0 ? kGlobalRegion : kLocalRegion;
    EventSet in_region;
    for (int e = 0; e < n_; ++e) {
      const bool carries =
          options_.Has(kSeqCstRegions) && x_.events[e].IsAtomic() && x_.events[e].IsSeqCst();
      if ((regions_[e] & bit) || carries) in_region.Add(e);
    }
    for (int e = 0; e < n_; ++e) {
      if (!in_region.Has(e)) continue;
      base_[r].Row(e) = x_.sequenced.Row(e) & in_region;
      if (x_.events[e].thread < 0 && (regions_[e] & bit)) {
        for (int other = 0; other < n_; ++other) {
          if (in_region.Has(other) && x_.events[other].thread >= 0) base_[r].Add(e, other);
        }
      }
      if (!options_.Has(kBarrierOrder)) continue;
      barrier_.Row(e).ForEach([&](int exit) {
        if (regions_[e] & regions_[exit] & bit) base_[r].Add(e, exit);
      });
    }
    base_[r].Close();
  }
}

// The k-th barrier of one work-item meets the k-th of another of its group, if it is the same
// barrier in the same iteration and all before it met; anything else is divergence. Likewise those of sub-groups.
void Judge::MatchBarriers(bool of_sub_groups) {
  std::vector<std::vector<int>> entries(test_.threads.size());
  for (int e = 0; e < n_; ++e) {
    if (x_.events[e].kind != EventKind::kBarrierEntry || x_.events[e].of_sub_group != of_sub_groups) continue;
    entries[x_.events[e].thread].push_back(e);
  }
  const auto apart = [&](const Thread& a, const Thread& b) {
    return a.group != b.group || (of_sub_groups && a.sub_group != b.sub_group);
  };
  for (size_t a = 0; a < entries.size(); ++a) {
    for (size_t b = a + 1; b < entries.size(); ++b) {
      if (apart(test_.threads[a], test_.threads[b])) continue;
      for (size_t k = 0; k < std::max(entries[a].size(), entries[b].size()); ++k) {
        const int ea = k < entries[a].size() ? entries[a][k] : -1;
        const int eb = k < entries[b].size() ? entries[b][k] : -1;
        const bool same = ea >= 0 && eb >= 0 && x_.events[ea].barrier == x_.events[eb].barrier;
        if (!same || x_.events[ea].regions != x_.events[eb].regions) {
          divergences_.emplace_back(ea >= 0 ? ea : eb, ea >= 0 ? eb : -1);
        }
        if (!same) break;
        barrier_.Add(ea, eb + 1);  // an exit follows its entry in the list of events
        barrier_.Add(eb, ea + 1);
      }
    }
  }
}

// The writes whose release sequence `write` belongs to, itself included.
// rs = mo ∩ rs' \ ((mo \ rs');mo), rs' = thd ∪ unv;[R ∩ W]  [Fig. 2].
void Judge::ReleaseHeads(int write, Sequences sequences, std::vector<int>& heads) const {
  heads.assign(1, write);
  const int location = x_.events[write].location;
  if (sequences == Sequences::kNone || !options_.Has(kReleaseSequence) ||
      test_.locations[location].plain)
    return;
  if (sequences == Sequences::kAny) {
    // A sequence that ends here goes back along read-modify-writes and own writes only.
    const bool through = x_.events[write].kind == EventKind::kRmw;
    writes_of_[location].ForEach([&](int w) {
      if (w != write && (through || x_.events[w].thread == x_.events[write].thread))
        heads.push_back(w);
    });
    return;
  }
  const auto& order = x_.modification[location];
  const int end = static_cast<int>(std::find(order.begin(), order.end(), write) - order.begin());
  for (int h = end - 1; h >= 0; --h) {
    bool unbroken = true;
    for (int k = h + 1; k <= end && unbroken; ++k) {
      const Event& link = x_.events[order[k]];
      const bool same =
          options_.Has(kSameThreadSequence) && link.thread == x_.events[order[h]].thread;
      unbroken = same || (options_.Has(kRmwSequence) && link.kind == EventKind::kRmw);
    }
    if (unbroken) heads.push_back(order[h]);
  }
}

// sw_r = ([r ∩ REL]; ([F];sb)?; [W \ na]; rs?; [r]; rf; [R \ na]; (sb;[F])?; [r ∩ ACQ]) ∩ incl
// \ thd, and between the ends that carry over (seq_cst on both, or fences with both flags on both)
// the synchronisation in one region holds in the other.
void Judge::AddSynchronisation(Sequences sequences, Relation (&order)[2]) const {
  std::vector<int> acquirers, heads, releasers;
  const auto is_fence = [&](int e) {
    const Event& event = x_.events[e];
    return event.IsFence() && (event.kind == EventKind::kFence || options_.Has(kBarrierFence));
  };
  for (int read = 0; read < n_; ++read) {
    const int source = x_.reads_from[read];
    if (source < 0 || !x_.events[read].IsAtomic()) continue;
    acquirers.clear();
    if (x_.events[read].Acquires() && options_.Has(kAcquireRead)) acquirers.push_back(read);
    if (options_.Has(kAcquireFence)) {
      x_.sequenced.Row(read).ForEach([&](int e) {
        if (is_fence(e) && x_.events[e].Acquires()) acquirers.push_back(e);
      });
    }
    if (acquirers.empty()) continue;
    ReleaseHeads(source, sequences, heads);
    for (int head : heads) {
      if (!x_.events[head].IsAtomic() || x_.events[head].thread == x_.events[read].thread) continue;
      releasers.clear();
      if (x_.events[head].Releases() && options_.Has(kReleaseWrite)) releasers.push_back(head);
      for (int e = 0; e < n_ && options_.Has(kReleaseFence); ++e) {
        if (is_fence(e) && x_.events[e].Releases() && x_.sequenced.Has(e, head))
          releasers.push_back(e);
      }
      for (int a : releasers) {
        for (int b : acquirers) {
          if (!inclusive_.Has(a, b)) continue;
          const unsigned both = kGlobalRegion | kLocalRegion;
          unsigned regions = regions_[a] & regions_[source] & regions_[b];
          if (regions == 0) continue;
          const Event &ea = x_.events[a], &eb = x_.events[b];
          const bool seq_cst = options_.Has(kSeqCstRegions) && ea.IsSeqCst() && eb.IsSeqCst();
          const bool fences = options_.Has(kFenceRegions) && ea.IsFence() && eb.IsFence() &&
                              regions_[a] == both && regions_[b] == both;
          if (seq_cst || fences) regions = both;
          if (regions & kGlobalRegion) order[0].AddClosed(a, b);
          if (regions & kLocalRegion) order[1].AddClosed(a, b);
        }
      }
    }
  }
}

void Judge::HappensBefore(Sequences sequences, Relation (&order)[2]) const {
  order[0] = base_[0];
  order[1] = base_[1];
  AddSynchronisation(sequences, order);
}

namespace {

Relation Union(const Relation& a, const Relation& b) {
  Relation out = a;
  for (int i = 0; i < out.size(); ++i) out.Row(i) |= b.Row(i);
  return out;
}

}  // namespace

bool Judge::MayRead(int read, int source, const Relation (&order)[2]) const {
  if (options_.Has(kReadFrom) && (order[0].Has(read, source) || order[1].Has(read, source)))
    return false;
  // A write between the two hides the source, from a read of a plain location by Narf, from
  // others by Coh.
  const int location = x_.events[read].location;
  if (!options_.Has(test_.locations[location].plain ? kVisible : kCoherence)) return true;
  for (const Relation& region : order) {
    EventSet between = region.Row(source) & writes_of_[location];
    bool hidden = false;
    between.ForEach([&](int w) { hidden = hidden || (w != read && region.Has(w, read)); });
    if (hidden) return false;
  }
  return true;
}

bool Judge::Possible(Relation (&order)[2]) const {
  HappensBefore(Sequences::kNone, order);
  if (options_.Has(kHappensBefore) && !(order[0].Irreflexive() && order[1].Irreflexive()))
    return false;
  for (int read = 0; read < n_; ++read) {
    if (x_.reads_from[read] >= 0 && !MayRead(read, x_.reads_from[read], order)) return false;
  }
  return true;
}

bool Judge::Synchronises(int read) const {
  if (!x_.events[read].IsAtomic()) return false;
  bool fence = false;
  x_.sequenced.Row(read).ForEach(
      [&](int e) { fence = fence || (x_.events[e].IsFence() && x_.events[e].Acquires()); });
  return fence || x_.events[read].Acquires();
}

void Judge::UpperBound(Relation (&order)[2]) const { HappensBefore(Sequences::kAny, order); }

bool Judge::MaySee(int read, int source, const Relation (&upper)[2]) const {
  const Location& location = test_.locations[x_.events[read].location];
  if (!options_.Has(kVisible) || location.generic) return true;
  for (int r = 0; r < 2; ++r) {
    if ((location.regions & (r == 0 ? kGlobalRegion : kLocalRegion)) && !upper[r].Has(source, read))
      return false;
  }
  return true;
}

// Coh: irreflexive((rf⁻¹)?; mo; rf?; hb).
bool Judge::Coherent(const Relation& order) const {
  std::vector<EventSet> family(n_);  // a write and its readers
  for (int e = 0; e < n_; ++e) {
    if (x_.events[e].Writes()) family[e].Add(e);
    if (x_.reads_from[e] >= 0) family[x_.reads_from[e]].Add(e);
  }
  for (const auto& writes : x_.modification) {
    EventSet earlier;
    for (int write : writes) {
      bool ok = true;
      family[write].ForEach([&](int e) { ok = ok && !order.Row(e).Intersects(earlier); });
      if (!ok) return false;
      earlier |= family[write];
    }
  }
  return true;
}

// acyclic([SC]; ([F];sb)?; (rb ∪ mo ∪ hb); (sb;[F])?; [SC] ∩ incl), POPL'16 with scopes.
bool Judge::SeqCstOrder(const Relation& both) const {
  EventSet seq_cst;
  bool any = false;
  for (int e = 0; e < n_; ++e) {
    const Event& event = x_.events[e];
    if (!event.IsSeqCst() || (event.IsFence() && !options_.Has(kSeqCstFence))) continue;
    seq_cst.Add(e);
    any = true;
  }
  if (!any) return true;
  Relation step = both;
  for (const auto& writes : x_.modification) {
    for (size_t i = 0; i < writes.size(); ++i) {
      for (size_t j = i + 1; j < writes.size(); ++j) step.Add(writes[i], writes[j]);
    }
  }
  for (int read = 0; read < n_; ++read) {
    const int source = x_.reads_from[read];
    if (source < 0 || test_.locations[x_.events[read].location].plain) continue;
    const auto& writes = x_.modification[x_.events[read].location];
    bool after = false;
    for (int write : writes) {
      if (after && write != read) step.Add(read, write);
      after = after || write == source;
    }
  }
  Relation order(n_);
  const auto fences_around = [&](int e, bool before) {
    EventSet out;
    if (seq_cst.Has(e)) out.Add(e);
    seq_cst.ForEach([&](int f) {
      if (x_.events[f].IsFence() && (before ? x_.sequenced.Has(f, e) : x_.sequenced.Has(e, f)))
        out.Add(f);
    });
    return out;
  };
  std::vector<EventSet> ends(n_);
  for (int e = 0; e < n_; ++e) ends[e] = fences_around(e, false);
  for (int a = 0; a < n_; ++a) {
    const EventSet starts = fences_around(a, true);
    if (starts.Empty()) continue;
    EventSet targets;
    step.Row(a).ForEach([&](int b) { targets |= ends[b]; });
    starts.ForEach([&](int s) {
      targets.ForEach([&](int t) {
        if (s != t && (!options_.Has(kSeqCstScope) || inclusive_.Has(s, t))) order.Add(s, t);
      });
    });
  }
  order.Close();
  return order.Irreflexive();
}

bool Judge::Consistent(Relation& both) const {
  Relation region[2];
  HappensBefore(Sequences::kExact, region);
  both = Union(region[0], region[1]);
  if (options_.Has(kHappensBefore) && !(region[0].Irreflexive() && region[1].Irreflexive()))
    return false;  // Hb
  if (options_.Has(kCoherence) && !(Coherent(region[0]) && Coherent(region[1])))
    return false;  // Coh
  for (int read = 0; read < n_; ++read) {
    const int source = x_.reads_from[read];
    if (source < 0) continue;
    if (options_.Has(kReadFrom) && both.Has(read, source)) return false;  // Rf
    const Location& location = test_.locations[x_.events[read].location];
    if (location.plain) {
      if (!options_.Has(kVisible)) continue;
      for (int r = 0; r < 2; ++r) {  // Narf: in every region of the location
        if ((location.regions & (r == 0 ? kGlobalRegion : kLocalRegion)) == 0) continue;
        if (!region[r].Has(source, read) && !location.generic) return false;
        for (int w = 0; w < n_; ++w) {
          if (x_.events[w].Writes() && x_.events[w].location == x_.events[read].location &&
              region[r].Has(source, w) && region[r].Has(w, read)) {
            return false;
          }
        }
      }
    } else if (x_.events[read].kind == EventKind::kRmw && options_.Has(kAtomicity)) {  // Rmw
      const auto& writes = x_.modification[x_.events[read].location];
      const auto at = std::find(writes.begin(), writes.end(), read);
      if (at == writes.begin() || *(at - 1) != source) return false;
    }
  }
  return !options_.Has(kSeqCst) || SeqCstOrder(both);
}

// dr = conflict \ hb \ hb⁻¹ \ incl [Fig. 2], between different work-items.
std::vector<std::pair<int, int>> Judge::DataRaces(const Relation& order) const {
  std::vector<std::pair<int, int>> out;
  for (int a = 0; a < n_; ++a) {
    const Event& ea = x_.events[a];
    if (ea.thread < 0 || ea.location < 0) continue;
    for (int b = a + 1; b < n_; ++b) {
      const Event& eb = x_.events[b];
      if (eb.location != ea.location || eb.thread == ea.thread || !(ea.Writes() || eb.Writes()))
        continue;
      if (!order.Has(a, b) && !order.Has(b, a) && !inclusive_.Has(a, b)) out.emplace_back(a, b);
    }
  }
  return out;
}

std::vector<std::pair<int, int>> Judge::UnsequencedRaces() const {
  std::vector<std::pair<int, int>> out;
  if (!options_.Has(kUnsequenced)) return out;
  for (int a = 0; a < n_; ++a) {
    const Event& ea = x_.events[a];
    if (ea.thread < 0 || ea.location < 0) continue;
    for (int b = a + 1; b < n_; ++b) {
      const Event& eb = x_.events[b];
      if (eb.location != ea.location || eb.thread != ea.thread || !(ea.Writes() || eb.Writes()))
        continue;
      if (!x_.sequenced.Has(a, b) && !x_.sequenced.Has(b, a)) out.emplace_back(a, b);
    }
  }
  return out;
}

std::vector<std::pair<int, int>> Judge::Divergences() const {
  return options_.Has(kDivergence) ? divergences_ : std::vector<std::pair<int, int>>();
}

}  // namespace lockstep::litmus
