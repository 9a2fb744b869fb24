// Keeps PoCL from taking what a load gives to one work-item for what it gives to all.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_PRIVATE_LOADS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_PRIVATE_LOADS_H_

#include <vector>

namespace llvm {
class LoadInst;
}  // namespace llvm

namespace lockstep::instrument {

// Makes the address of each of `loads` depend, by its form, on the work-item, unless it does so anyway.
void LoadForEachWorkItem(const std::vector<llvm::LoadInst*>& loads);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_PRIVATE_LOADS_H_
