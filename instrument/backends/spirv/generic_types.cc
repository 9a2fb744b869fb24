//   %node = type { i32, %node addrspace(4)* }    ->    %node.plain = type { i32, %node.plain addrspace(1)* }
#include "instrument/backends/spirv/generic_types.h"

#include <string>
#include <vector>

#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// The value of a variable whose type changes: nothing, or all zero (RefuseOddGenericPointers sees to it).
llvm::Constant* InitialValue(const llvm::GlobalVariable& variable, llvm::Type* type) {
  if (!variable.hasInitializer()) return nullptr;
  if (llvm::isa<llvm::UndefValue>(variable.getInitializer())) return llvm::UndefValue::get(type);
  return llvm::Constant::getNullValue(type);
}

llvm::GlobalVariable* WithType(llvm::GlobalVariable& old, llvm::Type* type) {
  auto* variable =
      new llvm::GlobalVariable(*old.getParent(), type, old.isConstant(), old.getLinkage(), InitialValue(old, type), "",
                               &old, old.getThreadLocalMode(), old.getAddressSpace());
  variable->copyAttributesFrom(&old);
  variable->takeName(&old);
  return variable;
}

// A function of that type with the body and all else of `old`, whose arguments `values` maps to its own.
llvm::Function* WithType(llvm::Function& old, llvm::FunctionType* type, llvm::ValueToValueMapTy& values) {
  auto* function = llvm::Function::Create(type, old.getLinkage(), old.getAddressSpace(), "", old.getParent());
  function->copyAttributesFrom(&old);
  function->copyMetadata(&old, 0);
  function->takeName(&old);
  MoveBlocks(old, *function);
  for (auto [from, to] : llvm::zip(old.args(), function->args())) {
    to.takeName(&from);
    values[&from] = &to;
  }
  return function;
}

bool Finds(const llvm::Type* type, llvm::SmallPtrSetImpl<const llvm::Type*>& seen) {
  if (!seen.insert(type).second) return false;
  if (IsGenericPointer(type)) return true;
  return llvm::any_of(type->subtypes(), [&seen](const llvm::Type* part) { return Finds(part, seen); });
}

}  // namespace

bool IsGenericPointer(const llvm::Type* type) {
  return type->isPointerTy() && type->getPointerAddressSpace() == kGeneric;
}

bool HasGenericPointer(const llvm::Type* type) {
  llvm::SmallPtrSet<const llvm::Type*, 8> seen;
  return Finds(type, seen);
}

llvm::Type* GlobalForGeneric::remapType(llvm::Type* type) {
  if (const auto found = known_.find(type); found != known_.end()) return found->second;
  if (!HasGenericPointer(type)) return known_[type] = type;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type); structure != nullptr && !structure->isLiteral()) {
    // Known before its members are: it may have pointers to its own type.
    const std::string name = structure->hasName() ? structure->getName().str() + ".plain" : "";
    llvm::StructType* plain = llvm::StructType::create(type->getContext(), name);
    known_[type] = plain;
    llvm::SmallVector<llvm::Type*, 8> members;
    for (llvm::Type* member : structure->elements()) members.push_back(remapType(member));
    plain->setBody(members, structure->isPacked());
    return plain;
  }
  llvm::SmallVector<llvm::Type*, 8> parts;
  for (llvm::Type* part : type->subtypes()) parts.push_back(remapType(part));
  llvm::Type* plain = type;
  if (type->isPointerTy()) {
    const unsigned space = IsGenericPointer(type) ? kGlobal : type->getPointerAddressSpace();
    plain = parts.empty() ? InAddressSpace(type, space) : llvm::PointerType::get(parts.front(), space);
  } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    plain = llvm::StructType::get(type->getContext(), parts, structure->isPacked());
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    plain = llvm::ArrayType::get(parts.front(), array->getNumElements());
  } else if (auto* vector = llvm::dyn_cast<llvm::VectorType>(type)) {
    plain = llvm::VectorType::get(parts.front(), vector->getElementCount());
  } else if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
    plain =
        llvm::FunctionType::get(parts.front(), llvm::ArrayRef<llvm::Type*>(parts).drop_front(), function->isVarArg());
  }
  return known_[type] = plain;
}

void UseTypesWithoutGeneric(llvm::Module& module) {
  GlobalForGeneric types;
  llvm::ValueToValueMapTy values;
  std::vector<llvm::GlobalValue*> replaced;
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    llvm::Type* type = types.remapType(variable.getValueType());
    if (type == variable.getValueType()) continue;
    values[&variable] = WithType(variable, type);
    replaced.push_back(&variable);
  }
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) functions.push_back(&function);
  for (llvm::Function*& function : functions) {
    auto* type = llvm::cast<llvm::FunctionType>(types.remapType(function->getFunctionType()));
    if (type == function->getFunctionType()) continue;
    replaced.push_back(function);
    llvm::Function* plain = WithType(*function, type, values);
    values[function] = plain;
    function = plain;
  }
  for (llvm::Function* function : functions) {
    llvm::RemapFunction(*function, values, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals, &types);
  }
  for (llvm::GlobalValue* old : replaced) {
    old->removeDeadConstantUsers();
    old->eraseFromParent();
  }
}

}  // namespace lockstep::instrument
