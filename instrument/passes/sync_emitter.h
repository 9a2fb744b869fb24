// What both ways of meeting (sync_block.cc, sync_serial.cc) are made of: words in local memory, the
// work-item's own number, barriers.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_SYNC_EMITTER_H_
#define LOCKSTEP_INSTRUMENT_PASSES_SYNC_EMITTER_H_

#include <cstdint>

#include "instrument/ir/barriers.h"
#include "instrument/passes/sync_block.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

class SyncEmitter {
 public:
  SyncEmitter(llvm::Function& kernel, llvm::IRBuilder<>& builder);

  llvm::Value* Constant(uint64_t value) { return builder_.getInt64(value); }

  void Barrier(unsigned fences);

  // Whether this is work-item 0 of the group.
  llvm::Value* IsFirst();

  // Local linear id by the enqueued local size, as the device library counts actors.
  llvm::Value* LocalLinearId();

  // The hidden local argument as words of 64 bits.
  llvm::Value* Shadow();

  // Lowers (or raises) a word of local memory to `value`. Looking first saves the locked operation to all but
  // the few that change the word.
  void Extremum(llvm::AtomicRMWInst::BinOp operation, llvm::CmpInst::Predicate beyond, llvm::Value* value,
                llvm::Value* address);

  // What the work-item waits at, LS_STOP_*.
  llvm::Value* Stop(const BarrierVariables& variables);

  // Whether that is where sub-groups meet: i1.
  llvm::Value* WhereSubGroupsMeet(const BarrierVariables& variables);

  // The work-item's sub-group, as the driver numbers them: i32.
  llvm::Value* SubGroup();

  // Notes whether the group, which has parted, has a table: i1. Where work-items run together.
  void NoteTable(const BarrierVariables& variables, llvm::Value* has_table);

  // Once the group has parted each meeting begins a segment for all, whatever they wait at: where `apart` is kept,
  // notes there whether that is so, and counts. `is`: i1.
  void CountApart(const BarrierVariables& variables, llvm::Value* is);

  // Calls `name` of the device library.
  void Call(const char* name, llvm::ArrayRef<llvm::Value*> arguments);

  template <typename Body>
  void If(llvm::Value* condition, Body body) {
    llvm::BasicBlock* then = NewBlock("lockstep.then");
    llvm::BasicBlock* join = NewBlock("lockstep.join");
    builder_.CreateCondBr(condition, then, join);
    builder_.SetInsertPoint(then);
    body();
    builder_.CreateBr(join);
    builder_.SetInsertPoint(join);
  }

 protected:
  // Marks what no later pass may check.
  template <typename T>
  T* Internal(T* instruction) {
    instruction->setMetadata(kInternalMetadata, llvm::MDNode::get(kernel_.getContext(), {}));
    return instruction;
  }

  // The i32 at byte `offset` of the control block.
  llvm::Value* ControlWord(uint64_t offset);

  llvm::Function& kernel_;
  llvm::IRBuilder<>& builder_;

 private:
  llvm::BasicBlock* NewBlock(const char* name);
  llvm::Value* LocalId(unsigned dimension);
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_SYNC_EMITTER_H_
