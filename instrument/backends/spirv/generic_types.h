// The types of a module without generic pointers.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_GENERIC_TYPES_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_GENERIC_TYPES_H_

#include "llvm/ADT/DenseMap.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class Function;
class Module;
class Type;
}  // namespace llvm

namespace lockstep::instrument {

// Whether `type` is that of a generic pointer.
bool IsGenericPointer(const llvm::Type* type);

// Whether a generic pointer is in `type`: as a member, or behind a pointer that says to what it leads.
bool HasGenericPointer(const llvm::Type* type);

// Makes of the types of generic pointers those of pointers to global memory, in whatever they are.
class GlobalForGeneric : public llvm::ValueMapTypeRemapper {
 public:
  llvm::Type* remapType(llvm::Type* type) override;

 private:
  llvm::DenseMap<llvm::Type*, llvm::Type*> known_;
};

// Gives all functions and variables of `module` types without generic pointers. There is no cast to or from one any
// more, and no call that hands one to a function without a body.
void UseTypesWithoutGeneric(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_GENERIC_TYPES_H_
