// Which of the noted pairs of a read and a write count in a launch (Kojima & Igarashi, Definitions 6
// and 7): the write must be another work-item's and reach the same memory.
#include "runtime/checks/loops.h"

#include <set>

#include "runtime/base/text.h"
#include "runtime/checks/explain.h"

namespace lockstep {
namespace {

// How much a pair says; of the pairs of one loop the one that says most is shown.
enum class Weight { kNone, kElsewhere, kInBody, kSpinWait };

bool OneGroup(const Launch& launch) {
  for (int d = 0; d < 3; ++d) {
    if (launch.global_size[d] > launch.local_size[d]) return false;
  }
  return true;
}

// Whether branches around both sides leave one work-item of each group.
bool OneItemOfGroup(const LoopPair& pair, const Launch& launch) {
  for (unsigned d = 0; d < 3; ++d) {
    if (launch.local_size[d] > 1 && (pair.fixed_ids >> d & 1) == 0) return false;
  }
  return true;
}

bool SameMemory(const Launch& launch, const Site& a, const Site& b) {
  const std::optional<size_t> root_a = a.Root();
  const std::optional<size_t> root_b = b.Root();
  if (root_a == root_b || !root_a || !root_b) return true;  // a pointer that may lead anywhere in its region
  if (*root_a >= launch.roots.size() || *root_b >= launch.roots.size()) return false;
  const MemoryRoot& x = launch.roots[*root_a];
  const MemoryRoot& y = launch.roots[*root_b];
  return x.object && x.kind == y.kind && x.object == y.object;
}

Weight WeightOf(const Launch& launch, const LoopPair& pair) {
  const std::optional<size_t> root = pair.read.Root();
  if (root && *root < launch.roots.size() && launch.roots[*root].not_changed_by_others) {
    return Weight::kNone;
  }
  if (!SameMemory(launch, pair.read, pair.write)) return Weight::kNone;
  const bool others_in_group = !OneItemOfGroup(pair, launch);
  const bool other_groups = pair.read.region != MemoryRegion::kLocal && !OneGroup(launch);
  if (pair.waits && others_in_group && pair.together) return Weight::kSpinWait;
  if (!others_in_group && !other_groups) return Weight::kNone;
  if (pair.in_loop) return Weight::kInBody;
  return other_groups || pair.together ? Weight::kElsewhere : Weight::kNone;
}

FindingAccess AccessOf(const Site& site) {
  FindingAccess access;
  access.site = site;
  access.op = WordOf(site.op);
  access.atomic = site.atomic;
  return access;
}

}  // namespace

CheckResult CheckLoops(const std::shared_ptr<const Launch>& launch) {
  CheckResult result;
  const KernelDescription& kernel = *launch->kernel;
  if (kernel.loops_unknown) {
    result.incomplete.push_back(
        {kernel.name, "launches with loops of irreducible control flow, not looked at for --warn", 1});
  }
  std::set<std::string> seen;  // a loop of a function that is called twice is one loop
  for (const IrregularLoop& loop : kernel.irregular_loops) {
    Weight most = Weight::kNone;
    const LoopPair* shown = nullptr;
    for (const LoopPair& pair : loop.pairs) {
      const Weight weight = WeightOf(*launch, pair);
      if (weight > most) {
        most = weight;
        shown = &pair;
      }
    }
    if (shown == nullptr || !seen.insert(PositionText(loop.loop.position)).second) continue;
    const Kind kind = most == Weight::kSpinWait ? Kind::kSpinWait : Kind::kIrregularLoop;
    Finding finding = NewFinding(kind, launch, 1);
    finding.reach = most == Weight::kSpinWait || OneGroup(*launch) || shown->read.region == MemoryRegion::kLocal
                        ? Reach::kIntraGroup
                        : Reach::kInterGroup;
    finding.region = WordOf(shown->read.region);
    finding.loop = loop.loop;
    Memory memory;
    const std::optional<size_t> root = shown->read.Root();
    if (root && DescribeRoot(*launch, *root, &memory)) finding.memory = memory;
    finding.accesses[0] = AccessOf(shown->read);
    finding.accesses[1] = AccessOf(shown->write);
    ExplainLoop(most == Weight::kInBody, &finding);
    result.findings.push_back(std::move(finding));
  }
  return result;
}

}  // namespace lockstep
