// Which loads of vectors read all of them in the source, whatever becomes of the components:
//
//   uint4 v = a[i];  x = v.y;       all of a[i]
//   x = a[i].y;                     one component, though clang loads the vector for it
//
// Once private variables are values the two look alike, so that it is noted before.
#ifndef LOCKSTEP_INSTRUMENT_IR_WHOLE_READS_H_
#define LOCKSTEP_INSTRUMENT_IR_WHOLE_READS_H_

namespace llvm {
class LoadInst;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Notes them at the loads of `module`, which is as the frontend or a reader of SPIR-V has made it. Of what an optimiser
// has gone over it knows no more than what is left there.
void NoteWholeReads(llvm::Module& module);

bool IsWholeRead(const llvm::LoadInst& load);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_WHOLE_READS_H_
