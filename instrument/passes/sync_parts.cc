#include "instrument/passes/sync_parts.h"

#include <cstddef>

#include "device-lib/shared/control.h"
#include "device-lib/shared/meeting.h"
#include "device-lib/shared/part_words.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/spir_calls.h"

namespace lockstep::instrument {
namespace {

constexpr unsigned kItemBits = 20;  // of a key; the others say which meeting it is of

}  // namespace

PartsEmitter::PartsEmitter(llvm::Function& kernel, llvm::IRBuilder<>& builder, unsigned loops)
    : SyncEmitter(kernel, builder), loops_(loops) {}

llvm::Value* PartsEmitter::Load(llvm::AllocaInst* variable) {
  return builder_.CreateLoad(builder_.getInt32Ty(), variable);
}

// Address of the word at `at` of the hidden local argument.
llvm::Value* PartsEmitter::Word(llvm::Value* at) { return builder_.CreateGEP(builder_.getInt64Ty(), Shadow(), at); }

// Lower for later meetings, so that nobody has to empty the word in between.
llvm::Value* PartsEmitter::Key(const BarrierVariables& variables) {
  llvm::Type* number = builder_.getInt64Ty();
  llvm::Value* round = builder_.CreateZExt(builder_.CreateNot(Load(variables.round)), number);
  return builder_.CreateOr(builder_.CreateShl(round, kItemBits),
                           builder_.CreateZExt(Load(variables.part.self), number));
}

// The library's words of this work-item and of the first of its sub-group.
std::vector<llvm::Value*> PartsEmitter::Pair(const BarrierVariables& variables) {
  return {HiddenArgument(kernel_, LS_HIDDEN_LOCAL), builder_.getInt32(loops_), Load(variables.part.own_at),
          Load(variables.part.first_at)};
}

// What stays the same is looked up once. A bit above the id, as in later keys: the compiler of Mesa 25.0 ends the
// process where a number of 64 bits that is known to fit 32 is compared like that, in a kernel of a required size.
void PartsEmitter::Enter(const BarrierVariables& variables) {
  const PartVariables& part = variables.part;
  llvm::Value* id = LocalLinearId();
  llvm::Value* self = builder_.CreateTrunc(id, builder_.getInt32Ty());
  llvm::Value* begin = ControlWord(offsetof(ls_control, local_offers_at));
  const auto words_of = [&](llvm::Value* item) {
    return builder_.CreateAdd(builder_.CreateMul(item, builder_.getInt32(LS_PART_WORDS(loops_))), begin);
  };
  const auto of_group = [&](llvm::Value* words) {
    return builder_.CreateAdd(words, builder_.getInt32(LS_PART_OF_GROUP(loops_)));
  };
  // A number that is none, which no driver should give, must not lead out of the words: it is taken for the first.
  llvm::Value* number = SubGroup();
  llvm::Value* fits = builder_.CreateICmpULT(number, ControlWord(offsetof(ls_control, group_items)));
  number = builder_.CreateSelect(fits, number, builder_.getInt32(0));
  builder_.CreateStore(self, part.self);
  builder_.CreateStore(number, part.number);
  builder_.CreateStore(words_of(self), part.own_at);
  builder_.CreateStore(of_group(words_of(number)), part.part_at);
  // Of the sub-group with the work-item's own number: there are no more sub-groups than work-items.
  const auto clear = [&] { Internal(builder_.CreateStore(Constant(~uint64_t{0}), Word(of_group(Load(part.own_at))))); };
  clear();
  Barrier(kLocalFence);
  Extremum(llvm::AtomicRMWInst::UMin, llvm::CmpInst::ICMP_ULT,
           builder_.CreateOr(id, Constant(uint64_t{1} << kItemBits)), Word(Load(part.part_at)));
  Barrier(kLocalFence);
  llvm::Value* first = Internal(builder_.CreateLoad(builder_.getInt64Ty(), Word(Load(part.part_at))));
  first = builder_.CreateTrunc(builder_.CreateAnd(first, Constant((1u << kItemBits) - 1)), builder_.getInt32Ty());
  builder_.CreateStore(first, part.first);
  builder_.CreateStore(words_of(first), part.first_at);
  if (variables.group != nullptr) EnterTable(variables);
  Barrier(kLocalFence);
  clear();
}

// A table of sub-groups from the start; see device-lib/parting.h.
void PartsEmitter::EnterTable(const BarrierVariables& variables) {
  llvm::Value* control = HiddenArgument(kernel_, LS_HIDDEN_CONTROL);
  llvm::Value* log = HiddenArgument(kernel_, LS_HIDDEN_LOG);
  llvm::Value* none = builder_.getInt32(0);
  Call("__lockstep_part_take", {control, log, none, none, none, none, none});
  Barrier(kLocalFence | kGlobalFence);
  Call("__lockstep_parts_claim", {control, log, Load(variables.part.number)});
  Barrier(kLocalFence | kGlobalFence);
  Call("__lockstep_parts_begin", {control, log});
  Barrier(kLocalFence | kGlobalFence);
  llvm::Value* followed =
      CallSpirFunction(builder_, "__lockstep_parts_followed", builder_.getInt32Ty(), {control, log});
  NoteTable(variables, builder_.CreateIsNotNull(followed));
}

void PartsEmitter::Say(const BarrierVariables& variables, llvm::Value* waiting) {
  llvm::Type* number = builder_.getInt64Ty();
  llvm::Value* said = builder_.CreateSelect(WhereSubGroupsMeet(variables), Constant(LS_PART_MEETS_BIT), Constant(0));
  said = builder_.CreateOr(said, waiting);
  if (variables.part.asked != nullptr) {
    llvm::Value* asked = builder_.CreateZExt(Load(variables.part.asked), number);
    said = builder_.CreateOr(said, builder_.CreateShl(asked, LS_PART_ASKED_SHIFT));
  }
  llvm::Value* own = Load(variables.part.own_at);
  Internal(builder_.CreateStore(said, Word(own)));
  for (unsigned loop = 0; loop < loops_; ++loop) {
    llvm::Value* at = builder_.CreateAdd(own, builder_.getInt32(1 + loop));
    Internal(builder_.CreateStore(builder_.CreateLoad(number, variables.counts[loop]), Word(at)));
  }
}

void PartsEmitter::Compare(const BarrierVariables& variables) {
  llvm::Value* differs = CallSpirFunction(builder_, "__lockstep_part_differs", builder_.getInt32Ty(), Pair(variables));
  If(builder_.CreateIsNotNull(differs), [&] {
    Extremum(llvm::AtomicRMWInst::UMin, llvm::CmpInst::ICMP_ULT, Key(variables), Word(Load(variables.part.part_at)));
  });
}

void PartsEmitter::Tell(const BarrierVariables& variables) {
  llvm::Value* lowest = Internal(builder_.CreateLoad(builder_.getInt64Ty(), Word(Load(variables.part.part_at))));
  If(builder_.CreateICmpEQ(lowest, Key(variables)), [&] {
    std::vector<llvm::Value*> pair = Pair(variables);
    pair.insert(pair.begin(), {HiddenArgument(kernel_, LS_HIDDEN_CONTROL), HiddenArgument(kernel_, LS_HIDDEN_LOG)});
    pair.insert(pair.end(), {Load(variables.part.self), Load(variables.part.first)});
    Call("__lockstep_part_tell", pair);
  });
  Barrier(kLocalFence);
}

void PartsEmitter::GoOn(const BarrierVariables& variables, llvm::Value* in_parts) {
  llvm::Value* goes = builder_.CreateOr(builder_.CreateNot(in_parts), WhereSubGroupsMeet(variables));
  builder_.CreateStore(builder_.CreateZExt(goes, builder_.getInt32Ty()), variables.goes);
  llvm::Value* round = Load(variables.round);
  builder_.CreateStore(builder_.CreateAdd(round, builder_.getInt32(1)), variables.round);
}

}  // namespace lockstep::instrument
