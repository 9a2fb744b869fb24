//   p = addrspacecast local* q to generic*    ->    p = global* (q | 1 << 62)
//   load p                                    ->    p >> 62 == 1 ? load local* (p & ~(3 << 62)) : load p
//
// No device has memory at addresses of 62 bits or more; what Mesa makes of generic pointers itself, where it can, is
// the same. Checks look objects up by the numbers of generic pointers, in which the region stands then too.
#include "instrument/backends/spirv/generic_pointers.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/backends/spirv/generic_types.h"
#include "instrument/ir/builtin_name.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/NoFolder.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

using llvm::Instruction;
using llvm::Value;

// What stands above the address; global memory has nothing there.
constexpr unsigned kTagAt = 62;
constexpr uint64_t kAddress = (uint64_t{1} << kTagAt) - 1;

uint64_t TagOf(unsigned space) { return space == kLocal ? 1 : space == kPrivate ? 2 : 0; }

unsigned SpaceOf(const Value* pointer) { return pointer->getType()->getPointerAddressSpace(); }

bool IsCastFromOrToGeneric(const llvm::User* user) {
  const bool cast = llvm::isa<llvm::AddrSpaceCastOperator>(user);
  return cast && (IsGenericPointer(user->getType()) || IsGenericPointer(user->getOperand(0)->getType()));
}

// The address space that a call of to_global and the like asks for; nothing for other calls.
std::optional<unsigned> SpaceAskedFor(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return std::nullopt;
  if (!IsRegionQuery(call->getCalledFunction()->getName().str())) return std::nullopt;
  return SpaceOf(call);
}

bool HasCast(const llvm::Constant* constant) {
  if (llvm::isa<llvm::GlobalValue>(constant)) return false;
  if (IsCastFromOrToGeneric(constant)) return true;
  return llvm::any_of(constant->operands(), [](const llvm::Use& part) {
    const auto* inner = llvm::dyn_cast<llvm::Constant>(part.get());
    return inner != nullptr && HasCast(inner);
  });
}

// Instructions for a constant in which a generic pointer is made.
Value* AsInstructions(llvm::ConstantExpr* constant, Instruction* before) {
  Instruction* made = constant->getAsInstruction();
  made->insertBefore(before);
  for (llvm::Use& operand : made->operands()) {
    auto* inner = llvm::dyn_cast<llvm::ConstantExpr>(operand.get());
    if (inner != nullptr && HasCast(inner)) operand.set(AsInstructions(inner, made));
  }
  return made;
}

void TakeConstantsApart(llvm::Function& function) {
  for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    std::map<const llvm::BasicBlock*, Value*> of_block;  // a block that comes in twice brings one value
    for (llvm::Use& operand : instruction.operands()) {
      auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(operand.get());
      if (constant == nullptr || !HasCast(constant)) continue;
      if (phi == nullptr) {
        operand.set(AsInstructions(constant, &instruction));
        continue;
      }
      llvm::BasicBlock* from = phi->getIncomingBlock(operand);
      Value*& value = of_block[from];
      if (value == nullptr) value = AsInstructions(constant, from->getTerminator());
      operand.set(value);
    }
  }
}

// Where LLVM can tell the region, the pointer names it.
void InferSpaces(llvm::Function& function) {
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder builder;
  builder.registerFunctionAnalyses(analyses);
  llvm::InferAddressSpacesPass(kGeneric).run(function, analyses);
}

// One function: casts become numbers with a tag, accesses are made by tag.
class Lowering {
 public:
  explicit Lowering(llvm::Function& function) : builder_(function.getContext()) {
    std::vector<llvm::AddrSpaceCastInst*> casts;
    std::vector<llvm::CallInst*> queries;
    for (Instruction& instruction : llvm::instructions(function)) {
      if (SpaceAskedFor(instruction)) queries.push_back(llvm::cast<llvm::CallInst>(&instruction));
      if (IsCastFromOrToGeneric(&instruction)) casts.push_back(llvm::cast<llvm::AddrSpaceCastInst>(&instruction));
      CollectAccesses(instruction);
    }
    for (llvm::AddrSpaceCastInst* cast : casts) {
      if (IsGenericPointer(cast->getType())) made_of_.insert(SpaceOf(cast->getOperand(0)));
    }
    for (size_t next = 0; next < accesses_.size(); ++next) Split(accesses_[next].first, accesses_[next].second);
    for (llvm::AddrSpaceCastInst* cast : casts) LowerCast(*cast);
    for (llvm::CallInst* query : queries) LowerQuery(*query);
  }

 private:
  // The instruction accesses memory through its operand of that number.
  void CollectAccesses(Instruction& instruction) {
    const auto add = [&](unsigned operand) {
      if (IsGenericPointer(instruction.getOperand(operand)->getType())) accesses_.emplace_back(&instruction, operand);
    };
    if (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) add(0);
    if (llvm::isa<llvm::StoreInst>(instruction)) add(llvm::StoreInst::getPointerOperandIndex());
    if (llvm::isa<llvm::MemIntrinsic>(instruction)) add(0);
    // Where a copy's both ends are generic, it is split by the one, and what comes of it by the other.
    if (llvm::isa<llvm::MemTransferInst>(instruction) && !IsGenericPointer(instruction.getOperand(0)->getType()))
      add(1);
  }

  Value* NumberOf(Value* pointer) { return builder_.CreatePtrToInt(pointer, builder_.getInt64Ty()); }

  // Of a generic pointer, the one that names the region which it leads to.
  Value* Named(Value* pointer, Value* number, unsigned space) {
    if (space != kGlobal) number = builder_.CreateAnd(number, builder_.getInt64(kAddress));
    return builder_.CreateIntToPtr(number, InAddressSpace(pointer->getType(), space));
  }

  void LowerCast(llvm::AddrSpaceCastInst& cast) {
    builder_.SetInsertPoint(&cast);
    Value* pointer = cast.getOperand(0);
    Value* number = NumberOf(pointer);
    Value* zero = builder_.getInt64(0);
    Value* result;
    if (IsGenericPointer(cast.getType())) {
      if (const uint64_t tag = TagOf(SpaceOf(pointer)); tag != 0) {
        number = builder_.CreateOr(number, builder_.getInt64(tag << kTagAt));
        // A null pointer stays one. What number a region's own has is the driver's affair.
        if (!llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Argument>(llvm::getUnderlyingObject(pointer))) {
          number = builder_.CreateSelect(builder_.CreateIsNull(pointer), zero, number);
        }
      }
      result = builder_.CreateIntToPtr(number, cast.getType());
    } else {
      result = builder_.CreateSelect(builder_.CreateICmpEQ(number, zero), llvm::Constant::getNullValue(cast.getType()),
                                     Named(pointer, number, SpaceOf(&cast)));
    }
    cast.replaceAllUsesWith(result);
    cast.eraseFromParent();
  }

  // to_global(p) -> p leads to global memory ? p : null
  void LowerQuery(llvm::CallInst& query) {
    builder_.SetInsertPoint(&query);
    Value* pointer = query.getArgOperand(0);
    Value* number = NumberOf(pointer);
    Value* tag = builder_.CreateLShr(number, builder_.getInt64(kTagAt));
    const unsigned space = SpaceOf(&query);
    Value* there = builder_.CreateICmpEQ(tag, builder_.getInt64(TagOf(space)));
    Value* named = builder_.CreatePointerCast(Named(pointer, number, space), query.getType());
    query.replaceAllUsesWith(builder_.CreateSelect(there, named, llvm::Constant::getNullValue(query.getType())));
    query.eraseFromParent();
  }

  // `access` at the builder's place, through `pointer` as its operand of that number.
  Instruction* Through(const Instruction& access, unsigned operand, Value* pointer) {
    if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(&access)) {
      return builder_.CreateMemSet(pointer, set->getValue(), set->getLength(), set->getDestAlign(), set->isVolatile());
    }
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&access)) {
      Value* to = operand == 0 ? pointer : copy->getRawDest();
      Value* from = operand == 1 ? pointer : copy->getRawSource();
      // What is of two regions does not overlap; a generic pointer's is not known yet.
      const bool apart =
          SpaceOf(to) != SpaceOf(from) && !IsGenericPointer(to->getType()) && !IsGenericPointer(from->getType());
      Instruction* made = llvm::isa<llvm::MemMoveInst>(copy) && !apart
                              ? builder_.CreateMemMove(to, copy->getDestAlign(), from, copy->getSourceAlign(),
                                                       copy->getLength(), copy->isVolatile())
                              : builder_.CreateMemCpy(to, copy->getDestAlign(), from, copy->getSourceAlign(),
                                                      copy->getLength(), copy->isVolatile());
      if (operand == 0 && IsGenericPointer(from->getType())) accesses_.emplace_back(made, 1);
      return made;
    }
    Instruction* made = access.clone();
    made->setOperand(operand, pointer);
    return builder_.Insert(made);
  }

  // Atomics on private memory are none of OpenCL's.
  bool MayLeadTo(unsigned space, const Instruction& access) const {
    return made_of_.count(space) != 0 && (space != kPrivate || !access.isAtomic());
  }

  void Split(Instruction* access, unsigned operand) {
    builder_.SetInsertPoint(access);
    Value* pointer = access->getOperand(operand);
    Value* number = NumberOf(pointer);
    Value* tag = builder_.CreateLShr(number, builder_.getInt64(kTagAt));
    std::vector<Instruction*> made;
    llvm::BasicBlock* asking = access->getParent();
    llvm::BasicBlock* behind = llvm::SplitBlock(asking, access);
    for (const unsigned space : {kLocal, kPrivate, kGlobal}) {
      const bool last = space == kGlobal;
      if (!last && !MayLeadTo(space, *access)) continue;
      llvm::BasicBlock* way = asking;
      llvm::BasicBlock* others = behind;
      if (last) {
        asking->getTerminator()->eraseFromParent();
      } else {
        way = llvm::BasicBlock::Create(builder_.getContext(), "region", asking->getParent(), behind);
        others = llvm::BasicBlock::Create(builder_.getContext(), "other", asking->getParent(), behind);
        asking->getTerminator()->eraseFromParent();
        builder_.SetInsertPoint(asking);
        builder_.CreateCondBr(builder_.CreateICmpEQ(tag, builder_.getInt64(TagOf(space))), way, others);
      }
      builder_.SetInsertPoint(way);
      made.push_back(Through(*access, operand, Named(pointer, number, space)));
      builder_.CreateBr(behind);
      if (last) break;
      asking = others;
      builder_.SetInsertPoint(others);
      builder_.CreateUnreachable();  // until the next way is there
    }
    Replace(*access, made);
  }

  void Replace(Instruction& access, const std::vector<Instruction*>& made) {
    if (!access.getType()->isVoidTy()) {
      builder_.SetInsertPoint(&access.getParent()->front());
      llvm::PHINode* result = builder_.CreatePHI(access.getType(), static_cast<unsigned>(made.size()));
      for (Instruction* way : made) result->addIncoming(way, way->getParent());
      access.replaceAllUsesWith(result);
    }
    access.eraseFromParent();
  }

  llvm::IRBuilder<llvm::NoFolder> builder_;  // a constant is one of the tag, or none that drivers expect
  std::vector<std::pair<Instruction*, unsigned>> accesses_;
  std::set<unsigned> made_of_;  // the regions to which this function makes generic pointers, beside global memory
};

bool Touches(const Instruction& instruction) {
  return HasGenericPointer(instruction.getType()) || llvm::any_of(instruction.operands(), [](const llvm::Use& operand) {
           const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
           return HasGenericPointer(operand->getType()) || (constant != nullptr && HasCast(constant));
         });
}

// Why the generic pointers that `instruction` has cannot be lowered; "" if they can.
std::string WhyNot(const Instruction& instruction) {
  if (instruction.getType()->isVectorTy() && HasGenericPointer(instruction.getType())) return "in vectors";
  for (const llvm::Use& operand : instruction.operands()) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
    if (constant != nullptr && !llvm::isa<llvm::ConstantExpr>(constant) && HasCast(constant)) return "in constants";
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || llvm::isa<llvm::MemIntrinsic>(call) || SpaceAskedFor(instruction)) return "";
  const llvm::Function* callee = call->getCalledFunction();
  if (callee == nullptr) return "in a call through a pointer";
  if (!callee->isDeclaration()) return "";
  return absl::StrCat("as an argument of '", callee->getName().str(), "'");
}

}  // namespace

void RefuseOddGenericPointers(llvm::Module& module, InstrumentedProgram& program) {
  const auto refuse = [&](const std::string& user, const std::string& where) {
    const std::string reason = absl::StrCat("it has generic pointers ", where, ", which SPIR-V devices are not given");
    for (const std::string& kernel : KernelsUsing(module, user)) RefuseKernel(program, kernel, reason);
    RefuseKernel(program, user, reason);
  };
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.hasInitializer()) continue;
    const bool plain =
        llvm::isa<llvm::UndefValue>(variable.getInitializer()) || variable.getInitializer()->isNullValue();
    const bool generic = HasGenericPointer(variable.getValueType()) || HasCast(variable.getInitializer());
    if (generic && !plain) refuse(variable.getName().str(), "in program-scope variables");
  }
  for (const llvm::Function& function : module) {
    for (const Instruction& instruction : llvm::instructions(function)) {
      const std::string reason = Touches(instruction) ? WhyNot(instruction) : "";
      if (!reason.empty()) refuse(function.getName().str(), reason);
    }
  }
}

void LowerGenericPointers(llvm::Module& module) {
  bool any = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !llvm::any_of(llvm::instructions(function), Touches)) continue;
    any = true;
    TakeConstantsApart(function);
    InferSpaces(function);
    TakeConstantsApart(function);
    const Lowering lowering(function);
  }
  if (any) UseTypesWithoutGeneric(module);
}

}  // namespace lockstep::instrument
