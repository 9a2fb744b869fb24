// A widened value has the bits of the odd one, and zeros above them.
#include "instrument/backends/spirv/odd_widths.h"

#include <algorithm>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

namespace lockstep::instrument {
namespace {

constexpr unsigned kWidest = 64;

bool TakesOdd(const llvm::Instruction& instruction) {
  return llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return IsOddInteger(use->getType()); });
}

// Whether `type` is one that can be widened, or none that need be.
bool CanWidenType(const llvm::Type* type) {
  return !IsOddInteger(type) || (type->isIntegerTy() && type->getIntegerBitWidth() <= kWidest);
}

bool IsMoved(const llvm::Type* type, bool simple) { return simple && type->getIntegerBitWidth() % 8 == 0; }

// Whether Widening knows what to make of it.
bool CanWiden(const llvm::Instruction& instruction) {
  if (!CanWidenType(instruction.getType())) return false;
  const bool operands = llvm::all_of(instruction.operands(), [](const llvm::Use& use) {
    return CanWidenType(use->getType()) && (!IsOddInteger(use->getType()) || !llvm::isa<llvm::ConstantExpr>(use));
  });
  if (!operands) return false;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Load:
      return IsMoved(instruction.getType(), llvm::cast<llvm::LoadInst>(instruction).isSimple());
    case llvm::Instruction::Store: {
      const auto& store = llvm::cast<llvm::StoreInst>(instruction);
      return IsMoved(store.getValueOperand()->getType(), store.isSimple());
    }
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
    case llvm::Instruction::ICmp:
    case llvm::Instruction::Switch:
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::SRem: return true;
    default: return false;
  }
}

// The widening of one function.
class Widening {
 public:
  explicit Widening(llvm::Function& function) : function_(function), builder_(function.getContext()) {}

  void Run() {
    llvm::SmallVector<llvm::Instruction*, 16> odd;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_)) {
      for (llvm::Instruction& instruction : *block) {
        if (IsOddInteger(instruction.getType()) || TakesOdd(instruction)) odd.push_back(&instruction);
      }
    }
    for (llvm::Instruction* instruction : odd) Widen(*instruction);
    for (auto [phi, wide] : phis_) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        wide->addIncoming(Wide(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    }
    for (llvm::Instruction* instruction : odd) {
      if (!instruction->getType()->isVoidTy())
        instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    }
    for (llvm::Instruction* instruction : odd) instruction->eraseFromParent();
  }

 private:
  llvm::IntegerType* WideType(const llvm::Type* type) {
    return builder_.getIntNTy(std::max<unsigned>(8, llvm::PowerOf2Ceil(type->getIntegerBitWidth())));
  }

  llvm::Value* Wide(llvm::Value* value) {
    if (!IsOddInteger(value->getType())) return value;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value))
      return llvm::ConstantInt::get(WideType(value->getType()), number->getValue().getZExtValue());
    const auto found = wide_.find(value);
    // What is undefined, or stands where no way leads.
    return found == wide_.end() ? llvm::ConstantInt::get(WideType(value->getType()), 0) : found->second;
  }

  // The same with the sign above the bits of `type`.
  llvm::Value* Signed(llvm::Value* value) {
    llvm::Value* wide = Wide(value);
    const unsigned above = wide->getType()->getIntegerBitWidth() - value->getType()->getIntegerBitWidth();
    return above == 0 ? wide : builder_.CreateAShr(builder_.CreateShl(wide, above), above);
  }

  // `value` without what stands above the bits of `type`.
  llvm::Value* Masked(llvm::Value* value, const llvm::Type* type) {
    if (!IsOddInteger(type)) return value;
    return builder_.CreateAnd(value, llvm::maskTrailingOnes<uint64_t>(type->getIntegerBitWidth()));
  }

  // Calls `move` with the address and the type of each piece of `bytes` at `pointer`, and with the bits before it.
  template <typename Move>
  void ForPieces(llvm::Value* pointer, uint64_t bytes, llvm::Align alignment, Move&& move) {
    const unsigned region = pointer->getType()->getPointerAddressSpace();
    llvm::Type* byte = builder_.getInt8Ty();
    llvm::Value* start =
        builder_.CreateBitCast(pointer->stripPointerCastsSameRepresentation(), byte->getPointerTo(region));
    for (uint64_t done = 0; done < bytes;) {
      const uint64_t size = uint64_t{1} << llvm::Log2_64(bytes - done);
      llvm::Type* type = builder_.getIntNTy(static_cast<unsigned>(8 * size));
      llvm::Value* at = builder_.CreateConstGEP1_64(byte, start, done);
      move(builder_.CreateBitCast(at, type->getPointerTo(region)), type, 8 * done,
           llvm::commonAlignment(alignment, done));
      done += size;
    }
  }

  llvm::Value* Load(const llvm::LoadInst& load) {
    llvm::IntegerType* wide = WideType(load.getType());
    llvm::Value* value = llvm::ConstantInt::get(wide, 0);
    ForPieces(const_cast<llvm::Value*>(load.getPointerOperand()), load.getType()->getIntegerBitWidth() / 8,
              load.getAlign(), [&](llvm::Value* at, llvm::Type* type, uint64_t bits, llvm::Align alignment) {
                llvm::Value* piece = builder_.CreateZExt(builder_.CreateAlignedLoad(type, at, alignment), wide);
                value = builder_.CreateOr(value, builder_.CreateShl(piece, bits));
              });
    return value;
  }

  void Store(llvm::StoreInst& store) {
    llvm::Value* value = Wide(store.getValueOperand());
    ForPieces(store.getPointerOperand(), store.getValueOperand()->getType()->getIntegerBitWidth() / 8, store.getAlign(),
              [&](llvm::Value* at, llvm::Type* type, uint64_t bits, llvm::Align alignment) {
                builder_.CreateAlignedStore(builder_.CreateTrunc(builder_.CreateLShr(value, bits), type), at,
                                            alignment);
              });
  }

  void Switch(llvm::SwitchInst& from) {
    llvm::SwitchInst* to = builder_.CreateSwitch(Wide(from.getCondition()), from.getDefaultDest(), from.getNumCases());
    for (const auto& way : from.cases())
      to->addCase(llvm::cast<llvm::ConstantInt>(Wide(way.getCaseValue())), way.getCaseSuccessor());
  }

  llvm::Value* Binary(llvm::BinaryOperator& operation) {
    llvm::Value* left = Wide(operation.getOperand(0));
    llvm::Value* right = Wide(operation.getOperand(1));
    switch (operation.getOpcode()) {
      case llvm::Instruction::AShr: left = Signed(operation.getOperand(0)); break;
      case llvm::Instruction::SDiv:
      case llvm::Instruction::SRem:
        left = Signed(operation.getOperand(0));
        right = Signed(operation.getOperand(1));
        break;
      default: break;
    }
    return Masked(builder_.CreateBinOp(operation.getOpcode(), left, right), operation.getType());
  }

  // What takes the place of `instruction`, as a value of the width that its type has in SPIR-V; null: no value.
  llvm::Value* Made(llvm::Instruction& instruction) {
    llvm::Type* type = instruction.getType();
    llvm::Type* to = IsOddInteger(type) ? WideType(type) : type;
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return Binary(*operation);
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Load: return Load(llvm::cast<llvm::LoadInst>(instruction));
      case llvm::Instruction::Store: Store(llvm::cast<llvm::StoreInst>(instruction)); return nullptr;
      case llvm::Instruction::Switch: Switch(llvm::cast<llvm::SwitchInst>(instruction)); return nullptr;
      case llvm::Instruction::SExt: {
        llvm::Value* from = instruction.getOperand(0);
        llvm::Value* value = IsOddInteger(from->getType()) ? Signed(from) : from;
        return Masked(builder_.CreateSExtOrTrunc(value, to), type);
      }
      case llvm::Instruction::ICmp: {
        const auto& compare = llvm::cast<llvm::ICmpInst>(instruction);
        const auto side = [&](unsigned i) {
          return compare.isSigned() ? Signed(compare.getOperand(i)) : Wide(compare.getOperand(i));
        };
        return builder_.CreateICmp(compare.getPredicate(), side(0), side(1));
      }
      case llvm::Instruction::Select:
        return builder_.CreateSelect(instruction.getOperand(0), Wide(instruction.getOperand(1)),
                                     Wide(instruction.getOperand(2)));
      case llvm::Instruction::PHI: {
        auto& phi = llvm::cast<llvm::PHINode>(instruction);
        llvm::PHINode* wide = builder_.CreatePHI(to, phi.getNumIncomingValues());
        phis_.emplace_back(&phi, wide);
        return wide;
      }
      case llvm::Instruction::Freeze: return Wide(instruction.getOperand(0));
      default:  // zext and trunc
        return Masked(builder_.CreateZExtOrTrunc(Wide(instruction.getOperand(0)), to), type);
    }
  }

  void Widen(llvm::Instruction& instruction) {
    builder_.SetInsertPoint(&instruction);
    llvm::Value* made = Made(instruction);
    if (made == nullptr) return;
    if (IsOddInteger(instruction.getType())) {
      wide_[&instruction] = made;
    } else {
      instruction.replaceAllUsesWith(made);
    }
  }

  llvm::Function& function_;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> wide_;
  llvm::SmallVector<std::pair<llvm::PHINode*, llvm::PHINode*>, 4> phis_;
};

// Removes casts of pointers to odd integers that nothing uses any more.
void DropOddPointers(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (llvm::isa<llvm::BitCastInst>(instruction) && instruction.use_empty()) instruction.eraseFromParent();
  }
}

}  // namespace

bool IsOddInteger(const llvm::Type* type) {
  if (!type->isIntOrIntVectorTy()) return false;
  const unsigned bits = type->getScalarSizeInBits();
  return bits != 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64;
}

void WidenOddIntegers(llvm::Module& module) {
  for (llvm::Function& function : module) {
    bool any = false,
         all = llvm::none_of(function.args(), [](auto& argument) { return IsOddInteger(argument.getType()); });
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!IsOddInteger(instruction.getType()) && !TakesOdd(instruction)) continue;
      any = true;
      all = all && CanWiden(instruction);
    }
    if (!any || !all) continue;
    Widening(function).Run();
    DropOddPointers(function);
  }
}

}  // namespace lockstep::instrument
