#include "host/plan/plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "device-lib/shared/record.h"
#include "device-lib/shared/sync_cell.h"
#include "runtime/prune/group_proof.h"
#include "runtime/prune/site_program.h"

namespace lockstep::host {
namespace {

using Space = RootFacts::Space;

uint64_t CellsOf(uint64_t bytes, unsigned shift) {
  return (bytes + (uint64_t{1} << shift) - 1) >> shift;
}

uint64_t AlignUp(uint64_t value) { return (value + 7) & ~uint64_t{7}; }

bool Overlap(const RootFacts& a, const RootFacts& b) {
  return a.object == b.object && a.delta < b.delta + b.extent && b.delta < a.delta + a.extent;
}

// Variant "default" does not check roots that the kernel never writes. That misses nothing unless
// what they read is written through another root.
bool NeedsFull(const PlanRequest& request) {
  if (request.full) return false;
  const auto left_out = [](const RootFacts& root) {
    return root.space == Space::kGlobal && root.reads && !root.checked && root.extent > 0;
  };
  if (request.unknown_writes || request.footprints) {
    return std::any_of(request.roots.begin(), request.roots.end(), left_out);
  }
  for (const RootFacts& read : request.roots) {
    if (!left_out(read)) continue;
    for (const RootFacts& written : request.roots) {
      if (&read == &written || written.space != Space::kGlobal || !written.writes) continue;
      if (Overlap(read, written)) return true;
    }
  }
  return false;
}

bool IsUsed(const RootFacts& root) { return root.space != Space::kNone && (root.reads || root.writes); }

// A __constant argument whose memory nothing in the launch writes.
bool IsUnwritten(const RootFacts& root, const PlanRequest& request) {
  return root.constant && !request.unknown_writes && !request.footprints &&
         std::none_of(request.roots.begin(), request.roots.end(), [&](const RootFacts& other) {
           return other.space == Space::kGlobal && other.writes && Overlap(root, other);
         });
}

// Whether somebody must look at where accesses through a root go that has no cells.
bool MustBeLookedAt(const RootFacts& root, const PlanRequest& request) {
  return request.bounds && IsUsed(root) && !root.stays;
}

// The same for a root that the twin leaves out altogether. (No pointer leads to an image, and reads may go anywhere.)
bool NeedsBounds(const PlanRequest& request) {
  return std::any_of(request.roots.begin(), request.roots.end(), [&](const RootFacts& root) {
    return !root.checked && !root.bounded && !root.image && MustBeLookedAt(root, request);
  });
}

// A root without cells. Images get their entry of the image table.
ls_root Empty(const RootFacts& root, Plan& plan) {
  ls_root entry = {};
  entry.flags = LS_ROOT_STAYS;
  if (root.space == Space::kLocal) entry.flags |= LS_ROOT_LOCAL;
  if (root.sampler) entry.flags |= LS_ROOT_SAMPLER | *root.sampler << LS_ROOT_INDEX_SHIFT;
  if (root.image) {
    entry.flags |= LS_ROOT_IMAGE | (root.over_buffer ? LS_ROOT_BUFFER_IMAGE : 0u) |
                  static_cast<ls_u32>(plan.images.size()) << LS_ROOT_INDEX_SHIFT;
    plan.images.push_back(*root.image);
  }
  return entry;
}

// What an object gets, shared by its roots.
struct Place {
  unsigned shift = 3;
  uint64_t first_cell = 0, first_value = 0;
  ls_u32 number = 0;
};

// For findings to be counted by: LS_KEY_OBJECT.
ls_u32 NumberFlag(ls_u32 number) { return number % LS_ROOT_OBJECTS << LS_ROOT_OBJECT_SHIFT; }

// Whether another root may lead to what `root` leads to.
bool IsAlone(const RootFacts& root, const PlanRequest& request) {
  return std::none_of(request.roots.begin(), request.roots.end(), [&](const RootFacts& other) {
    return &other != &root && root.space == Space::kGlobal && other.space == Space::kGlobal &&
           (other.reads || other.writes) && other.object == root.object && other.object_size > 0 &&
           other.base == 0;
  });
}

// How much belongs to each root of `about`.
std::map<int, uint64_t> SiteSizes(const std::vector<int>& about, const PlanRequest& request) {
  std::map<int, uint64_t> sizes;
  for (const int number : about) {
    if (static_cast<size_t>(number) >= request.roots.size()) continue;
    const RootFacts& root = request.roots[number];
    sizes[number] = root.extent;
    for (int d = 0; root.image && d < 3; ++d) sizes[SiteSizeOf(number, d)] = root.image->size[d];
  }
  return sizes;
}

// Whether what `proof` takes for granted will be looked at; then notes what that is.
bool MayTrust(const RootProof& proof, PlanRequest& request) {
  const auto is_seen = [&](int number) {
    const auto index = static_cast<size_t>(number);
    return index < request.roots.size() && request.roots[index].checked && !request.roots[index].pruned;
  };
  if (proof.counters.empty()) return true;
  if (!request.shows_counters || !std::all_of(proof.counters.begin(), proof.counters.end(), is_seen)) return false;
  request.counters.insert(proof.counters.begin(), proof.counters.end());
  return true;
}

// By where each access goes.
void PruneGlobal(const LaunchNumbers& launch, PlanRequest& request) {
  const auto open = [&](const RootFacts& root) {
    return root.space == Space::kGlobal && root.checked && !root.pruned && IsAlone(root, request);
  };
  for (RootFacts& root : request.roots) {
    if (!open(root) || root.writes) continue;  // variant "full" checks what is only read
    root.pruned = true;
    root.decision.decision = Decision::kUnwritten;
  }
  if (request.sites == nullptr) return;
  const std::vector<int>& known = request.sites->about();
  const bool any = std::any_of(known.begin(), known.end(), [&](int number) {
    return static_cast<size_t>(number) < request.roots.size() && open(request.roots[number]);
  });
  if (!any) return;
  std::map<int, uint64_t> sizes = SiteSizes(known, request);
  for (const int number : known) {
    const auto index = static_cast<size_t>(number);
    if (index < request.roots.size() && !IsAlone(request.roots[index], request)) sizes.erase(number);
  }
  const auto proofs = request.sites->For(launch, sizes, &request.proofs);
  for (const auto& [number, proof] : *proofs) {
    const auto index = static_cast<size_t>(number);
    if (index >= request.roots.size() || !open(request.roots[index])) continue;
    RootFacts& root = request.roots[index];
    if (proof.proven && !MayTrust(proof, request)) {
      root.decision = {Decision::kChecked, kCountersMayGoOn, ""};
      continue;
    }
    root.pruned = proof.proven;
    // Where accesses belong to memory that we do not know is no question, so that no answer counts.
    root.stays = root.stays || proof.inside;
    root.decision = {proof.proven ? Decision::kNoMeeting : Decision::kChecked, proof.proven ? "" : proof.why, ""};
  }
}

// By barrier intervals.
void PruneLocal(const LaunchNumbers& launch, PlanRequest& request) {
  if (request.group == nullptr) return;
  std::map<int, uint64_t> sizes;
  bool open = false;
  for (size_t i = 0; i < request.roots.size(); ++i) {
    const RootFacts& root = request.roots[i];
    if (root.space != Space::kLocal) continue;
    sizes[static_cast<int>(i)] = root.object_size;
    open |= root.checked && !root.pruned;
  }
  const std::vector<int>& about = request.group->about();
  if (!open && std::find(about.begin(), about.end(), kBarriersMet) == about.end()) return;
  const auto proofs = request.group->For(launch, sizes, &request.proofs);
  for (const auto& [number, proof] : *proofs) {
    if (number == kBarriersMet) request.barriers_met = proof.proven;
    if (number < 0) continue;
    const auto index = static_cast<size_t>(number);
    if (index >= request.roots.size()) continue;
    RootFacts& root = request.roots[index];
    if (root.space != Space::kLocal || root.pruned) continue;
    root.pruned = proof.proven;
    root.stays = proof.proven;
    root.decision = {proof.proven ? Decision::kBarrierInterval : Decision::kChecked, proof.proven ? "" : proof.why, ""};
  }
}

}  // namespace

void Prune(const LaunchNumbers& launch, PlanRequest& request) {
  // An access whose root is unknown may go anywhere.
  if (request.unknown_reads || request.unknown_writes) {
    for (RootFacts& root : request.roots) root.decision.why = "the kernel follows pointers of unknown origin";
    return;
  }
  if (!request.footprints) PruneGlobal(launch, request);
  PruneLocal(launch, request);
  for (RootFacts& root : request.roots) {
    if (root.pruned || !root.decision.why.empty()) continue;
    root.decision.why = IsAlone(root, request) ? "where its accesses go cannot be told before the launch"
                                               : "another argument leads to the same memory";
  }
}

void PruneAtomics(PlanRequest& request) {
  if (request.unknown_reads || request.unknown_writes) return;
  std::vector<RootFacts*> open;
  for (size_t i = 0; i < request.roots.size(); ++i) {
    RootFacts& root = request.roots[i];
    if (!IsUsed(root) || !root.checked || root.pruned) continue;
    // What proofs take of these has to be seen.
    if (request.counters.count(static_cast<int>(i)) == 0) open.push_back(&root);
  }
  const auto alone = [&](const RootFacts& root) {
    return root.atomics.alone && (root.space == Space::kLocal || (!request.footprints && IsAlone(root, request)));
  };
  const bool nothing_else = std::all_of(open.begin(), open.end(), [&](const RootFacts* root) { return alone(*root); });
  for (RootFacts* root : open) {
    if (!alone(*root) || !(nothing_else || root->atomics.relaxed)) continue;
    root->pruned = true;
    root->decision = {Decision::kAtomicsAlone, "", ""};
  }
}

void ProveBounds(const LaunchNumbers& launch, PlanRequest& request) {
  const auto asks = [](const RootFacts& root) {
    return IsUsed(root) && !root.stays && (root.pruned || !root.checked);
  };
  if (request.places == nullptr || std::none_of(request.roots.begin(), request.roots.end(), asks)) return;
  const auto proofs = request.places->For(launch, SiteSizes(request.places->about(), request), &request.proofs);
  for (const auto& [number, proof] : *proofs) {
    const auto index = static_cast<size_t>(number);
    if (index >= request.roots.size()) continue;
    RootFacts& root = request.roots[index];
    if (!asks(root) || root.space != Space::kGlobal) continue;
    root.stays = proof.proven;
    root.why_open = proof.proven ? "" : proof.why;
  }
}

namespace {

// Gives the local memory of each group cells in the global planes, behind those of global objects: as long as it runs,
// if not all groups of the launch can run at one time.
void PlaceLocalRecords(const PlanRequest& request, uint64_t values, Plan& plan) {
  // Kernels that synchronise mix the further records of a block of cells (ls_sync_more_at).
  plan.local_first_cell = (plan.cells + LS_SYNC_MORE_BLOCK - 1) / LS_SYNC_MORE_BLOCK * LS_SYNC_MORE_BLOCK;
  plan.local_first_value = plan.value_bytes;
  plan.local_values = values;
  const bool shared = request.running_groups < request.groups && !request.apart;  // else nobody notes which
  const uint64_t slabs = shared ? request.running_groups : request.groups;
  if (shared) plan.local_slabs = static_cast<uint32_t>(slabs);
  plan.cells = plan.local_first_cell + slabs * plan.local_cells + plan.local_slabs;  // and a head for each, behind
  plan.value_bytes += slabs * values;
}

// Moves what the hidden local argument would hold to rooms in global memory. Where groups are not serial there are
// none, and nothing to move where each group has its own slab and work-items say nothing to each other.
void PlaceApart(const PlanRequest& request, bool says_something, Plan& plan) {
  if (!request.serial_groups && says_something) {
    plan.local_fits = false;
    return;
  }
  if (request.serial_groups) {
    plan.local_slabs = static_cast<uint32_t>(std::min(request.running_groups, request.groups));
    plan.room_words = plan.local_words;
    plan.words_of_rooms = plan.local_slabs * (2 + plan.room_words);
  }
  plan.local_words = 0;
}

}  // namespace

Plan MakePlan(const PlanRequest& request) {
  Plan plan;
  plan.needs_full = NeedsFull(request);
  if (plan.needs_full) return plan;
  plan.needs_bounds = NeedsBounds(request);
  if (plan.needs_bounds) return plan;
  const bool unknown = request.unknown_reads || request.unknown_writes;
  const auto used = [&](const RootFacts& root) {
    return root.object_size > 0 && !root.pruned && !IsUnwritten(root, request) &&
           (root.checked || (unknown && root.space == Space::kGlobal));
  };

  // Global objects in the order of their first root; the smallest granule of all roots holds.
  std::map<uint64_t, Place> objects;
  for (const RootFacts& root : request.roots) {
    if (root.space != Space::kGlobal || !used(root)) continue;
    Place& place = objects[root.object];
    place.shift = std::min(place.shift, root.shift);
    while ((root.delta & ((uint64_t{1} << place.shift) - 1)) != 0) --place.shift;
  }
  std::set<uint64_t> placed;
  ls_u32 local_objects = 0;
  plan.roots.reserve(request.roots.size());
  plan.starts.reserve(request.roots.size());
  uint64_t local_cells = 0, local_values = 0;
  for (const RootFacts& root : request.roots) {
    ls_root entry = Empty(root, plan);
    const uint64_t start = root.window ? root.delta : 0;
    plan.starts.push_back(start);
    entry.limit = root.window ? root.extent : root.object_size;
    entry.delta = root.delta - start;
    entry.base = root.base;
    const bool looked_at = root.checked || root.bounded;
    if (used(root) || (looked_at && MustBeLookedAt(root, request))) entry.flags &= ~LS_ROOT_STAYS;
    if (used(root) && root.space == Space::kGlobal) {
      Place& place = objects[root.object];
      if (placed.insert(root.object).second) {
        place.number = static_cast<ls_u32>(placed.size()) - 1;
        place.first_cell = plan.cells;
        place.first_value = plan.value_bytes;
        plan.cells += CellsOf(root.object_size, place.shift);
        plan.value_bytes += AlignUp(root.object_size);
      }
      entry.first_cell = place.first_cell + (start >> place.shift);
      entry.first_value = place.first_value + start;
      entry.size = entry.limit;
      entry.shift = place.shift;
      entry.flags |= NumberFlag(place.number);
    } else if (used(root) && root.space == Space::kLocal) {
      entry.first_cell = local_cells;
      entry.first_value = local_values;
      entry.size = root.object_size;
      entry.shift = root.shift;
      entry.flags |= NumberFlag(local_objects++);
      local_cells += CellsOf(root.object_size, root.shift);
      local_values += AlignUp(root.object_size);
    }
    entry.reach = (entry.flags & LS_ROOT_STAYS) != 0 ? UINT64_MAX : entry.limit;
    ls_pack_root(&entry);
    plan.roots.push_back(entry);
  }

  plan.local_fits = local_cells <= UINT32_MAX;
  plan.local_cells = static_cast<uint32_t>(local_cells);
  if (!request.serial_groups && local_cells > 0) {
    PlaceLocalRecords(request, local_values, plan);
    local_cells = local_values = 0;
  }
  const uint64_t meeting = request.serial_groups || request.transformed ? LS_LOCAL_SYNC_WORDS : 1;
  plan.local_slab_at = static_cast<uint32_t>(meeting);
  const uint64_t values_at = meeting + (plan.local_slabs != 0 ? LS_SLAB_WORDS : 0) + local_cells;
  const uint64_t more_at = values_at + local_values / 8;
  const uint64_t copies_at = more_at + LS_MORE_RECORDS * local_cells;
  const uint64_t offers_at =
      copies_at + (request.async_copies ? uint64_t{LS_COPY_SLOTS} * LS_COPY_WORDS + LS_COPY_CLAIM_WORDS : 0);
  plan.local_words = offers_at + request.offer_words;
  plan.local_fits = plan.local_fits && plan.local_words <= UINT32_MAX;
  plan.local_values_at = static_cast<uint32_t>(values_at);
  plan.local_more_at = static_cast<uint32_t>(more_at);
  plan.local_copies_at = static_cast<uint32_t>(copies_at);
  plan.local_offers_at = static_cast<uint32_t>(offers_at);
  if (request.apart)
    PlaceApart(request, request.transformed || plan.local_words > meeting, plan);
  else
    plan.needs_apart = plan.local_words * sizeof(ls_u64) > request.local_left;
  return plan;
}

namespace {

bool HasCells(const ls_root& root, bool local) {
  return root.size != 0 && ((root.flags & LS_ROOT_LOCAL) != 0) == local;
}

}  // namespace

uint64_t GlobalCells(const Plan& plan) {
  uint64_t cells = 0;
  for (const ls_root& root : plan.roots) {
    if (HasCells(root, /*local=*/false)) cells = std::max(cells, root.first_cell + CellsOf(root.limit, root.shift));
  }
  return cells;
}

std::vector<std::pair<uint64_t, uint64_t>> CountersOf(const PlanRequest& request, const Plan& plan) {
  std::vector<std::pair<uint64_t, uint64_t>> counters;
  for (const int number : request.counters) {
    const ls_root& root = plan.roots[static_cast<size_t>(number)];
    counters.emplace_back(root.first_cell, CellsOf(root.size, root.shift));
  }
  return counters;
}

std::vector<uint64_t> ObjectsOf(const Plan& plan, bool local) {
  std::vector<uint64_t> objects;
  for (size_t i = 0; i < plan.roots.size(); ++i) {
    const ls_root& root = plan.roots[i];
    if (HasCells(root, local)) objects.push_back(root.first_cell - (plan.starts[i] >> root.shift));
  }
  return objects;
}

}  // namespace lockstep::host
