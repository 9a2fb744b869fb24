// Metadata that an atomic instruction or a fence carries from lower-builtins to insert-checks and the back end: what
// the source said, as !{!"order", !"scope"}, which is not always what the instruction does; on a remote operation
// !{!"order", !"scope", !"remote"}, on a fence also its flags, !{!"order", !"scope", i32 flags}.
#ifndef LOCKSTEP_INSTRUMENT_IR_ATOMIC_METADATA_H_
#define LOCKSTEP_INSTRUMENT_IR_ATOMIC_METADATA_H_

namespace llvm {
class Instruction;
}

namespace lockstep::instrument {

inline constexpr char kAtomicMetadata[] = "lockstep.atomic";
inline constexpr char kRemoteWord[] = "remote";

// Whether lower-builtins noted that `instruction` is a remote operation ([R] Sect. 3).
bool IsRemote(const llvm::Instruction& instruction);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_ATOMIC_METADATA_H_
