// Clocks moved on by atomics, fences and barriers: synchronises-with of paper 002, Fig. 2, per region.
//
// sw_r = ([r ∩ REL]; ([F];sb)?; [W \ na]; rs?; [r]; rf; [R \ na]; (sb;[F])?; [r ∩ ACQ]) ∩ incl. A
// release publishes what its work-item knows, with its scope; the location carries it along release
// sequences; a read acquires it at once, or keeps it pending for the acquire fences after it.
#include "runtime/replay/synchronisation.h"

#include <utility>

namespace lockstep {

Synchronisation::Synchronisation(const ReplayOptions& options) : options_(options) {
  geometry_.group_size = options.group_size == 0 ? 1 : options.group_size;
  geometry_.sub_group_items = options.sub_group_items;
  geometry_.group_items = options.group_items;
}

// A barrier writes no event of its own: the first event behind it tells, by its segments.
void Synchronisation::PassBarriers(const ls_event& event, uint64_t group_number, Group* group) {
  const uint32_t from[kRegions] = {event.global_from, event.local_from, event.image_from};
  bool passed = false;
  for (int r = 0; r < kRegions; ++r) {
    if (from[r] <= group->from[r]) continue;
    group->from[r] = from[r];
    passed = true;
    for (Item* item : group->dirty[r]) {
      if (Has(options_, kBarrierJoin)) group->views.of[r].Join(item->views.of[r]);
      item->dirty &= ~(1u << r);
    }
    group->dirty[r].clear();
    if (Has(options_, kBarrierOrder)) group->views.of[r].barriers.Raise(group_number, from[r]);
  }
  if (passed) ++group->version;
}

// Joins what `actor` did not know. Who knows its last release knows what it knew then: such views can
// simply be taken over, which makes a lock that goes round and round cheap.
void Synchronisation::Gain(const Views& views, unsigned regions, uint64_t actor, Item* item) {
  for (int r = 0; r < kRegions; ++r) {
    if (!(regions >> r & 1)) continue;
    if (item->told[r] != 0 && views.of[r].events.Get(actor) >= item->told[r]) {
      item->views.of[r] = views.of[r];
      regions &= ~(1u << r);
    }
    item->told[r] = 0;
  }
  item->views.Join(views, regions);
}

// The group's next barriers hand on what `item` has gained.
void Synchronisation::NoteGain(unsigned regions, Item* item, Group* group) {
  for (int r = 0; r < kRegions; ++r) {
    if ((regions & ~item->dirty) >> r & 1) group->dirty[r].push_back(item);
  }
  item->dirty |= regions;
}

// What `item` gains from `from` by the acquire `by`, an atomic or fence for the regions `by_regions`.
void Synchronisation::Acquire(const Publication& from, uint32_t by, unsigned by_regions,
                              unsigned through, Distance distance, uint64_t actor, Item* item,
                              Group* group, unsigned* done) {
  if (!Inclusive(from.what, by, distance, options_)) return;
  unsigned regions = from.regions & through & by_regions;
  if (regions == 0) return;
  const bool fences = IsFence(from.what) && IsFence(by);
  if (fences && Has(options_, kFenceRegions)) regions = from.regions & by_regions;
  if (IsSeqCst(from.what) && IsSeqCst(by) && Has(options_, kSeqCstRegions)) {
    regions = (IsFence(from.what) ? from.regions : kAllRegions) &
              (IsFence(by) ? by_regions : kAllRegions);
  }
  if (done != nullptr) {
    regions &= ~*done;
    *done |= regions;
  }
  Gain(from.views, regions, actor, item);
  NoteGain(regions, item, group);
}

void Synchronisation::Read(const ls_event& event, unsigned through, const ReleaseHeads& heads, Item* item,
                           Group* group) {
  const bool now = Acquires(event.what) && Has(options_, kAcquireRead);
  const bool later = options_.fences && Has(options_, kAcquireFence);
  if (heads.All() == nullptr || !(now || later)) return;
  // Who may acquire anybody's needs no narrower lists.
  bool narrower = later;
  for (const Publication& publication : *heads.All()) {
    narrower = narrower || !Inclusive(publication.what, event.what, Distance::kDevice, options_);
  }
  const Publications* lists[] = {heads.All(), narrower ? heads.OfGroup(geometry_, event.actor) : nullptr,
                                 narrower ? heads.OfSubGroup(geometry_, event.actor) : nullptr};
  const Distance distances[] = {Distance::kDevice, Distance::kGroup, Distance::kSubGroup};
  for (int i = 0; i < 3; ++i) {
    if (lists[i] == nullptr) continue;
    for (const Publication& publication : *lists[i]) {
      const bool all = Inclusive(publication.what, event.what, Distance::kDevice, options_);
      if (now && (i == 0 || !all)) {
        Acquire(publication, event.what, through, through, distances[i], event.actor, item, group,
                nullptr);
      }
      if (!later) continue;
      // A fence could not add to what was acquired, unless one of the exceptions holds by which more
      // than the location's region is ordered.
      if (now && all && !IsFence(publication.what) && !IsSeqCst(publication.what)) continue;
      Pending* known = nullptr;
      for (Pending& pending : item->Also().pending) {
        if (pending.publication.what == publication.what &&
            pending.publication.regions == publication.regions && pending.through == through &&
            pending.distance == distances[i]) {
          known = &pending;
        }
      }
      if (known == nullptr) {
        item->Also().pending.push_back({publication, through, 0, distances[i]});
      } else {
        known->publication.views.Join(publication.views, kAllRegions);
        known->done = 0;
      }
    }
  }
}

// What the event publishes if it is a release for these regions: everything up to itself.
Publication Synchronisation::Published(const ls_event& event, unsigned regions, Item* item) {
  Publication out;
  out.what = event.what & (LS_EVENT_SCOPE_MASK | LS_EVENT_REMOTE);
  if (!IsFence(event.what)) out.what |= LS_CLASS_AW;
  if (IsSeqCst(event.what)) out.what |= LS_ORDER_SEQ_CST << LS_EVENT_ORDER_SHIFT;
  out.regions = regions;
  // Seq_cst atomics on both sides order every region.
  const unsigned carried = IsSeqCst(event.what) && !IsFence(event.what) ? kAllRegions : regions;
  item->views.RaiseEvents(event.actor, event.events + 1, carried);
  for (int r = 0; r < kRegions; ++r) {
    if (!(carried >> r & 1)) continue;
    out.views.of[r] = item->views.of[r];
    item->told[r] = event.events + 1;
  }
  return out;
}

void Synchronisation::Write(const ls_event& event, unsigned through, Item* item,
                            ReleaseHeads* heads) {
  Publications own;
  if (item->seldom != nullptr) own = item->seldom->fences;
  if (Releases(event.what) && Has(options_, kReleaseWrite)) {
    Merge(&own, Published(event, through, item));
  }
  heads->Write(geometry_, event.actor, Reads(event.what), std::move(own), options_);
}

void Synchronisation::Fence(const ls_event& event, Item* item, Group* group) {
  const unsigned flags = FlagsOf(event.what, options_);
  if (Acquires(event.what) && item->seldom != nullptr) {
    for (Pending& pending : item->seldom->pending) {
      Acquire(pending.publication, event.what, flags, pending.through, pending.distance,
              event.actor, item, group, &pending.done);
    }
  }
  if (Releases(event.what) && Has(options_, kReleaseFence) && flags != 0) {
    Merge(&item->Also().fences, Published(event, flags, item));
  }
}

// A copy begins behind what barriers have handed to its whole group, and behind the copies that its caller has
// waited for; it is made by whomever the device likes, so the caller's own past counts only where the caller
// is alone. To each work-item that waits for it, it is over (semantics section 1).
void Synchronisation::CopyStep(const ls_event& event, uint64_t group_number, Item* item, Group* group) {
  const uint64_t first = group_number * geometry_.group_size;
  const uint64_t name = event.value & (LS_EVENT_COPY_ALONE - 1);
  if (event.what & LS_EVENT_COPY) {
    const uint64_t copy = first + geometry_.group_items + event.cell;
    group->copies[name].emplace_back(copy, event.events);
    Views& views = items_[copy].views;
    if (event.value & LS_EVENT_COPY_ALONE) {
      views.Join(item->views, kAllRegions);
      views.RaiseEvents(event.actor, event.events + 1, kAllRegions);
    }
    for (uint64_t other = first + geometry_.group_items; other < first + geometry_.group_size; ++other) {
      const uint32_t known = item->views.of[LS_REGION_GLOBAL].events.Get(other);
      if (known != 0) views.RaiseEvents(other, known, kAllRegions);
    }
    return;
  }
  const auto waited = group->copies.find(name);
  if (waited == group->copies.end()) return;
  for (const auto& [copy, number] : waited->second) {
    item->views.RaiseEvents(copy, number + 1, kAllRegions);
  }
  for (int r = 0; r < kRegions; ++r) {
    item->told[r] = 0;
    if (!(item->dirty >> r & 1)) group->dirty[r].push_back(item);
  }
  item->dirty = kAllRegions;
}

// A barrier of a sub-group hands to each who waits at it what any of them knew, per region if both sides' flags name
// it (semantics section 2). All come before the first goes on.
void Synchronisation::PartStep(const ls_event& event, Item* item, Group* group) {
  const unsigned flags = Has(options_, kPartOrder) ? FlagsOf(event.what, options_) : 0;
  if (OrderOf(event.what) == LS_ORDER_RELEASE) {
    Meeting& meeting = group->meetings[event.value];
    ++meeting.waiting;
    meeting.views.Join(item->views, flags);
    meeting.views.RaiseEvents(event.actor, event.events + 1, flags);
    meeting.met.Join(item->Also().met);
    meeting.met.Raise(event.actor, event.events + 1);
    return;
  }
  const auto at = group->meetings.find(event.value);
  if (at == group->meetings.end()) return;
  Gain(at->second.views, flags, event.actor, item);
  NoteGain(flags, item, group);
  item->Also().met.Join(at->second.met);
  if (--at->second.waiting == 0) group->meetings.erase(at);
}

// The location's value comes from this write now. It is no release, but goes on with those of its
// own work-item, like every write that is no read-modify-write.
void Synchronisation::PlainWrite(const ls_event& event, uint64_t group_number) {
  for (uint64_t i = 0; i < event.cells; ++i) {
    uint64_t key = CellKey(event, i, group_number);
    if (!inner_cells_.empty()) {
      const auto inner = inner_cells_.find(key);
      if (inner != inner_cells_.end()) key = inner->second;
    }
    ReleaseHeads* const location = locations_.Find(key);
    if (location != nullptr) location->Write(geometry_, event.actor, false, {}, options_);
  }
}

const Views& Synchronisation::Apply(const ls_event& event) {
  const uint64_t group_number = geometry_.GroupOf(event.actor);
  Item& item = items_[event.actor];
  if (!(event.what & LS_EVENT_LATE)) {
    Group& group = groups_[group_number];
    PassBarriers(event, group_number, &group);
    if (item.joined != group.version) {
      Gain(group.views, kAllRegions, event.actor, &item);
      item.joined = group.version;
    }
    if (IsCopyStep(event.what)) {
      CopyStep(event, group_number, &item, &group);
    } else if (IsPartStep(event.what)) {
      PartStep(event, &item, &group);
    } else if (IsFence(event.what)) {
      Fence(event, &item, &group);
    } else if (IsAtomic(event.what)) {
      const unsigned through = OrderedThrough(RegionOf(event.what), options_);
      const uint64_t key = CellKey(event, 0, group_number);
      for (uint64_t i = 1; i < event.cells; ++i) {
        inner_cells_[CellKey(event, i, group_number)] = key;
      }
      ReleaseHeads& heads = locations_[key];
      if (Reads(event.what)) Read(event, through, heads, &item, &group);
      if (Writes(event.what)) Write(event, through, &item, &heads);
    }
  }
  if (ClassOf(event.what) == LS_CLASS_W) PlainWrite(event, group_number);
  return item.views;
}

}  // namespace lockstep
