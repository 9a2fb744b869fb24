// What insert-checks decides before it changes anything: for each access its region, root, site
// and whether it is checked; for each root what the description says of it.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_CHECK_PLAN_H_
#define LOCKSTEP_INSTRUMENT_PASSES_CHECK_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "instrument/ir/access.h"
#include "instrument/ir/image_access.h"
#include "instrument/ir/kernels.h"
#include "instrument/macro_uses.h"

namespace llvm {
class FenceInst;
class Function;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// kEither: a generic pointer of which only the device can tell where it leads.
enum class Region { kGlobal, kLocal, kEither };

// What is planned for a root of docs/abi.md, section 2: argument, local or program-scope variable, at its number's
// place in CheckPlan::roots. Arguments that are no pointers to shared memory have no value.
struct PlannedRoot {
  llvm::Value* value = nullptr;
  Region region = Region::kGlobal;
  bool image = false;  // an image argument, whose bytes no pointer leads to
  bool reads = false;
  bool writes = false;
  bool checked = false;
  unsigned granule_shift = 3;
  AtomicUse atomics = {true, true};  // until an access says otherwise
  std::string scope;                 // of the last one; empty: none, or it was not atomic
};

// One access that is to be checked.
struct PlannedCheck {
  Access access;
  Region region = Region::kGlobal;
  int root = -1;  // number; -1: looked up by address
  bool maybe_private = false;  // kEither: an address in no known object is the work-item's own
  bool bounds_only = false;  // nothing but whether it stays in its object
  bool named = true;         // it is known to which objects it may go; if they are several, `candidates` are they
  std::vector<int> candidates;  // numbers of roots
  std::string offset;        // from the root, as a polynomial; empty: it is none
  unsigned piece_shift = 3;  // log2 of the bytes that one call of the library should take
  unsigned site = 0;
  unsigned failure_site = 0;  // compare-exchange that fails: a read
  unsigned read_site = 0;  // a write that is checked together with a read of the same bytes: the read's

  // i1; nullptr: the check is made wherever the access is, else only where this is true (hoist_checks.h)
  llvm::Value* once = nullptr;

  // One of several accesses that are checked together, to cells one behind the other (join_checks.h).
  struct Piece {
    unsigned site = 0;
    unsigned read_site = 0;
    llvm::Value* value = nullptr;
  };
  std::vector<Piece> pieces;  // in the order of their addresses; empty: one access alone
  int64_t first_piece = 0;    // bytes from access.pointer to the first of them
  static constexpr size_t kMaxJoined = 4;

  // Whether it is one load or store of the kernel's, neither atomic nor part of a copy, whose races are looked for.
  bool IsPlain() const;
  // More calls than this for one access cost more than the library's loop over a range.
  static constexpr uint64_t kMaxPieces = 4;
  // Whether the library is told of a plain access in pieces, not as a range of bytes.
  bool InPieces() const;
  // In how many equal ones, if it is.
  uint64_t Pieces() const;
};

// One image access that is to be checked.
struct PlannedImageCheck {
  ImageAccess access;
  unsigned root = 0;
  unsigned site = 0;
};

// A fence of a kernel that synchronises, to be logged.
struct PlannedFence {
  llvm::FenceInst* fence = nullptr;
  unsigned flags = 0;  // CLK_*_MEM_FENCE
  unsigned site = 0;
};

// The event's `what` (device-lib/shared/event.h).
uint32_t FenceEventBits(const PlannedFence& planned);

struct CheckPlan {
  std::vector<PlannedRoot> roots;
  std::vector<PlannedCheck> checks;
  std::vector<PlannedImageCheck> image_checks;
  std::vector<PlannedFence> fences;
  bool looks_up_roots = false;  // some check has root -1
  bool looks_up_generic = false;  // ... and by a generic address
  bool uses_local = false;        // some check is, or may be, of local memory
  // Whether accesses to the region go to the event log, as far as cells ask for it: in kernels that
  // synchronise, unless nothing they do can order the region (runtime/order/ordering_operations.h).
  bool global_logged = false;
  bool local_logged = false;
  bool Logged(Region region) const {
    return region == Region::kLocal ? local_logged : global_logged;  // kEither: both or neither
  }
};

// Plans the checks of `kernel` and fills `info`: arguments, locals, unknown_*, uses_local, sites,
// notes. `variant`: kFull and kApart leave out no root, kBounds looks where accesses to what it leaves out go.
CheckPlan PlanChecks(llvm::Function& kernel, KernelDescription& info, Variant variant,
                     const MacroUses* macros);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_CHECK_PLAN_H_
