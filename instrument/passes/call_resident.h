// Calls of the device library that twins make by address: device-lib/shared/resident.def.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_CALL_RESIDENT_H_
#define LOCKSTEP_INSTRUMENT_PASSES_CALL_RESIDENT_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Calls the functions of resident.def that `module` has by the addresses that the launch's control block leads to;
// nothing calls those of the module then. `kernels_alone`: where a kernel calls them, not where another function does.
void CallResident(llvm::Module& module, bool kernels_alone);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_CALL_RESIDENT_H_
