// A finding: what was found, between whom, where. The one data model that every check fills and
// every report prints.
#ifndef LOCKSTEP_RUNTIME_MODEL_FINDING_H_
#define LOCKSTEP_RUNTIME_MODEL_FINDING_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/severity.h"
#include "runtime/model/command.h"
#include "runtime/model/geometry.h"
#include "runtime/model/launch.h"
#include "runtime/model/order_graph.h"

namespace lockstep {

enum class Rule { kDataRace, kBarrierDivergence, kOutOfBounds, kIrregularLoop, kCommandRace };
enum class Reach { kIntraGroup, kInterGroup };

// What a log entry could not say, and how often.
struct Incomplete {
  std::string kernel;
  std::string what;
  uint64_t count = 0;
};

const char* RuleName(Rule rule);     // "data-race", "barrier-divergence", "irregular-loop", ...
const char* ReachName(Reach reach);  // "intra-group", "inter-group"

// How often a work-item had gone round one loop when it reached a barrier.
struct LoopCount {
  SourcePosition loop;
  uint64_t iterations = 0;
};

// One of the two sides of a finding.
struct FindingAccess {
  Site site;       // a copy: findings outlive programs
  std::string op;  // read, write, rmw, barrier, exit: what it did this time
  bool atomic = false;
  std::optional<WorkItem> work_item;  // nullopt: the log did not say, or an asynchronous copy
  uint64_t block = 0;                 // in lock step: work_item stands for the block of so many
                                      // that it begins; 0: it is the one
  std::optional<Id3> group;           // of the work-item or copy (get_group_id)
  uint64_t segment = 0;               // barriers the work-item (of a copy: waits the group) had passed
  // Races: how many synchronisation points of its group the work-item had behind it; nullopt: not known as one number.
  std::optional<uint64_t> interval;
  std::vector<LoopCount> loops;       // barrier divergence only; outermost first
  std::string snippet;                // the source line; filled in when the report is made
  std::vector<std::string> before;    // the lines above it, as far as they are known, and those below; likewise
  std::vector<std::string> after;
  std::string macro_offset;  // of an access in a macro: where it goes, in OpenCL C; likewise
};

// The memory in conflict.
struct Memory {
  int argument = -1;  // index of the kernel's argument; -1: a local variable or unknown
  std::string name;   // of the argument or variable
  std::vector<std::pair<int, std::string>> aliases;  // other arguments for the same object
  ObjectKind kind = ObjectKind::kBuffer;
  ObjectId object;
  std::string label;
  uint64_t size = 0;    // bytes of the object
  uint64_t offset = 0;  // of the first byte in conflict, from the object's start
  uint64_t bytes = 0;   // bytes in conflict
  std::optional<ImageShape> image;  // if access b came through an image: how it lies there
  bool over_buffer = false;         // ... which was made from `object`, a buffer
  uint64_t image_offset = 0;        // where the image begins, from the object's start
  SharedStack created;              // where the application made the object; null if it is not known
};

// Why atomics and fences that are there did not order the two accesses of a race, found by replaying
// the launch with one operation after the other strengthened.
struct MissingOrder {
  // scope, missing-acquire, missing-release, relaxed, narrow-scope, fence-flag, wrong-region,
  // plain-flag, none; empty: not looked into.
  std::string cause;
  // The store that should have released and the load that should have acquired it; if they are known.
  std::optional<Site> store;
  std::optional<Site> load;
  // The smallest change that orders the pair (scope: makes it no race): all of these together.
  struct Change {
    Site site;
    std::string from;  // as in OpenCL C: "memory_order_relaxed, memory_scope_work_group"
    std::string to;
  };
  std::vector<Change> changes;
  bool strict_only = false;  // --scope-inclusion=relaxed would not call it a race
};

struct Finding {
  Rule rule = Rule::kDataRace;
  std::string kind;  // a row's kind in model/rules.def
  Severity severity = Severity::kError;
  Reach reach = Reach::kIntraGroup;
  std::string region;  // global, local
  std::string kernel;
  std::shared_ptr<const Launch> launch;  // the first launch in which it was found
  uint64_t count = 0;                    // occurrences in all launches
  bool at_least = false;                 // that many, or more that were not counted
  uint64_t launches = 0;                 // launches in which it was found
  uint64_t equal_launches = 0;           // of them, that were not checked, since ones equal to them had been
  std::optional<Memory> memory;          // races; loops, if known, as a whole (bytes 0)
  // In order of source position; loops: read, then write; out of bounds: twice the same.
  FindingAccess accesses[2];
  std::optional<Site> loop;              // irregular loops: the loop
  std::vector<Site> barriers;  // wrong-fence-flag: the barriers that may have stood between
  // A race although the later access stands behind a barrier: why that does not order the two. 'none': no
  // barrier stands between.
  enum class Apart { kNone, kLeft, kParted };  // the earlier one's work-item had left, or was not there with it
  Apart apart = Apart::kNone;
  int earlier = 0;           // index of the earlier access, if apart
  bool unnamed = false;      // ... and the barrier's flags do not name the region either
  // Out of bounds: where the access begins, from the start of what it names, which has `bounds` bytes. Of an image:
  // the coordinate instead.
  int64_t position = 0;
  uint64_t bounds = 0;
  std::optional<std::array<int64_t, 3>> coordinate;
  // Two writes, as far as is known of one value, that are in a race because one of them stands for another access to
  // the same bytes, of which no more is known.
  bool stands_for = false;
  bool same_instruction = false;  // in lock step: both sides are one instruction of one block
  // Lock step of this width would order the accesses: those shown, and all that were seen of their
  // places. 0: none that was asked for would.
  uint64_t lockstep_only = 0;
  MissingOrder missing_order;  // races of kernels that synchronise with atomics or fences
  // Command races: who met, in the order of their numbers. Each has its access: of a launch with the first statement
  // that touches the object so, else without a place but for the call in `function`. The launch, which is of no kernel
  // then, has the number of the first that is one.
  std::optional<std::array<CommandSide, 2>> commands;
  std::optional<OrderGraph> graph;  // ... and the commands around them; nullopt: not known
  std::string why;             // one sentence
  std::string repair;          // one sentence
  // Where the application did what led to it, with --host-stacks; filled in when the report is made.
  struct Stack {
    std::string what;  // enqueue, creation (of the memory), build (of the program)
    int side = -1;     // of commands, whose of the two; else -1
    HostStack stack;
  };
  std::vector<Stack> host_stacks;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_FINDING_H_
