// A flow-insensitive walk from a pointer to all that it may have been made of.
#include "instrument/analysis/roots.h"

#include <algorithm>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

// Without the arithmetic and casts in front of it.
const Value* Strip(const Value* pointer) {
  while (true) {
    if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
      pointer = gep->getPointerOperand();
    } else if (llvm::isa<llvm::BitCastOperator>(pointer) ||
               llvm::isa<llvm::AddrSpaceCastOperator>(pointer) ||
               llvm::isa<llvm::FreezeInst>(pointer)) {
      pointer = llvm::cast<llvm::User>(pointer)->getOperand(0);
    } else {
      return pointer;
    }
  }
}

// The variable of the work-item's own that `pointer` points into; nullptr if it may be another.
const llvm::AllocaInst* VariableBehind(const Value* pointer) {
  return llvm::dyn_cast<llvm::AllocaInst>(Strip(pointer));
}

// Whether a store of a number through `address` may overwrite a pointer. Not if the address is
// made by field and element selection alone: then what lies there is a number by type.
bool MayHoldPointer(const Value* address) {
  while (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(address)) {
    address = gep->getPointerOperand();
  }
  return !llvm::isa<llvm::AllocaInst>(address);
}

}  // namespace

bool RootAnalysis::StoredPointers(const llvm::AllocaInst* variable,
                                  std::vector<const Value*>& work) {
  // Variables copied into `variable` count too: `variables` grows while their users are looked at.
  llvm::SmallPtrSet<const Value*, 4> variables;
  llvm::SmallPtrSet<const Value*, 16> seen;
  variables.insert(variable);
  std::vector<const Value*> addresses = {variable};
  while (!addresses.empty()) {
    const Value* address = addresses.back();
    addresses.pop_back();
    for (const llvm::User* user : address->users()) {
      if (llvm::isa<llvm::LoadInst>(user)) continue;
      if (llvm::isa<llvm::GetElementPtrInst>(user) || llvm::isa<llvm::BitCastInst>(user)) {
        if (seen.insert(user).second) addresses.push_back(user);
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        const Value* value = store->getValueOperand();
        if (value == address) return false;  // the variable's address escapes
        if (value->getType()->isPointerTy()) {
          work.push_back(value);
          continue;
        }
        // A number over a pointer's bytes: only null (clearing) leaves no pointer behind.
        const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
        const bool clears = constant != nullptr && constant->isNullValue();
        if (!clears && MayHoldPointer(store->getPointerOperand())) return false;
      } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
        if (!variables.contains(VariableBehind(copy->getDest()))) continue;
        const llvm::AllocaInst* source = VariableBehind(copy->getSource());
        if (source == nullptr) return false;
        if (variables.insert(source).second) addresses.push_back(source);
      } else if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(user)) {
        const auto* byte = llvm::dyn_cast<llvm::ConstantInt>(set->getValue());
        if (byte == nullptr || !byte->isZero()) return false;
      } else if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
        if (!intrinsic->isLifetimeStartOrEnd()) return false;
      } else {
        return false;  // a call, a phi, a cast to an integer, ...
      }
    }
  }
  return true;
}

const PointerRoots& RootAnalysis::RootsOf(const Value* pointer) {
  const Value* base = Strip(pointer);
  const auto [found, fresh] = known_.try_emplace(base);
  PointerRoots& answer = found->second;
  if (!fresh) return answer;

  llvm::SmallPtrSet<const Value*, 16> seen;
  std::vector<const Value*> work = {base};
  while (!work.empty()) {
    const Value* value = Strip(work.back());
    work.pop_back();
    if (!seen.insert(value).second) continue;
    if (llvm::isa<llvm::Argument>(value) || llvm::isa<llvm::GlobalVariable>(value)) {
      const auto* argument = llvm::dyn_cast<llvm::Argument>(value);
      if (argument != nullptr && argument->hasByValAttr()) {
        answer.is_private = true;
      } else {
        answer.roots.push_back(value);
      }
    } else if (llvm::isa<llvm::AllocaInst>(value)) {
      answer.is_private = true;
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      work.insert(work.end(), phi->op_begin(), phi->op_end());
    } else if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
      work.push_back(select->getTrueValue());
      work.push_back(select->getFalseValue());
    } else if (llvm::isa<llvm::ConstantPointerNull>(value) || llvm::isa<llvm::UndefValue>(value)) {
      // Leads nowhere.
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
      const llvm::AllocaInst* variable = VariableBehind(load->getPointerOperand());
      if (variable == nullptr || !StoredPointers(variable, work)) answer.complete = false;
    } else {
      answer.complete = false;
    }
  }
  return answer;
}

}  // namespace lockstep::instrument
