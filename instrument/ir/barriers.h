// Work-group barriers in the IR: finding them, their flags, their sites.
#ifndef LOCKSTEP_INSTRUMENT_IR_BARRIERS_H_
#define LOCKSTEP_INSTRUMENT_IR_BARRIERS_H_

#include <string>
#include <vector>

#include "instrument/pipeline_state.h"

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class CallInst;
class Function;
class Module;
class AllocaInst;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Fence flags as OpenCL C defines them (CLK_*_MEM_FENCE).
enum FenceFlags : unsigned { kLocalFence = 1, kGlobalFence = 2, kImageFence = 4 };

// The counters that count-segments keeps, as allocas of the entry block; docs/abi.md, section 3.
inline constexpr char kSegment[] = "lockstep.segment";
inline constexpr char kGlobalFrom[] = "lockstep.global_from";
inline constexpr char kLocalFrom[] = "lockstep.local_from";
inline constexpr char kImageFrom[] = "lockstep.image_from";
// Of kernels with fixed parts (device-lib/shared/parted.h): `waits` of their checks, by what flags have to name.
inline constexpr char kPartGlobalFrom[] = "lockstep.part_global_from";
inline constexpr char kPartLocalFrom[] = "lockstep.part_local_from";
inline constexpr char kPartImageFrom[] = "lockstep.part_image_from";
// Of kernels in the resumable form: LS_WAITS_PARTED once the group has parted, before that 0.
inline constexpr char kParted[] = "lockstep.parted";
// Of kernels in the resumable form in which work-items may come to a meeting and stay there: 0 for those who do.
inline constexpr char kGoes[] = "lockstep.goes";
// i64, of kernels that log what sub-groups do: a name for the meeting at a sub_group_barrier (LS_EVENT_PART).
inline constexpr char kMeeting[] = "lockstep.meeting";
// Where work-items of a group run together: whose value they ask for at a sub-group's broadcast, 0 elsewhere; only if
// they are to be compared in it (part_functions.h).
inline constexpr char kAsked[] = "lockstep.asked";
// i64, only in lock step: tells the iterations of the loops around apart.
inline constexpr char kIteration[] = "lockstep.iteration";

// The variable of that name; nullptr if the kernel has none.
llvm::AllocaInst* FindVariable(llvm::Function& kernel, const char* name);

// Metadata on a barrier call: `!{i32 site}`.
inline constexpr char kSiteMetadata[] = "lockstep.site";
// Metadata on a barrier call that stands where only a sub-group meets (lower-collectives).
inline constexpr char kPartMetadata[] = "lockstep.part";
// Metadata on the addition with which count-segments counts a barrier.
inline constexpr char kCountMetadata[] = "lockstep.count";
// Metadata on what our passes insert and no later pass may check.
inline constexpr char kInternalMetadata[] = "lockstep.internal";

// barrier(F), work_group_barrier(F), work_group_barrier(F, scope).
bool IsBarrier(const llvm::CallInst& call);

// The kernel's barriers in program order.
std::vector<llvm::CallInst*> BarriersOf(llvm::Function& kernel);

// sub_group_barrier(F), sub_group_barrier(F, scope).
bool IsSubGroupBarrier(const llvm::CallInst& call);

// The kernel's sub-group barriers in program order.
std::vector<llvm::CallInst*> SubGroupBarriersOf(llvm::Function& kernel);

// All barriers, the work-group's first, then the sub-groups'.
std::vector<llvm::CallInst*> AllBarriersOf(llvm::Function& kernel);

// Turns sub_group_barrier(F, scope) into sub_group_barrier(F), without fences if the scope is the work-item's.
// Returns the call that stands there now.
llvm::CallInst* ToPlainSubGroupBarrier(llvm::CallInst* barrier);

// The fence flags of a barrier, of a sub-group's too: an i32 value, constant or not.
llvm::Value* FlagsOf(const llvm::CallInst& barrier);

// Whether what all work-items of the group did to local memory before `barrier` is surely done for all behind it.
bool OrdersLocalMemory(const llvm::CallInst& barrier);

// "local", "global", "local|global", "image", ..., "none"; "dynamic" if not constant.
std::string FlagsText(const llvm::Value& flags);
std::string FlagsText(unsigned flags);

// The flags that order image accesses in the module's version of OpenCL C.
unsigned ImageFences(const llvm::Module& module);

// Turns work_group_barrier into barrier, which every driver has (PoCL's SPIR built-ins lack the
// form with a scope on some devices). A scope narrower than the group takes the fences away.
// Returns the call that stands there now.
llvm::CallInst* ToPlainBarrier(llvm::CallInst* barrier);

// barrier(flags) at the builder's place: one of ours, without a site.
llvm::CallInst* CreatePlainBarrier(llvm::IRBuilder<>& builder, unsigned flags);

// Notes on `barrier` that its site is number `site`.
void SetSite(llvm::CallInst& barrier, unsigned site);

// The site of `barrier` in `info`, made (and noted on the call) if it has none yet. A barrier whose scope is too narrow
// to order anything has it behind its flags: "local|memory_scope_work_item"; ToPlainBarrier leaves no trace of that.
unsigned SiteOf(llvm::CallInst& barrier, KernelDescription& info);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_BARRIERS_H_
