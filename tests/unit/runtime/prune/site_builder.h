// Site programs for tests.
#ifndef LOCKSTEP_TESTS_UNIT_RUNTIME_PRUNE_SITE_BUILDER_H_
#define LOCKSTEP_TESTS_UNIT_RUNTIME_PRUNE_SITE_BUILDER_H_

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "runtime/prune/site_proof.h"

namespace lockstep {

// Builds programs over one root, number 0.
class SiteBuilder {
 public:
  SiteBuilder() { program.roots = {0}; }

  int Add(GroupOp op, unsigned bits, std::array<int, 3> operands = {-1, -1, -1}, int64_t immediate = 0) {
    program.values.push_back({op, bits, false, operands, immediate});
    return static_cast<int>(program.values.size()) - 1;
  }
  int Constant(int64_t number, unsigned bits = 32) { return Add(GroupOp::kConstant, bits, {-1, -1, -1}, number); }
  int Argument(int64_t number) { return Add(GroupOp::kArgument, 32, {-1, -1, -1}, number); }
  int Id(char letter, int64_t dimension = 0) {
    return Add(GroupOp::kTrunc, 32, {Add(GroupOp::kId, 64, {-1, -1, -1}, letter * 4 + dimension), -1, -1});
  }
  int Op(GroupOp op, int a, int b) { return Add(op, 32, {a, b, -1}); }
  int Compare(GroupOp op, int a, int b) { return Add(op, 1, {a, b, -1}, 32); }
  // for (phi = start; phi < bound; phi += step)
  int Counter(int start, int step, int bound) {
    const int phi = Add(GroupOp::kPhi, 32);
    const int loop = static_cast<int>(program.loops.size());
    program.loops.push_back({phi, loop, start, step, false, {{SiteLoopTest::Relation::kLess, true, false, bound}}});
    return phi;
  }
  void Access(SiteAccess::Kind kind, int index, std::vector<SiteGuard> guards = {}) {
    const int wide = Add(GroupOp::kSExt, 64, {index, -1, -1}, 32);
    const int offset = Add(GroupOp::kMul, 64, {wide, Constant(4, 64), -1});
    program.accesses.push_back({kind, 0, offset, 4, 0, std::move(guards)});
  }
  // ... to the texel at these coordinates, two or three.
  void Texel(SiteAccess::Kind kind, const std::vector<int>& at, std::vector<SiteGuard> guards = {}) {
    SiteAccess access{kind, 0, at[0], 1, 0, std::move(guards)};
    access.texel = true;
    for (size_t d = 1; d < at.size(); ++d) access.more[d - 1] = at[d];
    program.accesses.push_back(std::move(access));
  }
  // ... and within the memory of its root.
  bool Proven(uint64_t global, uint64_t local, std::map<unsigned, int64_t> arguments = {},
              uint64_t size = uint64_t{1} << 40) {
    LaunchNumbers launch;
    launch.global_size[0] = global;
    launch.local_size[0] = local;
    launch.arguments = std::move(arguments);
    const auto decoded = SiteProgram::Decode(program.Encode());
    if (!decoded) return false;
    proof = ProveSites(*decoded, launch, sizes_of_others(size), 400'000).at(0);
    return proof.inside;
  }
  // An atomic addition to the number at the start of root 1: the value that it finds.
  int Ticket(int64_t adds, int offset = 0, unsigned bits = 32) {
    SiteAccess access{SiteAccess::Kind::kAtomic, 1, Constant(offset, 64), bits / 8, 0, {}};
    access.added = Constant(adds, bits);
    access.found = Add(GroupOp::kUnknown, bits);
    program.accesses.push_back(access);
    program.roots = {0, 1};
    return access.found;
  }
  // Nobody meets anybody, wherever they are.
  bool Apart(bool alone = true) {
    counter_alone = alone;
    Proven(64, 16);
    return proof.proven;
  }

  std::map<int, uint64_t> sizes_of_others(uint64_t size) const {
    std::map<int, uint64_t> sizes = {{0, size}};
    if (counter_alone) sizes[1] = 64;
    return sizes;
  }

  RootProof proof;
  bool counter_alone = true;
  SiteProgram program;
};

}  // namespace lockstep

#endif  // LOCKSTEP_TESTS_UNIT_RUNTIME_PRUNE_SITE_BUILDER_H_
