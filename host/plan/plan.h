// The plan of a launch: the root table of docs/abi.md, section 2, and the planes it needs. Pure:
// no OpenCL calls, so that it can be tested by itself.
#ifndef LOCKSTEP_HOST_PLAN_PLAN_H_
#define LOCKSTEP_HOST_PLAN_PLAN_H_

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "device-lib/shared/control.h"
#include "device-lib/shared/image.h"
#include "runtime/model/decisions.h"
#include "runtime/program/program.h"
#include "runtime/prune/launch_numbers.h"
#include "runtime/prune/launch_proofs.h"

namespace lockstep::host {

// One way to memory: an argument, a kernel-scope local variable or an address range, as this
// launch finds it.
struct RootFacts {
  enum class Space { kNone, kGlobal, kLocal };
  Space space = Space::kNone;  // kNone: not memory that is checked; keeps its number
  uint64_t object = 0;         // equal numbers: the same object (global only)
  uint64_t object_size = 0;    // bytes
  uint64_t delta = 0;          // bytes from the object's start to where the root points
  uint64_t extent = 0;         // bytes from there that the kernel may use
  uint64_t base = 0;           // ranges: device address of the object
  unsigned shift = 3;          // log2 of the granule that its accesses allow
  bool reads = false, writes = false;
  bool checked = false;        // the twin checks accesses through it
  std::optional<ls_image> image;  // image arguments: what the device must know of it
  bool over_buffer = false;       // ... it was made from a buffer: `object` is the buffer
  std::optional<uint32_t> sampler;  // sampler arguments: the bits of device-lib/shared/image.h
  RootDecision decision;  // why it is pruned, or what stands against it
  bool pruned = false;  // not checked: nothing can race there, or --races=off
  bool window = false;  // a buffer: accesses belong into the `extent` bytes from `delta` on, not the whole object
  bool constant = false;  // a __constant argument: races only if the object is written through another root
  bool bounded = false;   // the twin looks where accesses through it go, and at nothing else
  AtomicUse atomics;      // what is known if atomic operations alone go there
  bool stays = false;     // accesses through it provably stay, or it is not known where they belong
  std::string why_open;   // not `stays`: what stood against a proof, in words; may be empty
};

struct PlanRequest {
  std::vector<RootFacts> roots;   // arguments, then locals, then ranges
  uint32_t ranges = 0;            // how many at the end are ranges
  bool unknown_reads = false, unknown_writes = false;
  bool full = false;              // the twin checks all: variant "full" or "apart"
  bool bounds = false;            // what leaves its object is reported (--bounds=report)
  bool async_copies = false;      // the kernel makes asynchronous copies
  bool footprints = false;        // all that the launch touches of global memory is to be seen in its records
  bool serial_groups = true;      // the device runs the work-items of a group one after the other
  bool transformed = false;       // the kernel's work-items meet in words of the hidden local argument
  bool apart = false;             // the twin is of variant "apart"
  uint64_t groups = 1;            // of the launch
  uint64_t running_groups = 1;    // how many the device may run at one time
  uint64_t local_left = UINT64_MAX;  // bytes of the device's local memory beside the application's
  uint64_t offer_words = 0;          // what the work-items of a group offer at functions, or say where sub-groups meet
  LaunchProofs* group = nullptr;  // proofs about its local memory, if there can be any; not owned
  LaunchProofs* sites = nullptr;  // ... about its global memory
  LaunchProofs* places = nullptr;  // ... about where accesses to it stay
  ProofContext proofs;            // where these come from, and what they cost
  bool shows_counters = false;    // an event log will tell if somebody adds to a counter that was reset
  std::set<int> counters;         // Prune(): roots of those for which proofs count on that
  bool barriers_met = false;      // Prune(): proven of a kernel of which that is open otherwise
};

struct Plan {
  // The twin leaves out checks that this launch needs; ask for variant "full".
  bool needs_full = false;
  // The twin does not look where accesses go that need it; ask for variant "bounds".
  bool needs_bounds = false;
  // The device has no local memory left for what this plan wants of it; ask for variant "apart".
  bool needs_apart = false;
  std::vector<ls_root> roots;
  std::vector<uint64_t> starts;  // of each root: bytes from its object's start to position 0
  std::vector<ls_image> images;  // the table behind the roots
  uint64_t cells = 0;        // of the global planes
  uint64_t value_bytes = 0;  // of the global values plane
  uint32_t local_cells = 0;  // of one group
  // Where groups are not serial: their slabs in the global planes, bytes of values in each, how many are shared, and
  // where the group notes its own (device-lib/slab.h).
  uint64_t local_first_cell = 0, local_first_value = 0, local_values = 0;
  uint32_t local_slabs = 0, local_slab_at = 0;
  uint32_t local_values_at = 0, local_more_at = 0, local_copies_at = 0, local_offers_at = 0;  // in 8-byte words
  uint64_t local_words = 0;  // size of the hidden local argument in 8-byte words; 0: it is not local (variant "apart")
  // Of variant "apart" where groups are serial: words of a group's room, and of all rooms (device-lib/room.h).
  // `local_slabs` is how many there are.
  uint64_t room_words = 0, words_of_rooms = 0;
  bool local_fits = true;  // false: more than 32 bits can count, or that needs local memory and has none
};

// Marks the roots through which nothing can race in a launch of these numbers: those at which no two work-items meet
// that would be in conflict: of global memory in the whole launch, of local memory between two barriers.
void Prune(const LaunchNumbers& launch, PlanRequest& request);

// Marks further roots behind Prune(): those to which atomic operations alone go, which do not race, if they order
// nothing, or there is nothing else left to be checked that they could order.
void PruneAtomics(PlanRequest& request);

// Marks the roots, of those that are not checked for races, through which accesses provably stay where they belong.
void ProveBounds(const LaunchNumbers& launch, PlanRequest& request);

Plan MakePlan(const PlanRequest& request);

// Cells that the objects in global memory have, which come first.
uint64_t GlobalCells(const Plan& plan);

// Where the counters are that the proofs of `request`, whose plan this is, speak of: first cells, and how many.
std::vector<std::pair<uint64_t, uint64_t>> CountersOf(const PlanRequest& request, const Plan& plan);

// The first cell of each object in global memory, or of each in local memory, among its group's. Some come twice.
std::vector<uint64_t> ObjectsOf(const Plan& plan, bool local);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_PLAN_PLAN_H_
