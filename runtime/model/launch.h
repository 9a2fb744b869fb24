// One launch of one kernel, as far as a report needs to know it. Plain data, filled by host/.
#ifndef LOCKSTEP_RUNTIME_MODEL_LAUNCH_H_
#define LOCKSTEP_RUNTIME_MODEL_LAUNCH_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/ids.h"
#include "runtime/base/proof_cost.h"
#include "runtime/model/decisions.h"
#include "runtime/model/host_stack.h"
#include "runtime/program/program.h"

namespace lockstep {

// The text of a program, for source excerpts.
struct ProgramSource {
  std::string name;  // the request's source_name: what the description calls file-less source
  std::string text;  // all strings of clCreateProgramWithSource, joined
  std::vector<std::pair<std::string, std::string>> headers;  // name, text: clCompileProgram's
  std::string options;  // it was built with; of several units all, one after the other
};

enum class ObjectKind { kBuffer, kSvm, kImage, kProgramVariable, kLocalArgument, kLocalVariable };

// How an image's texels lie in its object: device-lib/shared/image.h, ls_image.
struct ImageShape {
  uint64_t size[3] = {1, 1, 1};  // texels or layers
  unsigned dimensions = 1;       // coordinates that name a texel, the layer included
  bool layered = false;          // the last of them is a layer
  uint64_t texel_bytes = 0;
  uint64_t row_pitch = 0;
  uint64_t slice_pitch = 0;
};

// The memory behind one root (docs/abi.md, section 2), in the order of the roots.
struct MemoryRoot {
  ObjectKind kind = ObjectKind::kBuffer;
  ObjectId object;     // buffers and SVM: numbered in order of creation; equal for aliases
  uint64_t size = 0;   // bytes of the object; 0: not a checked root
  uint64_t delta = 0;  // bytes from the object's start to where the root points
  std::string label;   // what the application calls it, if it says so anywhere; may be empty
  std::optional<ImageShape> image = std::nullopt;  // images only
  bool over_buffer = false;  // an image made from a buffer: `object` is the buffer
  // Synchronising kernels only, for events that name cells (ls_root's fields of these names).
  uint64_t first_cell = 0;
  unsigned shift = 3;
  // No work-item of this launch reads a byte that another one writes or has an atomic operation on; only set for --warn.
  bool not_changed_by_others = false;
  RootDecision decision;  // only set for --explain-pruning
  uint64_t start = 0;  // bytes from the object's start to position 0 of ls_root
  uint64_t limit = 0;  // ls_root's: bytes from there that accesses may touch
  SharedStack created = nullptr;  // for --host-stacks, like those of Launch
};

// What an argument was in a launch.
struct LaunchArgument {
  // Only of a report that was read: else the kernel's description has them.
  std::string name;
  std::string type;   // as the kernel's declaration has it
  std::string space;  // ArgumentSpace's word
  std::string value;  // private: its bytes in hex; "": too long to be kept, or none
  uint64_t size = 0;  // bytes: of the value, of the object, of local memory; 0: not known
  ObjectId object;    // global memory: as reports call it; 0: none
};

struct Launch {
  LaunchId id;  // 1 for the process's first enqueued kernel; counts unchecked launches too
  std::shared_ptr<const ProgramSource> program;
  std::shared_ptr<const KernelDescription> kernel;
  std::string device;  // CL_DEVICE_NAME
  std::string test;    // that the program ran then, if its environment says so
  SharedStack
      enqueued;       // where the application was when it launched it, and when it built the program; null if that was
  SharedStack built;  // not asked for
  unsigned dimensions = 1;
  uint64_t global_size[3] = {1, 1, 1};
  uint64_t global_offset[3] = {0, 0, 0};
  uint64_t local_size[3] = {1, 1, 1};  // of a full work-group
  std::vector<LaunchArgument> arguments;  // of checked launches, all of them or none
  std::string build_options;              // only of a report that was read: else the program has them
  std::vector<MemoryRoot> roots;
  ProofCost proofs;  // of what was tried to be proven of it before it ran
  // What a certificate for such launches would be made out to; empty if none may be made.
  std::string certificate_key;
  bool certificate_on_disk = true;  // later processes may use it, too

  // Layout of the records in the log: the control block's fields of the same names.
  unsigned segment_shift = 0;
  unsigned actor_shift = 0;
  uint64_t first_actor = 0;
  uint64_t group_size = 1;      // actors of a group: work-items (or blocks of them), then copies
  uint64_t lockstep_width = 0;  // work-items that are one actor of the records; 0: each its own
  uint64_t simd_width = 0;      // for marking what lock step would order; 0: not asked for
  bool together = false;        // the device runs the work-items of a group together (ls_more_at)
  uint32_t log_slots = 0;
  uint64_t log_mark = 0;  // ls_log.mark, which the kernel has no business with; 0: none was set
  bool bounds_counted = false;  // --bounds=count
  bool log_in_place = true;  // the device writes the log into the host's memory
  uint64_t shadow_bytes = 0;  // of the records, those of local memory aside
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_LAUNCH_H_
