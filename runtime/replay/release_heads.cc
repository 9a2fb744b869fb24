// The heads of a location's release sequences (paper 002, Fig. 2).
#include "runtime/replay/release_heads.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lockstep {

void Merge(Publications* list, Publication more) {
  for (Publication& kept : *list) {
    if (kept.what == more.what && kept.regions == more.regions) {
      kept.views.Join(more.views, kAllRegions);
      return;
    }
  }
  list->push_back(std::move(more));
}

namespace {

bool SameKinds(const Publications& a, const Publications& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Publication& x, const Publication& y) {
    return x.what == y.what && x.regions == y.regions;
  });
}

}  // namespace

uint64_t ReleaseHeads::SubGroupOf(const GroupGeometry& geometry, uint64_t actor) {
  // Distinct for the sub-groups of different groups: no group has more sub-groups than actors.
  return geometry.GroupOf(actor) * geometry.group_size +
         (actor % geometry.group_size) / geometry.sub_group_items;
}

void ReleaseHeads::AddTo(Parts* parts, const GroupGeometry& geometry, uint64_t actor,
                         const Publications& own) {
  for (const Publication& publication : own) {
    Merge(&parts->by_actor[actor], publication);
    Merge(&parts->by_group[geometry.GroupOf(actor)], publication);
    if (geometry.sub_group_items != 0) {
      Merge(&parts->by_sub_group[SubGroupOf(geometry, actor)], publication);
    }
  }
}

void ReleaseHeads::Parts::Add(uint64_t actor, const Publications& own) {
  recent.emplace_back(actor, own);
  if (recent.size() > most_recent) Shorten();
}

void ReleaseHeads::Parts::Shorten() {
  std::unordered_map<uint64_t, const Publications*> latest;
  size_t first = recent.size();  // of those that stay, which move to the end
  for (size_t i = recent.size(); i-- > 0;) {
    const auto [at, is_new] = latest.try_emplace(recent[i].first, nullptr);
    if (!is_new && SameKinds(*at->second, recent[i].second)) continue;
    if (--first != i) recent[first] = std::move(recent[i]);
    at->second = &recent[first].second;
  }
  recent.erase(recent.begin(), recent.begin() + static_cast<std::ptrdiff_t>(first));
  most_recent = std::max(most_recent, 2 * recent.size());
}

ReleaseHeads::Parts* ReleaseHeads::Sorted(const GroupGeometry& geometry) const {
  for (const auto& [actor, own] : parts_->recent) AddTo(parts_.get(), geometry, actor, own);
  parts_->recent.clear();
  return parts_.get();
}

void ReleaseHeads::Write(const GroupGeometry& geometry, uint64_t actor, bool read_modify_write, Publications own,
                         const ReplayOptions& options) {
  const bool keeps_all = read_modify_write && Has(options, kReleaseSequence) &&
                         Has(options, kRmwSequence);
  const bool keeps_own = Has(options, kReleaseSequence) && Has(options, kSameItemSequence);
  if (!keeps_all) {
    Publications mine;
    if (keeps_own && parts_ != nullptr) {
      Parts* parts = Sorted(geometry);
      const auto it = parts->by_actor.find(actor);
      if (it != parts->by_actor.end()) mine = std::move(it->second);
    } else if (keeps_own && sole_ == actor) {
      mine = std::move(all_);
    }
    all_ = std::move(mine);
    sole_ = actor;
    parts_.reset();
  }
  if (own.empty()) return;
  if (all_.empty()) {
    sole_ = actor;
    all_ = std::move(own);
    return;
  }
  if (parts_ == nullptr && sole_ != actor) {
    parts_.reset(ClockMemory::Make<Parts>());
    parts_->Add(sole_, all_);
  }
  if (parts_ != nullptr) parts_->Add(actor, own);
  for (Publication& publication : own) Merge(&all_, std::move(publication));
}

const Publications* ReleaseHeads::OfGroup(const GroupGeometry& geometry, uint64_t actor) const {
  if (all_.empty()) return nullptr;
  if (parts_ == nullptr) {
    return geometry.GroupOf(sole_) == geometry.GroupOf(actor) ? &all_ : nullptr;
  }
  const Parts* parts = Sorted(geometry);
  const auto it = parts->by_group.find(geometry.GroupOf(actor));
  return it == parts->by_group.end() ? nullptr : &it->second;
}

const Publications* ReleaseHeads::OfSubGroup(const GroupGeometry& geometry, uint64_t actor) const {
  if (geometry.sub_group_items == 0) return OfGroup(geometry, actor);
  if (all_.empty()) return nullptr;
  if (parts_ == nullptr) {
    return SubGroupOf(geometry, sole_) == SubGroupOf(geometry, actor) ? &all_ : nullptr;
  }
  const Parts* parts = Sorted(geometry);
  const auto it = parts->by_sub_group.find(SubGroupOf(geometry, actor));
  return it == parts->by_sub_group.end() ? nullptr : &it->second;
}

}  // namespace lockstep
