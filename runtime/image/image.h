// What lockstep-cc tells the host about the kernels it instrumented: docs/abi.md, section 5, field
// by field.
#ifndef LOCKSTEP_RUNTIME_IMAGE_IMAGE_H_
#define LOCKSTEP_RUNTIME_IMAGE_IMAGE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/program/instrument_options.h"
#include "runtime/prune/group_proof.h"
#include "runtime/prune/site_proof.h"
#include "runtime/prune/injective.h"

namespace lockstep {

// A source position; line and column count from 1, 0 = unknown.
struct SourcePosition {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;  // the function whose text it is
};

// One place in the source where a kernel touches shared memory, meets a barrier or returns.
struct Site {
  unsigned id = 0;  // index in KernelImage::sites; 0 is reserved
  std::string op;   // none, read, write, rmw, fence, barrier, copy, wait, exit
  bool copy = false;  // an access by an asynchronous copy
  bool atomic = false;
  std::string order;  // relaxed, acquire, release, acq_rel, seq_cst; empty if not atomic
  std::string scope;  // work_item, work_group, device, all_svm_devices; empty if not atomic
  bool remote = false;
  bool old = false;    // an atomic or fence of OpenCL 1.x: atomic_add, mem_fence, ...
  std::string region;  // global, local; empty for barrier and exit
  uint64_t bytes = 0;
  std::string root;   // arg:<index>, local:<name>, variable:<name>, unknown
  std::string flags;  // barriers: local, global, local|global, image, none
  SourcePosition position;
  std::vector<SourcePosition> inlined_at;  // innermost call first
  std::vector<SourcePosition> loops;       // barriers of transformed kernels: outermost first
  unsigned excerpt = 0;                    // number of its line in KernelImage::excerpts, from 1; 0: unknown
  // Barriers: on what meeting it depends, in words. Accesses: where they go from their root, as a polynomial of ids
  // and arguments (runtime/base/polynomial.h); empty if it is none.
  std::string condition;
  // Plain writes: the site of a read of the same bytes that whoever makes the write makes, too, with nothing between
  // the two that may order; 0: none is known. And whether it comes before the write.
  unsigned read = 0;
  bool read_first = false;
  // Accesses: the macro that has it in its body, and where that is defined (no column); empty: none.
  std::string macro;
  SourcePosition macro_definition;
};

// A read on which a loop's condition depends, and a write that may change what it reads: docs/abi.md,
// section 5.
struct LoopPair {
  Site read;   // sites of their own, not in the kernel's list; `id` means nothing
  Site write;
  bool in_loop = false;   // the write stands in the loop
  bool together = false;  // no barrier keeps the write of one work-item from the read of another
  bool waits = false;     // the loop only waits, and the write does not come before it
  unsigned fixed_ids = 0;  // dimensions (bits) whose id branches around both hold to one value
};

// A loop whose condition reads shared memory that something may write meanwhile.
struct IrregularLoop {
  Site loop;  // its position; op "loop"
  std::vector<LoopPair> pairs;
};

struct ArgumentImage {
  unsigned index = 0;
  std::string name;
  std::string type;
  std::string space;  // global, local, constant, private, image, sampler
  bool reads = false;
  bool writes = false;
  unsigned granule_shift = 3;                    // smallest over the accesses through it
  bool checked = false;                          // false: the variant left this root out
  bool bounded = false;   // it looks where accesses through it go, and at nothing else
  std::optional<std::vector<AccessForm>> forms;  // where all accesses through it go, if known
};

struct LocalImage {
  std::string name;
  uint64_t size = 0;
  unsigned granule_shift = 3;
  SourcePosition position;
  std::optional<std::vector<AccessForm>> forms;
};

// A program-scope variable in global memory.
struct VariableImage {
  std::string name;
  uint64_t size = 0;
  unsigned granule_shift = 3;
  bool reads = false;
  bool writes = false;
  SourcePosition position;
  std::optional<std::vector<AccessForm>> forms;
};

struct KernelImage {
  std::string name;
  bool instrumented = false;
  std::string reason;  // why not, when not instrumented
  std::vector<ArgumentImage> args;
  std::vector<LocalImage> locals;
  std::vector<VariableImage> variables;
  bool unknown_reads = false;  // accesses that no root could be named for
  bool unknown_writes = false;
  unsigned barriers = 0;
  bool async_copies = false;  // has asynchronous copies or waits for them
  bool transformed = false;  // has resumable barriers
  std::string transform_reason;
  bool uses_local = false;
  // Which bytes each work-item touches, and which barriers it meets, is decided by ids and arguments
  // alone, whatever memory holds; else `dependence` says what is not, in words.
  bool data_independent = false;
  std::string dependence;
  bool synchronises = false;  // with atomics or fences: it writes an event log
  // Whether that log is about the region; if not, nothing but barriers can order it in this kernel.
  bool global_logged = false;
  bool local_logged = false;
  std::vector<std::string> notes;  // what of this kernel stays unchecked, in words
  std::vector<IrregularLoop> irregular_loops;
  bool loops_unknown = false;  // irreducible control flow: loops may be missing from that list
  // Proofs about its local memory; null if there can be none.
  std::shared_ptr<GroupProofs> group;
  // ... and about its global memory.
  std::shared_ptr<SiteProofs> site_proofs;
  std::shared_ptr<SiteProofs> place_proofs;  // where accesses to global and constant memory go
  std::vector<Site> sites;         // sites[i].id == i
  std::vector<std::string> excerpts;  // the source lines at which they stand
};

struct Dependency {
  std::string path;    // absolute
  std::string sha256;  // of its content when it was compiled
};

struct NotInstrumented {
  std::string kernel;
  std::string reason;
};

struct Image {
  unsigned abi = 0;
  std::string backend;
  Variant variant = Variant::kDefault;
  std::string build_options;  // what the driver must be told besides the code
  std::vector<Dependency> dependencies;
  std::vector<std::shared_ptr<const KernelImage>> kernels;
  std::vector<NotInstrumented> not_instrumented;
  std::string code;  // what the driver takes
  std::string hash;  // SHA-256 of the whole file

  // The kernel of this name; nullptr if there is none.
  std::shared_ptr<const KernelImage> FindKernel(const std::string& name) const;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_IMAGE_IMAGE_H_
