// Inline PTX for atomic instructions.
//
//   atomicrmw add ptr addrspace(1) %p, i32 %v acquire, !{"acquire", "work_group"}
//     ->  atom.acquire.cta.global.add.u32 %old, [%p], %v;
//   store atomic i32 %v, ptr addrspace(3) %p seq_cst, !{"seq_cst", "device"}
//     ->  fence.sc.gpu; st.release.gpu.shared.u32 [%p], %v;
#include "instrument/backends/ptx/atomics.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "instrument/backends/atomic_note.h"
#include "instrument/backends/expand_atomics.h"
#include "instrument/backends/ptx/module.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::AtomicOrdering;
using llvm::Value;
using Rmw = llvm::AtomicRMWInst;

// What PTX calls the set of work-items that an operation orders. A sub-group is less than a CTA,
// which is the least that PTX has.
const char* ScopeWord(const std::optional<AtomicNote>& note, unsigned space) {
  // The operations of the device library carry no note: the group for local memory, else the device.
  if (!note) return space == kPtxShared ? "cta" : "gpu";
  if (note->scope == "all_svm_devices") return "sys";
  return note->scope == "device" ? "gpu" : "cta";
}

const char* SpaceName(unsigned space) {
  return space == kPtxGlobal ? ".global" : space == kPtxShared ? ".shared" : "";
}

// The order of one operation in PTX's words; `fence_first` where the sequentially consistent order
// needs a fence before it.
struct PtxOrder {
  const char* name;
  bool fence_first;
};

PtxOrder OrderOf(const std::optional<AtomicNote>& note, AtomicOrdering ordering, bool is_load,
                 bool is_store) {
  // OpenCL 1.x atomics are instructions of the strongest order, but relaxed in the source.
  if (note && note->order == "relaxed") return {"relaxed", false};
  // The device library takes and gives back cells with its compare-and-swap: it needs no order of
  // such operations on different cells, which would cost a fence at each.
  if (!note && ordering == AtomicOrdering::SequentiallyConsistent) {
    ordering = AtomicOrdering::AcquireRelease;
  }
  const bool strongest = ordering == AtomicOrdering::SequentiallyConsistent;
  if (is_load && ordering != AtomicOrdering::Monotonic) return {"acquire", strongest};
  if (is_store && ordering != AtomicOrdering::Monotonic) return {"release", strongest};
  switch (ordering) {
    case AtomicOrdering::Acquire:
      return {"acquire", false};
    case AtomicOrdering::Release:
      return {"release", false};
    case AtomicOrdering::AcquireRelease:
    case AtomicOrdering::SequentiallyConsistent:
      return {"acq_rel", strongest};
    default:
      return {"relaxed", false};
  }
}

// The operation's name and the letter of its operands' type: unsigned, signed or just bits.
struct PtxOperation {
  const char* name;
  char letter;
};

PtxOperation OperationOf(Rmw::BinOp operation) {
  switch (operation) {
    case Rmw::Add:
    case Rmw::Sub:  // of the negated operand
      return {"add", 'u'};
    case Rmw::And:
      return {"and", 'b'};
    case Rmw::Or:
      return {"or", 'b'};
    case Rmw::Xor:
      return {"xor", 'b'};
    case Rmw::Min:
      return {"min", 's'};
    case Rmw::Max:
      return {"max", 's'};
    case Rmw::UMin:
      return {"min", 'u'};
    case Rmw::UMax:
      return {"max", 'u'};
    default:
      return {"exch", 'b'};  // what PTX has no instruction for was expanded before
  }
}

class PtxLowering : public llvm::InstVisitor<PtxLowering> {
 public:
  explicit PtxLowering(llvm::LLVMContext& context) : builder_(context) {}

  void Lower(llvm::Instruction& instruction) {
    builder_.SetInsertPoint(&instruction);
    note_ = NoteOf(instruction);
    visit(instruction);
  }

 private:
  friend llvm::InstVisitor<PtxLowering>;

  void visitLoadInst(llvm::LoadInst& load) {
    llvm::Type* word = WordFor(load.getType());
    const std::string text =
        absl::StrCat("ld", Head(load.getOrdering(), load.getPointerOperandType(), true, false),
                     ".u", word->getIntegerBitWidth(), " $0, [$1];");
    Value* loaded = Asm(word, text, absl::StrCat("=", Letter(word), ",l,~{memory}"),
                        {load.getPointerOperand()});
    Replace(load, FromWord(loaded, load.getType()));
  }

  void visitStoreInst(llvm::StoreInst& store) {
    Value* value = ToWord(store.getValueOperand());
    const std::string text =
        absl::StrCat("st", Head(store.getOrdering(), store.getPointerOperandType(), false, true),
                     ".u", value->getType()->getIntegerBitWidth(), " [$0], $1;");
    Asm(builder_.getVoidTy(), text, absl::StrCat("l,", Letter(value->getType()), ",~{memory}"),
        {store.getPointerOperand(), value});
    store.eraseFromParent();
  }

  void visitAtomicRMWInst(Rmw& rmw) {
    Value* value = ToWord(rmw.getValOperand());
    if (rmw.getOperation() == Rmw::Sub) value = builder_.CreateNeg(value);
    const PtxOperation operation = OperationOf(rmw.getOperation());
    const std::string text = absl::StrCat(
        "atom", Head(rmw.getOrdering(), rmw.getPointerOperand()->getType(), false, false), ".",
        operation.name, ".", std::string(1, operation.letter),
        value->getType()->getIntegerBitWidth(), " $0, [$1], $2;");
    const char* letter = Letter(value->getType());
    Value* old = Asm(value->getType(), text, absl::StrCat("=", letter, ",l,", letter, ",~{memory}"),
                     {rmw.getPointerOperand(), value});
    Replace(rmw, FromWord(old, rmw.getType()));
  }

  // PTX answers with what was there; whether that is what was expected says if it succeeded.
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& exchange) {
    Value* expected = exchange.getCompareOperand();
    const std::string text = absl::StrCat(
        "atom",
        Head(exchange.getMergedOrdering(), exchange.getPointerOperand()->getType(), false, false),
        ".cas.b", expected->getType()->getIntegerBitWidth(), " $0, [$1], $2, $3;");
    const char* letter = Letter(expected->getType());
    Value* old = Asm(expected->getType(), text,
                     absl::StrCat("=", letter, ",l,", letter, ",", letter, ",~{memory}"),
                     {exchange.getPointerOperand(), expected, exchange.getNewValOperand()});
    Value* pair = llvm::PoisonValue::get(exchange.getType());
    pair = builder_.CreateInsertValue(pair, old, 0);
    pair = builder_.CreateInsertValue(pair, builder_.CreateICmpEQ(old, expected), 1);
    Replace(exchange, pair);
  }

  void visitFenceInst(llvm::FenceInst& fence) {
    const bool strongest = fence.getOrdering() == AtomicOrdering::SequentiallyConsistent;
    Fence(strongest, ScopeWord(note_, kPtxGlobal));
    fence.eraseFromParent();
  }

  void Fence(bool strongest, const char* scope) {
    Asm(builder_.getVoidTy(), absl::StrCat("fence.", strongest ? "sc" : "acq_rel", ".", scope, ";"),
        "~{memory}", {});
  }

  // What stands between an operation's name and its type: order, scope and space. Emits the fence
  // that goes before it, if there is one.
  std::string Head(AtomicOrdering ordering, const llvm::Type* pointer, bool is_load,
                   bool is_store) {
    const unsigned space = pointer->getPointerAddressSpace();
    const char* scope = ScopeWord(note_, space);
    const PtxOrder order = OrderOf(note_, ordering, is_load, is_store);
    if (order.fence_first) Fence(/*strongest=*/true, scope);
    return absl::StrCat(".", order.name, ".", scope, SpaceName(space));
  }

  Value* Asm(llvm::Type* result, const std::string& text, const std::string& constraints,
             llvm::ArrayRef<Value*> operands) {
    std::vector<llvm::Type*> types;
    for (const Value* operand : operands) types.push_back(operand->getType());
    auto* type = llvm::FunctionType::get(result, types, /*isVarArg=*/false);
    return builder_.CreateCall(
        type, llvm::InlineAsm::get(type, text, constraints, /*hasSideEffects=*/true), operands);
  }

  static const char* Letter(const llvm::Type* word) {
    return word->getIntegerBitWidth() == 64 ? "l" : "r";
  }

  llvm::Type* WordFor(llvm::Type* type) {
    return builder_.getIntNTy(
        type->isPointerTy() ? 64 : static_cast<unsigned>(type->getPrimitiveSizeInBits()));
  }

  Value* ToWord(Value* value) {
    return builder_.CreateBitOrPointerCast(value, WordFor(value->getType()));
  }

  Value* FromWord(Value* word, llvm::Type* type) {
    return builder_.CreateBitOrPointerCast(word, type);
  }

  static void Replace(llvm::Instruction& instruction, Value* value) {
    instruction.replaceAllUsesWith(value);
    instruction.eraseFromParent();
  }

  llvm::IRBuilder<> builder_;
  std::optional<AtomicNote> note_;  // of the instruction at hand
};

}  // namespace

void UsePtxAtomics(llvm::Module& module) {
  ExpandToCompareExchange(module);
  PtxLowering lowering(module.getContext());
  for (llvm::Instruction* instruction : AtomicInstructions(module)) lowering.Lower(*instruction);
}

}  // namespace lockstep::instrument
