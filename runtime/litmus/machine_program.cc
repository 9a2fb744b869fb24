// Compiles a litmus test for the GPU of paper 002, Sect. 5: Table 3, both columns.
#include "runtime/litmus/machine_program.h"

#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"

namespace lockstep::litmus {
namespace {

enum class Access { kLoad, kStore, kRmw };

// Table 3. `wide`: device scope; all others stay within the group.
std::vector<Op> Compile(Scheme scheme, Access access, bool wide, bool remote) {
  using Code = std::vector<Op>;
  const bool original = scheme == Scheme::kOriginal;
  switch (access) {
    case Access::kLoad:
      if (!wide) return {Op::kLoad};
      if (!remote)
        return original ? Code{Op::kInvalidateGroup, Op::kLoad}
                        : Code{Op::kLoad, Op::kInvalidateGroup};
      return original ? Code{Op::kLockL2, Op::kFlushDevice, Op::kInvalidateGroup, Op::kLoad,
                             Op::kUnlockL2}
                      : Code{Op::kLoad, Op::kFlushDevice, Op::kInvalidateGroup};
    case Access::kStore:
      if (!wide) return {Op::kStore};
      if (!remote) return {Op::kFlushGroup, Op::kStore};
      return original
                 ? Code{Op::kLockL2, Op::kFlushGroup, Op::kStore, Op::kInvalidateDevice,
                        Op::kUnlockL2}
                 : Code{Op::kLockRmw,    Op::kFlushDevice,      Op::kInvalidateDevice, Op::kStore,
                        Op::kFlushGroup, Op::kInvalidateDevice, Op::kUnlockRmw};
    case Access::kRmw:
      if (!wide) return {Op::kRmwL1};
      if (!remote) {
        return original ? Code{Op::kFlushGroup, Op::kInvalidateGroup, Op::kRmwL2}
                        : Code{Op::kFlushGroup, Op::kRmwL2, Op::kInvalidateGroup};
      }
      return original
                 ? Code{Op::kLockRmw, Op::kLockL2,           Op::kFlushDevice, Op::kInvalidateGroup,
                        Op::kRmwL2,   Op::kInvalidateDevice, Op::kUnlockL2,    Op::kUnlockRmw}
                 : Code{Op::kLockRmw,     Op::kFlushDevice,      Op::kInvalidateDevice, Op::kRmwL2,
                        Op::kFlushDevice, Op::kInvalidateDevice, Op::kUnlockRmw};
  }
  return {};
}

std::string Unsupported(const Event& event) {
  if (event.kind == EventKind::kFence) return "a fence";
  if (event.IsFence()) return "a barrier";
  if (event.IsSeqCst()) return "a seq_cst operation";
  if (event.regions & kLocalRegion) return "local memory";
  return "";
}

class Compiler {
 public:
  Compiler(Scheme scheme, MachineProgram& out) : scheme_(scheme), out_(out) {}

  // The tree of runs [first, last) that share their first `depth` events; returns its node or -1.
  int Tree(const std::vector<const Run*>& runs, const std::vector<int>& indices, size_t depth) {
    if (runs[0]->events.size() == depth) return -1;
    const int id = static_cast<int>(out_.nodes.size());
    out_.nodes.emplace_back();
    // Outcomes of one operation differ in what they read and, for a compare-exchange, in whether
    // they write.
    std::map<std::tuple<int64_t, bool>, std::pair<std::vector<const Run*>, std::vector<int>>>
        outcomes;
    for (size_t i = 0; i < runs.size(); ++i) {
      const Event& event = runs[i]->events[depth];
      auto& slot = outcomes[{event.read_value, event.Writes()}];
      slot.first.push_back(runs[i]);
      slot.second.push_back(indices[i]);
    }
    Node node;
    const Event& event = runs[0]->events[depth];
    const bool exchange = event.kind == EventKind::kRmw || event.failed_exchange;
    const Access access = exchange                         ? Access::kRmw
                          : event.kind == EventKind::kRead ? Access::kLoad
                                                           : Access::kStore;
    const bool wide = event.scope == Scope::kDevice || event.scope == Scope::kAllDevices;
    node.code = Compile(scheme_, access, wide, event.remote && wide);
    node.location = event.location;
    if (access == Access::kLoad || (access == Access::kRmw && !wide))
      node.later_loads = uint64_t{1} << event.location;
    for (const auto& [key, slot] : outcomes) {
      Edge edge;
      edge.event = slot.first[0]->events[depth];
      edge.run = slot.second[0];
      edge.access = static_cast<int>(depth);
      edge.next = Tree(slot.first, slot.second, depth + 1);
      if (edge.next >= 0) node.later_loads |= out_.nodes[edge.next].later_loads;
      node.edges.push_back(static_cast<int>(out_.edges.size()));
      out_.edges.push_back(edge);
    }
    out_.nodes[id] = std::move(node);
    return id;
  }

 private:
  Scheme scheme_;
  MachineProgram& out_;
};

}  // namespace

StatusOr<MachineProgram> CompileForMachine(const Test& test, Scheme scheme, int unroll) {
  auto runs = AllRuns(test, unroll);
  if (!runs.ok()) return runs.status();
  MachineProgram out;
  out.runs = std::move(*runs);
  if (test.locations.size() > 64)
    return UnavailableError("the machine holds at most 64 locations");
  std::map<int, int> groups;
  for (const Thread& thread : test.threads) {
    if (thread.device != test.threads[0].device) {
      return UnavailableError(
          "the compilation schemes of Table 3 cover one device; this test has more");
    }
    groups.emplace(thread.group, static_cast<int>(groups.size()));
  }
  out.groups = static_cast<int>(groups.size());
  Compiler compiler(scheme, out);
  for (size_t t = 0; t < test.threads.size(); ++t) {
    std::vector<const Run*> of_thread;
    std::vector<int> indices;
    for (const Run& run : out.runs.of_thread[t]) {
      for (const Event& event : run.events) {
        const std::string what = Unsupported(event);
        if (!what.empty()) {
          return UnavailableError(
              absl::StrCat("the compilation schemes of Table 3 do not cover ", what, " (",
                           test.file, ":", event.at.line, ")"));
        }
      }
      indices.push_back(static_cast<int>(of_thread.size()));
      of_thread.push_back(&run);
    }
    MachineThread thread;
    thread.group = groups[test.threads[t].group];
    if (!of_thread.empty()) thread.first = compiler.Tree(of_thread, indices, 0);
    out.threads.push_back(thread);
  }
  return out;
}

std::string OpText(const Test& test, Op op, int location) {
  const std::string& x = test.locations[location].name;
  switch (op) {
    case Op::kLoad:
      return absl::StrCat("LD ", x);
    case Op::kStore:
      return absl::StrCat("ST ", x);
    case Op::kRmwL1:
      return absl::StrCat("RMW_L1 ", x);
    case Op::kRmwL2:
      return absl::StrCat("RMW_L2 ", x);
    case Op::kFlushGroup:
      return "FLU_L1 WG";
    case Op::kFlushDevice:
      return "FLU_L1 DV";
    case Op::kInvalidateGroup:
      return "INV_L1 WG";
    case Op::kInvalidateDevice:
      return "INV_L1 DV";
    case Op::kLockL2:
      return absl::StrCat("LK_L2 ", x);
    case Op::kUnlockL2:
      return absl::StrCat("UL_L2 ", x);
    case Op::kLockRmw:
      return "LK_rmw DV";
    case Op::kUnlockRmw:
      return "UL_rmw DV";
  }
  return "";
}

}  // namespace lockstep::litmus
