// Emits the calls of the device library that a kernel's plan asks for.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_CHECK_EMITTER_H_
#define LOCKSTEP_INSTRUMENT_PASSES_CHECK_EMITTER_H_

#include <string>
#include <utility>
#include <vector>

#include "instrument/ir/async_copies.h"
#include "instrument/passes/check_plan.h"
#include "llvm/IR/IRBuilder.h"
#include "runtime/backends/backends.h"

namespace lockstep::instrument {

class CheckEmitter {
 public:
  // `kernel` has its hidden arguments. Counters that count-segments made are used if there.
  // `out_of_line`: calls are marked so that nothing inlines the library into this kernel.
  CheckEmitter(llvm::Function& kernel, const CheckPlan& plan, bool out_of_line, const Backend& backend);

  // In the entry block, behind the variables: clears local cells and writes down root addresses.
  void EmitEntry();

  // Quirk::kLoopResults: has what atomics returned leave the loops around them. The last of all.
  void KeepResults();

  // Before each return: gives back what the group has taken, and where the driver may do so (Quirk::kLoopsEnd) asks
  // whether it has ended loops of the work-item.
  void EmitExits();

  // The call or calls for `check`, before its instruction (after it for a compare-exchange,
  // whose kind is known only then), or behind its loop.
  void EmitCheck(const PlannedCheck& check);

  // The call that logs a fence, before it; kernels that synchronise only (check_emitter_sync.cc).
  void EmitFence(const PlannedFence& fence);

  // The call for `check`, before the call that accesses the image (check_emitter_image.cc).
  void EmitImageCheck(const PlannedImageCheck& check);

  // The library's copy in place of `copy`. `to`, `from`: the checks of its two sides; nullptr if
  // that side is not checked.
  void EmitCopy(const CopyCall& copy, const PlannedCheck* to, const PlannedCheck* from);
  void EmitWait(llvm::CallInst& wait);
  // In the entry block: no copy is open yet.
  void EmitCopiesEntry();

 private:
  using Arguments = llvm::SmallVector<llvm::Value*, 16>;

  void GoToEntry();
  // The hidden arguments that a function of the region starts with, and how it finds the root.
  Arguments Front(const PlannedCheck& check, llvm::Value* address);
  void EmitLocalEntry();
  void MakeOwn();
  void EmitOwn();
  void AppendOwn(const PlannedCheck& check, Arguments& arguments);
  void AppendAllOwn(Arguments& arguments);
  Arguments SlabArguments();  // of device-lib/slab.h
  llvm::Value* AddressOf(llvm::Value* pointer);
  llvm::Value* AsGeneric(llvm::Value* pointer);
  // The address by which an object is looked up: a generic one where some pointer is generic.
  llvm::Value* LookupAddress(llvm::Value* pointer);
  llvm::Value* Offset(const PlannedCheck& check, llvm::Value* address, uint64_t piece);
  void AppendOrder(const PlannedCheck& check, Arguments& arguments);
  llvm::Value* Counter(llvm::AllocaInst* counter);
  // What checks are told of waits and of who has parted (device-lib/shared/parted.h). `part_from`: of fixed parts, by
  // region.
  llvm::Value* Waits(llvm::AllocaInst* part_from);

  // Root number, offset or address, site: what the library wants to know of a copy's side.
  struct CopySide {
    llvm::Value* address;
    llvm::Value* offset;
    llvm::Value* root;
    llvm::Value* site;
  };
  CopySide SideOf(llvm::Value* pointer, const PlannedCheck* check);
  // All hidden arguments, in the order in which they come.
  Arguments AllHidden();

  void EmitBounds(const PlannedCheck& check);
  void EmitPieces(const PlannedCheck& check);
  void EmitPiecesTogether(const PlannedCheck& check);
  void EmitJoined(const PlannedCheck& check);
  void EmitAtomic(const PlannedCheck& check);
  void EmitRange(const PlannedCheck& check);
  bool InLockstep(const PlannedCheck& check) const;
  void EmitSameInstruction(const PlannedCheck& check, const char* function, uint64_t first,
                           llvm::Value* size, llvm::Value* value);
  // The stored value as bytes in private memory, for the range form.
  llvm::Value* ValueBytes(const PlannedCheck& check);
  // Piece number `piece` of `pieces` equal ones of the stored value, as i64.
  llvm::Value* ValuePiece(const PlannedCheck& check, uint64_t piece, uint64_t pieces);
  llvm::AllocaInst* Scratch(uint64_t size);

  // Kernels that synchronise with atomics or fences (check_emitter_sync.cc).
  void MakeSelf();
  void EmitSelf();
  Arguments SyncFront();
  Arguments SyncFront(const PlannedCheck& check, llvm::Value* at);
  void AppendSyncOrder(Arguments& arguments);
  llvm::Value* SelfWord(unsigned word);  // the address of a word of self_
  llvm::Value* SelfEvents();             // that of how many atomics and fences the work-item has logged
  llvm::Value* SyncEvents();             // how many
  void NoteTouched();
  void EmitSyncPieces(const PlannedCheck& check, uint64_t piece_size);
  void EmitSyncRange(const PlannedCheck& check);
  void EmitSyncAtomic(const PlannedCheck& check);
  // Has what `atomic` returned leave its loop through a value of the loop. `left`: what give returned.
  void KeepResult(llvm::Instruction& atomic, llvm::Value* left);

  // Components of a texel's coordinate, unused ones 0, and the bits of a colour's.
  void AppendCoordinate(const ImageAccess& access, Arguments& arguments);
  void AppendColour(const ImageAccess& access, Arguments& arguments);
  llvm::CallInst* Call(const std::string& name, const Arguments& arguments,
                       llvm::Type* result = nullptr);

  llvm::Function& kernel_;
  const CheckPlan& plan_;
  const bool out_of_line_;
  const Backend& backend_;
  llvm::IRBuilder<> builder_;
  llvm::AllocaInst* segment_;
  llvm::AllocaInst* global_from_;
  llvm::AllocaInst* local_from_;
  llvm::AllocaInst* image_from_;
  llvm::AllocaInst* part_global_from_;
  llvm::AllocaInst* part_local_from_;
  llvm::AllocaInst* part_image_from_;
  llvm::AllocaInst* waits_;
  llvm::AllocaInst* parted_;  // nullptr: the group cannot part
  llvm::AllocaInst* iteration_;  // nullptr: not in lock step
  llvm::AllocaInst* bases_ = nullptr;
  llvm::AllocaInst* scratch_ = nullptr;
  std::vector<std::pair<llvm::Instruction*, llvm::Value*>> performed_;  // atomics in loops, and what give returned
  static constexpr size_t kOwnOfGlobal = 2;                             // of own_, for checks of global memory
  std::vector<llvm::AllocaInst*> own_;                                  // where checks are functions: who executes
  llvm::AllocaInst* self_ = nullptr;  // kernels that synchronise: device-lib/events.h
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_CHECK_EMITTER_H_
