// llvmpipe's lanes that stand for no work-item.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_PADDING_LANES_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_PADDING_LANES_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// llvmpipe (Mesa 22.3, lp_state_cs.c) fills a group's last vector of work-items up with lanes whose local id is
// beyond the group. Their memory operations are not done and read 0, but their branches count: one that waits in a
// loop, for what it can never read, keeps the vector there until the driver ends all its loops. So such lanes leave
// each loop of a kernel at the first exit that they come to. The device library's loops end for who reads 0.
void LeaveLoopsInPaddingLanes(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_PADDING_LANES_H_
