// Accesses outside the object that they name (semantics, section 3: out-of-bounds).
#include "device-lib/shared/control.h"
#include "device-lib/shared/record.h"
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"

namespace lockstep {
namespace {

// The device puts a write's coordinate into the place of position and size.
std::array<int64_t, 3> CoordinateOf(const LogEntry& entry) {
  const auto number = [](uint64_t bits) { return int64_t{static_cast<int32_t>(static_cast<uint32_t>(bits))}; };
  return {number(entry.position), number(entry.position >> 32), number(entry.bytes)};
}

}  // namespace

bool NamesItsObject(const Site& site) { return !site.roots.empty(); }

bool CheckBounds(const std::shared_ptr<const Launch>& launch, const LogEntry& entry, Finding* finding) {
  const auto& sites = launch->kernel->sites;
  if (entry.site_a >= sites.size() || entry.root >= launch->roots.size()) return false;
  const uint32_t access_class = entry.b.access_class;
  if (access_class == LS_CLASS_NONE || access_class > LS_CLASS_AW) return false;
  const Site& site = sites[entry.site_a];
  const MemoryRoot& root = launch->roots[entry.root];
  *finding = NewFinding(Kind::kOutOfBounds, launch, entry.count);
  finding->at_least = entry.at_least;
  finding->region = entry.local ? "local" : "global";
  Memory memory;
  if (!DescribeRoot(*launch, entry.root, &memory)) return false;
  finding->bounds = root.limit;
  if (root.image) {
    finding->coordinate = CoordinateOf(entry);
  } else {
    // What the argument names, of a sub-buffer not the buffer that it is a part of.
    memory.size = root.limit;
    memory.offset = 0;
    finding->position = static_cast<int64_t>(entry.position);
  }
  finding->memory = memory;
  FindingAccess& access = finding->accesses[0];
  access.site = site;
  access.site.bytes = root.image ? site.bytes : entry.bytes;
  SetOperation(site, access_class, &access);
  access.work_item = WorkItemOfActor(*launch, entry.b.actor);
  access.group = GroupOfActor(*launch, entry.b.actor);
  access.block = access.work_item ? launch->lockstep_width : 0;
  access.segment = entry.b.segment;
  finding->accesses[1] = access;
  ExplainBounds(root, finding);
  return true;
}

}  // namespace lockstep
