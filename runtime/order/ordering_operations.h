// Which of a kernel's memory regions its atomics and fences cannot order at all, so that barriers and
// program order alone decide there and nothing of it needs the event log.
//
// The proof, from semantics section 2 (happens-before is kept per region; paper 002, Sect. 4.2; docs/litmus.md).
// What orders accesses to region r, other than program order and barriers, is one of
//   1. a release that an acquire reads from through a location of r, both atomics of r: not both relaxed,
//   2. a fence that names r, with an atomic of r above relaxed on the other side, or with another fence that
//      names r (through a location of another region, if both name that one, too),
//   3. two seq_cst operations, of any regions; of fences, of those that they name.
// So a kernel without atomics of r above relaxed, fences that name r, and seq_cst atomics orders nothing in
// r. Nor can its relaxed atomics of r hand another region on: the fences around them would have to name
// r (2). They must be logged only if scopes decide, which the cells of a region without a log do not
// judge: so none may be narrower than everybody who can get at the region's memory, and all must be
// alike, since strict inclusion asks for the same. (Remote operations widen scopes; these are wide enough.)
#ifndef LOCKSTEP_RUNTIME_ORDER_ORDERING_OPERATIONS_H_
#define LOCKSTEP_RUNTIME_ORDER_ORDERING_OPERATIONS_H_

#include <cstdint>

namespace lockstep {

// The atomics and fences that a kernel has anywhere, whether executed or not.
class OrderingOperations {
 public:
  // An atomic with order and scope as in `what` (LS_EVENT_*) on memory of `region`
  // (LS_REGION_GLOBAL or LS_REGION_LOCAL). A compare-exchange: once in each of its orders.
  void AddAtomic(uint32_t what, uint32_t region);

  // A fence with flags as in `what`. Those that barriers of wider scope are count.
  void AddFence(uint32_t what);

  // True if nothing but program order and barriers can order accesses to `region` (LS_REGION_GLOBAL,
  // images included, or LS_REGION_LOCAL), and no atomic on it needs the log.
  bool BarriersAloneOrder(uint32_t region) const;

 private:
  struct Region {
    bool atomics = false;
    bool above_relaxed = false;
    bool fenced = false;      // some fence names it
    uint32_t scopes = 0;      // bit per LS_EVENT_SCOPE_*, of its atomics
  };
  Region regions_[2];
  bool seq_cst_ = false;  // some atomic is
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_ORDERING_OPERATIONS_H_
