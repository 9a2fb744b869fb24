// The kernel language of ESOP'13 Sect. 3.1 with procedures (App. B.2), extended by shared arrays,
// work-groups and barrier flags as OpenCL has them.
//
//   Kernel   = shared arrays + routines; routine 0 is the main routine, the others are procedures
//   Routine  = blocks (block 0 is its start)
//   Block    = statements, then goto B1..Bn or return
#ifndef LOCKSTEP_TESTS_ORACLE_LANGUAGE_KERNEL_H_
#define LOCKSTEP_TESTS_ORACLE_LANGUAGE_KERNEL_H_

#include <string>
#include <vector>

#include "tests/oracle/language/expr.h"

namespace lockstep::oracle {

enum class Region { kLocal = 0, kGlobal = 1 };

// Flags of a barrier, with OpenCL's values.
inline constexpr unsigned kLocalFence = 1;
inline constexpr unsigned kGlobalFence = 2;
inline constexpr unsigned kBothFences = kLocalFence | kGlobalFence;

// A shared array. Every group has its own instance of a local one.
struct SharedArray {
  std::string name;
  int length = 1;
  Region region = Region::kGlobal;
  std::vector<int> initial;  // missing elements are 0
};

// A block number that stands for the end of the program.
inline constexpr int kEnd = -1;

struct Statement {
  // kCollective: private variable `variable` becomes what a work-group or sub-group function makes of `value`,
  // modulo 8.
  enum class Kind { kAssign, kHavoc, kAssume, kAssert, kSkip, kBarrier, kCall, kCollective };
  Kind kind = Kind::kSkip;
  int id = 0;              // names the statement in verdicts; > 0 for those of the source program
  bool to_shared = false;  // assign, havoc: the target is element `index` of array `variable`
  int variable = 0;        // else private variable `variable`
  ExprPtr index;
  ExprPtr value;           // assign: what is assigned; assume, assert: the condition
  int choices = 0;         // havoc: a value of [0, choices)
  unsigned flags = kBothFences;  // barrier
  bool at_exit = false;    // barrier: the one that precedes termination (ESOP'13 Sect. 4)
  bool part = false;       // barrier, collective: of the sub-group
  int lane = -1;           // collective: whose value all get; -1: they get the sum of all
  int callee = 0;          // call: number of the routine
  std::vector<ExprPtr> arguments;
  std::vector<int> outs;   // call: private variables that receive the callee's outs
};

struct Block {
  std::string name;
  std::vector<Statement> statements;
  bool returns = false;      // ends with return
  std::vector<int> targets;  // else: goto one of these; kEnd ends the program
};

struct Routine {
  std::string name;
  std::vector<std::string> privates;  // names of the private variables; they start as 0
  std::vector<int> parameters;        // private variables that receive the arguments
  std::vector<int> outs;              // private variables whose values are returned
  std::vector<Block> blocks;
};

struct Kernel {
  std::string name;
  int part = 0;  // work-items of a sub-group, by which a group is divided in their order; 0: there are none
  std::vector<SharedArray> shared;
  std::vector<Routine> routines;
};

// Statements by kind.
Statement Assign(int id, int variable, ExprPtr value);
Statement Store(int id, int array, ExprPtr index, ExprPtr value);
Statement Havoc(int id, int variable, int choices);
Statement Assume(ExprPtr condition);
Statement Assert(int id, ExprPtr condition);
Statement Barrier(int id, unsigned flags = kBothFences);
Statement ExitBarrier();
Statement Collective(int id, int variable, ExprPtr value, int lane, bool part);
Statement Call(int id, int callee, std::vector<ExprPtr> arguments, std::vector<int> outs);

// Does the statement read or write a shared variable?
bool TouchesShared(const Statement& statement);

// The condition under which `block` may be entered: that of its leading assume; null for none.
const Expr* Guard(const Block& block);

// A launch's geometry: `groups` work-groups of `threads` work-items.
struct Geometry {
  int groups = 1;
  int threads = 2;
};

// Where each shared array lies in a store that holds all elements of all instances.
class Layout {
 public:
  Layout(const Kernel& kernel, const Geometry& geometry);
  int size() const { return static_cast<int>(array_of_.size()); }
  // The element's number; dies unless 0 <= index < length: programs must stay inside their arrays.
  int Element(int array, int group, int index) const;
  int ArrayOf(int element) const { return array_of_[element]; }
  // The element's index within its array's instance.
  int IndexOf(int element) const { return index_of_[element]; }
  Region RegionOf(int element) const { return regions_[array_of_[element]]; }
  // The initial store.
  std::vector<int> Initial() const { return initial_; }
  // The part of a store that outlives the launch: the global arrays, in order.
  std::vector<int> GlobalPart(const std::vector<int>& store) const;

 private:
  std::vector<int> base_, length_, array_of_, index_of_, initial_;
  std::vector<Region> regions_;
};

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_LANGUAGE_KERNEL_H_
