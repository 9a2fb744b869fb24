// llvmpipe's reads where no lane is.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_IDLE_LANES_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_IDLE_LANES_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// llvmpipe (lp_bld_nir_soa.c, Mesa 22.3 to 26.2) walks through branches that no lane of its vector takes, with all
// lanes masked. What it takes for the same address in all lanes it reads once and unmasked, from the address in the
// first lane that is there, or in lane 0 if none is. There that is 0 if the driver keeps it in a variable that lane 0
// did not come to write, and it does so with any address that a loop computes; the process dies. So all reads get an
// address that is each lane's own to the driver, and are made under the mask.
void ReadByLane(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_IDLE_LANES_H_
