// What lockstep-cc tells the host of the program that it instrumented: docs/abi.md, section 5.
#ifndef LOCKSTEP_RUNTIME_PROGRAM_PROGRAM_H_
#define LOCKSTEP_RUNTIME_PROGRAM_PROGRAM_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/enum_words.h"
#include "runtime/base/status.h"
#include "runtime/program/instrument_options.h"
#include "runtime/prune/group_program.h"
#include "runtime/prune/site_program.h"

namespace lockstep {

// A source position; line and column count from 1, 0 = unknown.
struct SourcePosition {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;  // the function whose text it is
  // While the program is instrumented: which of its texts it stands in (instrument/source_names.h), and how far below
  // `line`. Not told, which has the line itself.
  std::string text;
  int64_t difference = 0;
};

// What happens at a site. kNone: the first of a kernel, which stands for none; kStop: a work-item may leave there for
// --launch-timeout; kLoop: in IrregularLoop; kCollective: a work-group function.
enum class SiteOp : uint8_t {
  kNone,
  kRead,
  kWrite,
  kRmw,
  kFence,
  kBarrier,
  kCopy,
  kWait,
  kExit,
  kStop,
  kLoop,
  kCollective
};
constexpr std::array<const char*, 12> WordsOf(SiteOp) {
  return {"none", "read", "write", "rmw", "fence", "barrier", "copy", "wait", "exit", "stop", "loop", "collective"};
}

enum class MemoryOrder : uint8_t { kNone, kRelaxed, kAcquire, kRelease, kAcqRel, kSeqCst };
constexpr std::array<const char*, 6> WordsOf(MemoryOrder) {
  return {"", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
}

enum class MemoryScope : uint8_t { kNone, kWorkItem, kSubGroup, kWorkGroup, kDevice, kAllSvmDevices };
constexpr std::array<const char*, 6> WordsOf(MemoryScope) {
  return {"", "work_item", "sub_group", "work_group", "device", "all_svm_devices"};
}

// kGeneric: whichever the object lies in that holds the address.
enum class MemoryRegion : uint8_t { kNone, kGlobal, kLocal, kGeneric };
constexpr std::array<const char*, 4> WordsOf(MemoryRegion) { return {"", "global", "local", "generic"}; }

enum class ArgumentSpace : uint8_t { kPrivate, kGlobal, kLocal, kConstant, kImage, kSampler, kPipe };
constexpr std::array<const char*, 7> WordsOf(ArgumentSpace) {
  return {"private", "global", "local", "constant", "image", "sampler", "pipe"};
}

// One place in the source where a kernel touches shared memory, meets a barrier or returns.
struct Site {
  unsigned id = 0;  // index in KernelDescription::sites
  SiteOp op = SiteOp::kNone;
  bool copy = false;  // an access by an asynchronous copy
  bool atomic = false;
  MemoryOrder order = MemoryOrder::kNone;
  MemoryScope scope = MemoryScope::kNone;
  bool remote = false;
  bool old = false;  // an atomic or fence of OpenCL 1.x: atomic_add, mem_fence, ...
  MemoryRegion region = MemoryRegion::kNone;
  uint64_t bytes = 0;
  // Accesses: numbers of the roots (docs/abi.md, section 2) of which its pointer leads to one; none: not known.
  std::vector<unsigned> roots;
  // Barriers: local, global, local|global, image, none, behind them a scope that is too narrow; stops: loop, barrier,
  // start; collectives: the function's name.
  std::string flags;
  SourcePosition position;
  std::vector<SourcePosition> inlined_at;  // innermost call first
  std::vector<SourcePosition> loops;       // barriers of transformed kernels: outermost first
  // Barriers: on what meeting it depends, in words. Accesses: where they go from their root, as a polynomial of ids
  // and arguments (runtime/base/polynomial.h); empty if it is none.
  std::string condition;
  unsigned excerpt = 0;  // number of its line in KernelDescription::excerpts, from 1; 0: unknown
  // Plain writes: the site of a read of the same bytes that whoever makes the write makes, too, with nothing between
  // the two that may order; 0: none is known. And whether it comes before the write.
  unsigned read = 0;
  bool read_first = false;
  // Plain reads: the site of a compare-exchange of the same bytes that expects what they read; 0: none is known
  // (instrument/passes/note_guesses.h).
  unsigned guess_of = 0;
  // Plain writes of a kernel that is independent of data: no data has a part in it whether the values that it writes
  // are those that others write there (instrument/passes/fixed_values.h).
  bool fixed_value = false;
  // Accesses: the macro that has it in its body, and where that is defined (no column); empty: none.
  std::string macro;
  SourcePosition macro_definition;

  // The root of an access, if it can be but one.
  std::optional<size_t> Root() const { return roots.size() == 1 ? std::optional<size_t>(roots[0]) : std::nullopt; }
};

// A read on which a loop's condition depends, and a write that may change what it reads: docs/abi.md,
// section 5.
struct LoopPair {
  Site read;  // sites of their own, not in the kernel's list; `id` means nothing
  Site write;
  bool in_loop = false;    // the write stands in the loop
  bool together = false;   // no barrier keeps the write of one work-item from the read of another
  bool waits = false;      // the loop only waits, and the write does not come before it
  unsigned fixed_ids = 0;  // dimensions (bits) whose id branches around both hold to one value
};

// A loop whose condition reads shared memory that something may write meanwhile.
struct IrregularLoop {
  Site loop;  // its position; kLoop
  std::vector<LoopPair> pairs;
};

// What is known of the accesses to a root if all of them are atomic operations.
struct AtomicUse {
  // They are, of one scope, which reaches all work-items that may come there: no two of them race.
  bool alone = false;
  // They order nothing either: all are relaxed, in a kernel without fences.
  bool relaxed = false;
};

struct ArgumentDescription {
  unsigned index = 0;
  std::string name;
  std::string type;
  ArgumentSpace space = ArgumentSpace::kPrivate;
  bool reads = false;
  bool writes = false;
  unsigned granule_shift = 3;  // smallest over the accesses through it; 3 if there are none
  bool checked = false;        // false: the variant left this root out
  bool bounded = false;        // it looks where accesses through it go, and at nothing else
  std::string access;          // of images: read_only, write_only, read_write; empty: not known
  AtomicUse atomics;
};

struct LocalDescription {
  std::string name;
  uint64_t size = 0;  // bytes
  unsigned granule_shift = 3;
  SourcePosition position;
  AtomicUse atomics;
};

// A program-scope variable in global memory.
struct VariableDescription {
  std::string name;
  uint64_t size = 0;  // bytes
  unsigned granule_shift = 3;
  bool reads = false;
  bool writes = false;
  SourcePosition position;
  AtomicUse atomics;
};

struct KernelDescription {
  std::string name;
  bool instrumented = true;
  std::string reason;  // why not, when not instrumented
  std::vector<ArgumentDescription> args;
  std::vector<LocalDescription> locals;
  std::vector<VariableDescription> variables;
  bool unknown_reads = false;  // accesses that no root could be named for
  bool unknown_writes = false;
  unsigned barriers = 0;
  bool async_copies = false;     // has asynchronous copies or waits for them
  bool collectives = false;      // has work-group functions, which the twin computes itself (device-lib/collectives.h)
  bool compares_arguments = false;  // ... with arguments that are not provably the same for the group, but have to be
  bool fixed_parts = false;         // its sub-groups have barriers that all of them meet (device-lib/shared/parted.h)
  unsigned part_words = 0;       // words of each work-item where its sub-groups meet (device-lib/shared/part_words.h)
  bool transformed = false;      // has resumable barriers
  std::string transform_reason;  // the first barrier that is not provably uniform, and why
  bool uses_local = false;
  // Which bytes each work-item touches, and which barriers it meets, is decided by ids and arguments
  // alone, whatever memory holds; else `dependence` says what is not, in words.
  bool data_independent = false;
  std::string dependence;
  // If not: arguments, by number, of which it is enough to know that what is in their memory is the same as in another
  // launch, because nothing else that memory holds decides. The kernel never writes there; that no other argument of
  // it does is for the host to see. Empty: there are none of which that is so.
  std::vector<unsigned> decided_by;
  bool synchronises = false;  // with atomics or fences: it has LS_HIDDEN_EVENTS and writes an event log
  // Whether that log is about the region; if not, nothing but barriers can order it in this kernel.
  bool global_logged = false;
  bool local_logged = false;
  bool fences_logged = false;      // whether it may have fences, barriers of wider scope than the group among them
  std::vector<std::string> notes;  // what of this kernel stays unchecked, in words ("images: ...")
  std::vector<IrregularLoop> irregular_loops;
  bool loops_unknown = false;  // irreducible control flow: loops may be missing from that list
  // What decides about its accesses to local memory; nullopt if that is not known.
  std::optional<GroupProgram> group_program;
  // Where its accesses to global memory go, as far as it writes there; nullopt if that is not known.
  std::optional<SiteProgram> site_program;
  std::vector<Site> sites{1};         // sites[i].id == i; the first stands for none
  std::vector<std::string> excerpts;  // the source lines at which they stand, and a few around each
  // Numbers of excerpts, from 1 and in order, that do not stand below the one before them.
  std::vector<unsigned> excerpt_runs;

  // Appends `site` and returns its id.
  unsigned AddSite(Site site) {
    site.id = static_cast<unsigned>(sites.size());
    sites.push_back(std::move(site));
    return sites.back().id;
  }

  // Roots are numbered arguments first, then locals, then variables.
  size_t NumRoots() const { return args.size() + locals.size() + variables.size(); }
};

struct Dependency {
  std::string path;    // absolute
  std::string sha256;  // of its content when it was compiled, or what else it was: docs/abi.md, section 5
};

struct ProgramDescription {
  std::string backend;
  Variant variant = Variant::kDefault;
  std::string build_options;  // what the driver must be told besides the code
  std::vector<Dependency> dependencies;
  std::vector<KernelDescription> kernels;
};

// A program as lockstep-cc answers: for one driver, with its description.
struct InstrumentedProgram : ProgramDescription {
  std::string code;  // what the driver takes
};

// The description as JSON: on one line if `indent` is negative, else with so many spaces for each level.
std::string WriteDescription(const ProgramDescription& description, int indent);

// The file of docs/abi.md, section 5: a line with the format's version, the description in one line, the code.
std::string WriteProgram(const InstrumentedProgram& program);

// Reads such a file. Errors name the field that is missing or wrong, or that contradicts another.
StatusOr<InstrumentedProgram> ReadProgram(std::string_view bytes);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PROGRAM_PROGRAM_H_
