// The heads of a location's release sequences (paper 002, Fig. 2).
#include "runtime/replay/release_heads.h"

#include <utility>

namespace lockstep {

void Merge(Publications* list, const Publication& more) {
  for (Publication& kept : *list) {
    if (kept.what == more.what && kept.regions == more.regions) {
      kept.views.Join(more.views, kAllRegions);
      return;
    }
  }
  list->push_back(more);
}

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

void ReleaseHeads::Write(const GroupGeometry& geometry, uint64_t actor, bool read_modify_write,
                         const Publications& own, const ReplayOptions& options) {
  const bool keeps_all = read_modify_write && Has(options, kReleaseSequence) &&
                         Has(options, kRmwSequence);
  const bool keeps_own = Has(options, kReleaseSequence) && Has(options, kSameItemSequence);
  if (!keeps_all) {
    Publications mine;
    if (keeps_own && parts_ != nullptr) {
      const auto it = parts_->by_actor.find(actor);
      if (it != parts_->by_actor.end()) mine = std::move(it->second);
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
    all_ = own;
    return;
  }
  if (parts_ == nullptr && sole_ != actor) {
    parts_ = std::make_unique<Parts>();
    AddTo(parts_.get(), geometry, sole_, all_);
  }
  if (parts_ != nullptr) AddTo(parts_.get(), geometry, actor, own);
  for (const Publication& publication : own) Merge(&all_, publication);
}

const Publications* ReleaseHeads::OfGroup(const GroupGeometry& geometry, uint64_t actor) const {
  if (all_.empty()) return nullptr;
  if (parts_ == nullptr) {
    return geometry.GroupOf(sole_) == geometry.GroupOf(actor) ? &all_ : nullptr;
  }
  const auto it = parts_->by_group.find(geometry.GroupOf(actor));
  return it == parts_->by_group.end() ? nullptr : &it->second;
}

const Publications* ReleaseHeads::OfSubGroup(const GroupGeometry& geometry, uint64_t actor) const {
  if (geometry.sub_group_items == 0) return OfGroup(geometry, actor);
  if (all_.empty()) return nullptr;
  if (parts_ == nullptr) {
    return SubGroupOf(geometry, sole_) == SubGroupOf(geometry, actor) ? &all_ : nullptr;
  }
  const auto it = parts_->by_sub_group.find(SubGroupOf(geometry, actor));
  return it == parts_->by_sub_group.end() ? nullptr : &it->second;
}

}  // namespace lockstep
