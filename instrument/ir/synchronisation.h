// Kernels that synchronise with atomics or fences, whose checks write an event log: which they are,
// and what their atomics and fences say, in the words of device-lib/shared/event.h.
#ifndef LOCKSTEP_INSTRUMENT_IR_SYNCHRONISATION_H_
#define LOCKSTEP_INSTRUMENT_IR_SYNCHRONISATION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class CallInst;
class FenceInst;
class Function;
class Instruction;
class MDNode;
}  // namespace llvm

namespace lockstep::instrument {

// Metadata on a compare-exchange: the order, !{!"order"}, that the source gives it when it fails.
inline constexpr char kFailureOrderMetadata[] = "lockstep.failure_order";
// Metadata on an operation whose order, scope or flags are not constants and taken as the strongest.
inline constexpr char kGuessedMetadata[] = "lockstep.guessed";
// Metadata on an atomic or fence that the source has in OpenCL 1.x's form, which says no order and no scope.
inline constexpr char kOldFormMetadata[] = "lockstep.old_form";
// Metadata on a fence that a barrier of wider scope than the group is.
inline constexpr char kBarrierFenceMetadata[] = "lockstep.barrier_fence";

// Whether `kernel`, behind lower-builtins, has an operation that could order accesses of different
// work-items other than a barrier of the group: an atomic that is not relaxed, a remote one, a fence that is
// not idle (idle_fences.h), or a barrier of wider scope than its group or sub-group where there are atomics. Or one
// that only scopes can judge: a relaxed atomic of narrower scope than the device on memory that other groups reach. Or
// barriers of sub-groups beside asynchronous copies: what those order for each other only the event log tells.
bool Synchronises(llvm::Function& kernel);

// Whether `kernel` has an operation of remote-scope promotion.
bool HasRemoteOperations(llvm::Function& kernel);

// Whether some atomic or fence of `kernel` is taken as stronger than it may be.
bool HasGuessedOperations(llvm::Function& kernel);

// Whether the source asks for `barrier`, not yet made plain, with a scope wider than the group.
bool IsWideBarrier(const llvm::CallInst& barrier);
// Likewise the scope, wider than the sub-group, that it asks for at a sub-group's barrier; nullptr if it is none.
const char* WideScopeOfSubGroupBarrier(const llvm::CallInst& barrier);

// Order, scope and remote of an atomic instruction or a fence, as bits of an event's `what`; nothing
// for instructions that are not noted.
uint32_t EventBits(const llvm::Instruction& instruction);
// ... of a compare-exchange that fails.
uint32_t FailureEventBits(const llvm::Instruction& instruction);
// The words of the failure order; of the success order where nothing is noted.
std::string FailureOrder(const llvm::Instruction& instruction, const std::string& order);

// The fences that the source has, but idle ones, and those of its wide barriers.
std::vector<llvm::FenceInst*> FencesOf(llvm::Function& kernel);
// CLK_*_MEM_FENCE flags of a fence.
unsigned FlagsOfFence(const llvm::FenceInst& fence);

// Puts a release fence before `barrier` and an acquire fence before `behind`, which follows it, as a
// barrier of `scope` is one.
void AddBarrierFences(llvm::CallInst& barrier, llvm::Instruction* behind, const char* scope);

// What stands for one side of a sub_group_barrier, which is to be logged: that the work-item has come to it, or goes
// on.
void AddPartStep(llvm::IRBuilder<>& builder, bool comes, unsigned flags, llvm::MDNode* site);
// Whether `fence` is one of those.
bool IsPartStep(const llvm::FenceInst& fence);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_SYNCHRONISATION_H_
