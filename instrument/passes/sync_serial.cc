// Comparing barrier variables [000, Sect. 3.2 and App. B.3] on devices that run the work-items of a
// group one after the other, work-item 0 first: the others look whether they are where it is.
//
//   sync:   first or differs from the first's words?  ->  then: note my words, __lockstep_meet
//           barrier(fences)
//           all have left? -> finish, else again
//           the group has parted, now or earlier? -> each notes where it was, __lockstep_part
//           in a kernel whose sub-groups meet too, as long as any does: who waits elsewhere stays
//   again:  barrier(local): everybody has read the answer before work-item 0 writes the next
//
// Almost always one comparison for each word is all that is done, with no value kept across the
// barriers. The words: device-lib/shared/meeting.h; what happens where somebody differs:
// device-lib/meeting.h. The look at the words is an atomic load: it must see what the work-items
// before this one have written, and drivers otherwise take the work-items' loop for a parallel one.
#include "device-lib/shared/control.h"
#include "device-lib/shared/meeting.h"
#include "device-lib/shared/parted.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/spir_calls.h"
#include "instrument/passes/sync_block.h"
#include "instrument/passes/sync_emitter.h"

namespace lockstep::instrument {
namespace {

static_assert(LS_MEET_WORDS <= LS_LOCAL_SYNC_WORDS, "the words fit");

class SerialEmitter : public SyncEmitter {
 public:
  using SyncEmitter::SyncEmitter;

  llvm::LoadInst* Look(unsigned word) {
    llvm::LoadInst* seen = Internal(builder_.CreateLoad(builder_.getInt64Ty(), Word(word)));
    seen->setAtomic(llvm::AtomicOrdering::Monotonic);
    seen->setAlignment(llvm::Align(8));
    return seen;
  }

  void Store(llvm::Value* value, unsigned word) {
    Internal(builder_.CreateAlignedStore(value, Word(word), llvm::Align(8)));
  }

  void Part(const BarrierVariables& variables) {
    std::vector<llvm::Value*> arguments{
        HiddenArgument(kernel_, LS_HIDDEN_CONTROL), HiddenArgument(kernel_, LS_HIDDEN_LOG),
        HiddenArgument(kernel_, LS_HIDDEN_LOCAL),
        builder_.getInt32(static_cast<unsigned>(variables.counts.size()))};
    for (llvm::AllocaInst* counter : {variables.parted, variables.segment, variables.global_from,
                                      variables.local_from, variables.image_from}) {
      arguments.push_back(builder_.CreateLoad(builder_.getInt32Ty(), counter));
    }
    arguments.push_back(builder_.getInt32(ImageFences(*kernel_.getParent())));
    arguments.push_back(Stop(variables));
    arguments.push_back(variables.parts ? SubGroup() : builder_.getInt32(0));
    Call("__lockstep_part", arguments);
  }

  void EnterParts(bool tables) {
    Call("__lockstep_parts_enter", {HiddenArgument(kernel_, LS_HIDDEN_CONTROL), HiddenArgument(kernel_, LS_HIDDEN_LOG),
                                    HiddenArgument(kernel_, LS_HIDDEN_LOCAL), SubGroup(), builder_.getInt32(tables)});
  }

  void MeetParts(const BarrierVariables& variables) {
    Call("__lockstep_meet_parts",
         {HiddenArgument(kernel_, LS_HIDDEN_CONTROL), HiddenArgument(kernel_, LS_HIDDEN_LOG),
          HiddenArgument(kernel_, LS_HIDDEN_LOCAL), builder_.getInt32(static_cast<unsigned>(variables.counts.size())),
          Stop(variables), SubGroup()});
  }

  void Meet(unsigned loops) {
    Call("__lockstep_meet",
         {HiddenArgument(kernel_, LS_HIDDEN_CONTROL), HiddenArgument(kernel_, LS_HIDDEN_LOG),
          HiddenArgument(kernel_, LS_HIDDEN_LOCAL), builder_.getInt32(loops)});
  }

 private:
  llvm::Value* Word(unsigned word) {
    return builder_.CreateConstGEP1_32(builder_.getInt64Ty(), Shadow(), word);
  }
};

}  // namespace

void EmitSerialPreparation(llvm::Function& kernel, const BarrierVariables& variables, llvm::BasicBlock* entry) {
  llvm::IRBuilder<> builder(entry->getTerminator());
  SerialEmitter emit(kernel, builder);
  emit.Store(emit.Constant(0), LS_MEET_RANK);  // by everybody: the values are the same
  if (variables.parts) return emit.EnterParts(variables.parted != nullptr);
  emit.Store(emit.Constant(0), LS_MEET_STAYS);
  emit.Store(emit.Constant(LS_GROUP_TOGETHER), LS_MEET_PARTED);
}

void EmitSerialSync(llvm::Function& kernel, const BarrierVariables& variables, unsigned fences,
                    llvm::BasicBlock* sync, llvm::BasicBlock* finish, llvm::BasicBlock* again) {
  llvm::IRBuilder<> builder(sync);
  SerialEmitter emit(kernel, builder);
  std::vector<llvm::Value*> mine{builder.CreateLoad(builder.getInt64Ty(), variables.state)};
  for (llvm::AllocaInst* count : variables.counts) {
    mine.push_back(builder.CreateLoad(builder.getInt64Ty(), count));
  }
  const auto show = [&] {
    for (unsigned i = 0; i < mine.size(); ++i) emit.Store(mine[i], LS_MEET_MINE + i);
  };
  if (variables.parts) {
    show();
    emit.MeetParts(variables);
  } else {
    llvm::Value* look_closer = emit.IsFirst();
    for (unsigned i = 0; i < mine.size(); ++i) {
      llvm::Value* differs = builder.CreateICmpNE(mine[i], emit.Look(LS_MEET_FIRST + i));
      look_closer = builder.CreateOr(look_closer, differs);
    }
    emit.If(look_closer, [&] {
      show();
      emit.Meet(static_cast<unsigned>(variables.counts.size()));
    });
  }
  emit.Barrier(fences);
  const auto parted = [&] {
    return builder.CreateICmpEQ(emit.Look(LS_MEET_PARTED), emit.Constant(LS_GROUP_PARTED));
  };
  if (variables.parted != nullptr) {
    emit.If(parted(), [&] {
      for (unsigned i = 0; i < 1 + variables.counts.size(); ++i) {
        llvm::AllocaInst* from = i == 0 ? variables.state : variables.counts[i - 1];
        emit.Store(builder.CreateLoad(builder.getInt64Ty(), from), LS_MEET_MINE + i);
      }
      emit.Part(variables);
    });
  }
  if (variables.apart != nullptr)
    emit.CountApart(variables, builder.CreateICmpNE(emit.Look(LS_MEET_PARTED), emit.Constant(LS_GROUP_TOGETHER)));
  if (variables.round != nullptr) {
    llvm::Value* round = builder.CreateLoad(builder.getInt32Ty(), variables.round);
    builder.CreateStore(builder.CreateAdd(round, builder.getInt32(1)), variables.round);
  }
  if (variables.parts) {
    llvm::Value* part = builder.CreateAnd(emit.Stop(variables), builder.getInt32(LS_STOP_PART));
    llvm::Value* all = builder.CreateICmpEQ(emit.Look(LS_MEET_STAYS), emit.Constant(0));
    builder.CreateStore(builder.CreateSelect(all, builder.getInt32(1), part), variables.goes);
  }
  llvm::Value* left = builder.CreateICmpNE(emit.Look(LS_MEET_LEFT), emit.Constant(0));
  builder.CreateCondBr(left, finish, again);
  builder.SetInsertPoint(&*again->getFirstInsertionPt());
  emit.Barrier(kLocalFence);
  if (variables.parted != nullptr) {
    builder.CreateStore(builder.CreateSelect(parted(), builder.getInt32(LS_WAITS_PARTED), builder.getInt32(0)),
                        variables.parted);
  }
}

}  // namespace lockstep::instrument
