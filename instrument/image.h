// The image's metadata: what lockstep-cc tells the host about the kernels it instrumented.
// Mirrors section 5 of docs/abi.md field by field.
#ifndef LOCKSTEP_INSTRUMENT_IMAGE_H_
#define LOCKSTEP_INSTRUMENT_IMAGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/program/instrument_options.h"
#include "runtime/prune/group_program.h"
#include "runtime/prune/site_program.h"
#include "runtime/prune/injective.h"

namespace lockstep::instrument {

// A source position; line and column count from 1, 0 = unknown.
struct SourcePosition {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;  // the function whose text it is
  // Which of the program's texts it stands in (source_names.h), and how far below `line`. Not in the image,
  // which has the line itself.
  std::string text;
  int64_t difference = 0;
};

// One place in the source where a kernel touches shared memory, meets a barrier or returns.
struct Site {
  unsigned id = 0;  // index in KernelInfo::sites; 0 is reserved ("none")
  std::string op = "none";  // read, write, rmw, fence, barrier, copy, wait, exit
  bool copy = false;  // an access by an asynchronous copy
  bool atomic = false;
  std::string order;   // relaxed, acquire, release, acq_rel, seq_cst; empty if not atomic
  std::string scope;   // work_item, work_group, device, all_svm_devices; empty if not atomic
  bool remote = false;
  bool old = false;        // an atomic or fence of OpenCL 1.x: atomic_add, mem_fence, ...
  std::string region;  // global, local; empty for barrier and exit
  uint64_t bytes = 0;
  std::string root;    // arg:<index>, local:<name>, variable:<name>, unknown
  std::string flags;   // barriers: local, global, local|global, image, none
  SourcePosition position;
  std::vector<SourcePosition> inlined_at;  // innermost call first
  std::vector<SourcePosition> loops;       // barriers of transformed kernels: outermost first
  std::string condition;                   // barriers: on what meeting it depends, in words
  unsigned excerpt = 0;                    // number of its line in KernelInfo::excerpts, from 1; 0: unknown
  // Plain writes: the site of a read of the same bytes that comes with each of them (passes/pair_reads.h), 0: none,
  // and whether it comes before the write.
  unsigned read = 0;
  bool read_first = false;
  // Accesses: the macro that has it in its body, and file and line of its definition; empty: none (macro_uses.h).
  std::string macro;
  SourcePosition macro_definition;
};

struct ArgumentInfo {
  unsigned index = 0;
  std::string name;
  std::string type;
  std::string space;  // global, local, constant, private, image, sampler
  bool reads = false;
  bool writes = false;
  unsigned granule_shift = 3;  // smallest over the accesses through it; 3 if there are none
  bool checked = false;
  // Where all accesses through the root go; nullopt if some access has no such form.
  std::optional<std::vector<AccessForm>> forms;
};

struct LocalInfo {
  std::string name;
  uint64_t size = 0;
  unsigned granule_shift = 3;
  SourcePosition position;
  std::optional<std::vector<AccessForm>> forms;  // as in ArgumentInfo
};

// A program-scope variable in global memory.
struct VariableInfo {
  std::string name;
  uint64_t size = 0;
  unsigned granule_shift = 3;
  bool reads = false;
  bool writes = false;
  SourcePosition position;
  std::optional<std::vector<AccessForm>> forms;  // as in ArgumentInfo
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

struct KernelInfo {
  std::string name;
  bool instrumented = true;
  std::string reason;  // why not instrumented
  std::vector<ArgumentInfo> args;
  std::vector<LocalInfo> locals;
  std::vector<VariableInfo> variables;
  bool unknown_reads = false;
  bool unknown_writes = false;
  unsigned barriers = 0;
  bool async_copies = false;  // has asynchronous copies or waits for them
  bool transformed = false;
  std::string transform_reason;  // the first barrier that is not provably uniform, and why
  bool uses_local = false;
  // Which bytes each work-item touches, and which barriers it meets, is decided by ids and arguments
  // alone, whatever memory holds; else `dependence` says what is not, in words.
  bool data_independent = false;
  std::string dependence;
  bool synchronises = false;  // with atomics or fences: it has LS_HIDDEN_EVENTS and writes an event log
  // Whether that log is about the region; if not, nothing but barriers can order it in this kernel.
  bool global_logged = false;
  bool local_logged = false;
  std::vector<std::string> notes;  // what of this kernel stays unchecked, in words ("images: ...")
  std::vector<IrregularLoop> irregular_loops;
  bool loops_unknown = false;  // irreducible control flow: loops may be missing from that list
  // What decides about its accesses to local memory; nullopt if that is not known.
  std::optional<GroupProgram> group_program;
  // Where its accesses to global memory go, as far as it writes there; nullopt if that is not known.
  std::optional<SiteProgram> site_program;
  std::vector<Site> sites{1};
  std::vector<std::string> excerpts;  // the source lines at which they stand

  // Appends `site` and returns its id.
  unsigned AddSite(Site site) {
    site.id = static_cast<unsigned>(sites.size());
    sites.push_back(std::move(site));
    return sites.back().id;
  }
};

struct Dependency {
  std::string path;
  std::string sha256;
};

struct Image {
  std::string backend;
  Variant variant = Variant::kDefault;
  std::string build_options;  // what the driver must be told besides the code
  std::vector<Dependency> dependencies;
  std::vector<KernelInfo> kernels;
  std::string code;  // what the driver takes

  // The JSON of the kernels; on one line if `indent` is negative.
  std::string Metadata(int indent) const;

  // The file's text: magic line, one line of JSON, code. See docs/abi.md, section 5.
  std::string Serialize() const;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IMAGE_H_
