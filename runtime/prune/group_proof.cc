#include "runtime/prune/group_proof.h"

#include <algorithm>
#include <utility>

#include "runtime/prune/group_run.h"

namespace lockstep {
namespace {

// One proof may take some 50 ms; it is made once per kernel and geometry, and then kept on disk.
constexpr uint64_t kGroupBudget = 6'000'000;
constexpr uint64_t kMaxItems = 4096;
// With fewer groups than this each can be followed on its own, where the group's number matters.
constexpr uint64_t kMaxGroups = 64;

constexpr char kMet[] = "each group meets all its barriers";
constexpr char kGroupProof[] = "no two work-items of a group meet at one of its bytes between two barriers";

bool HasOptionalValues(const GroupProgram& program) {
  return std::any_of(program.values.begin(), program.values.end(),
                     [](const GroupValue& value) { return !value.core; });
}

bool AsksForGroup(const GroupProgram& program) {
  return std::any_of(program.values.begin(), program.values.end(), [](const GroupValue& value) {
    const int64_t letter = value.immediate / 4;
    return value.op == GroupOp::kId && (letter == 'g' || letter == 'w' || letter == 'N');
  });
}

class Prover {
 public:
  Prover(const GroupProgram& program, const LaunchNumbers& launch, const std::map<int, uint64_t>& sizes,
         uint64_t budget)
      : program_(program), launch_(launch), sizes_(sizes), budget_(budget) {
    for (const int root : program.roots) proofs_[root];
    if (program.open_barriers) proofs_[kBarriersMet];
    for (const int root : program.others) {
      proofs_[root].why = "some access to it is through a pointer that may lead elsewhere";
    }
  }

  // Adds to `steps`, unless it is null, how many it took.
  std::map<int, RootProof> Prove(uint64_t* steps) {
    const uint64_t budget = budget_;
    std::map<int, RootProof> proofs = Prove();
    if (steps != nullptr) *steps += budget - budget_;
    return proofs;
  }

 private:
  std::map<int, RootProof> Prove() {
    uint64_t items = 1, groups = 1;
    for (int d = 0; d < 3; ++d) {
      if (launch_.local_size[d] == 0 || launch_.global_size[d] % launch_.local_size[d] != 0) {
        return Refused("not all groups of the launch are full");
      }
      items *= launch_.local_size[d];
      groups *= launch_.global_size[d] / launch_.local_size[d];
    }
    if (items > kMaxItems) return Refused("its groups are too large to be followed");
    Take(Try(false, std::nullopt));
    if (!Done() && HasOptionalValues(program_)) Take(Try(true, std::nullopt));
    if (!Done() && groups > 1 && groups <= kMaxGroups && AsksForGroup(program_)) Take(TryEachGroup());
    return std::move(proofs_);
  }

  using Conflicts = std::map<int, std::string>;  // root -> what speaks against it; empty: nothing

  std::map<int, RootProof> Refused(const std::string& why) {
    for (const int root : program_.roots) proofs_[root].why = why;
    if (program_.open_barriers) proofs_[kBarriersMet].why = why;
    return std::move(proofs_);
  }

  Conflicts Try(bool everything, std::optional<std::array<uint64_t, 3>> group) {
    GroupRun run(program_, launch_, sizes_, everything, group, &budget_);
    const bool followed = run.Run();
    Conflicts conflicts;
    for (const int root : program_.roots) {
      conflicts[root] = run.touched().conflict(root);
      if (!followed && conflicts[root].empty()) conflicts[root] = run.why_not();
    }
    if (program_.open_barriers) conflicts[kBarriersMet] = followed && run.complete() ? "" : run.why_not();
    return conflicts;
  }

  // A root is proven if it is in every group.
  Conflicts TryEachGroup() {
    Conflicts conflicts;
    for (uint64_t z = 0; z < launch_.global_size[2] / launch_.local_size[2]; ++z) {
      for (uint64_t y = 0; y < launch_.global_size[1] / launch_.local_size[1]; ++y) {
        for (uint64_t x = 0; x < launch_.global_size[0] / launch_.local_size[0]; ++x) {
          for (const auto& [root, conflict] : Try(true, std::array<uint64_t, 3>{x, y, z})) {
            std::string& known = conflicts[root];
            if (known.empty()) known = conflict;
          }
          if (std::all_of(conflicts.begin(), conflicts.end(),
                          [](const auto& one) { return !one.second.empty(); })) {
            return conflicts;
          }
        }
      }
    }
    return conflicts;
  }

  void Take(const Conflicts& conflicts) {
    for (const auto& [root, conflict] : conflicts) {
      RootProof& proof = proofs_[root];
      if (proof.proven) continue;
      proof.proven = conflict.empty();
      proof.why = !proof.proven ? conflict : root == kBarriersMet ? kMet : kGroupProof;
    }
  }

  bool Done() const {
    if (program_.open_barriers && !proofs_.at(kBarriersMet).proven) return false;
    return std::all_of(program_.roots.begin(), program_.roots.end(),
                       [this](int root) { return proofs_.at(root).proven; });
  }

  const GroupProgram& program_;
  const LaunchNumbers& launch_;
  const std::map<int, uint64_t>& sizes_;
  uint64_t budget_;
  std::map<int, RootProof> proofs_;
};

}  // namespace

std::map<int, RootProof> ProveGroup(const GroupProgram& program, const LaunchNumbers& launch,
                                    const std::map<int, uint64_t>& sizes, uint64_t budget, uint64_t* steps) {
  return Prover(program, launch, sizes, budget).Prove(steps);
}

GroupProgram ApartOf(GroupProgram program) {
  for (GroupValue& value : program.values) value.core = true;
  for (GroupBlock& block : program.blocks) {
    block.steers = false;
    auto& steps = block.steps;
    steps.erase(std::remove_if(steps.begin(), steps.end(),
                               [](const GroupStep& step) { return step.kind == GroupStep::Kind::kBarrier; }),
                steps.end());
    for (GroupStep& step : steps) {
      if (step.kind == GroupStep::Kind::kAtomic) step.kind = GroupStep::Kind::kWrite;
    }
  }
  program.open_barriers = false;
  return program;
}

std::shared_ptr<LaunchProofs> GroupProofs(GroupProgram program) {
  std::vector<int> about = program.roots, sizes = program.roots;
  if (program.open_barriers) about.push_back(kBarriersMet);
  return LaunchProofs::Of("group", std::move(program), std::move(about), std::move(sizes), ProveGroup, kGroupBudget);
}

}  // namespace lockstep
