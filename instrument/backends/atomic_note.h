// What the source said of an atomic instruction or fence, which the instruction cannot hold: the
// metadata that lower-builtins leaves and each back end takes off.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_ATOMIC_NOTE_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_ATOMIC_NOTE_H_

#include <optional>
#include <string>

namespace llvm {
class Instruction;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

struct AtomicNote {
  std::string order;     // "relaxed", "acquire", "release", "acq_rel", "seq_cst"
  // "work_item", "sub_group", "work_group", "device", "all_svm_devices": as the source has it, or
  // wider, where remote operations in the program ask for that (ir/remote_scope.h).
  std::string scope;
  unsigned flags = 0;    // fences: CLK_*_MEM_FENCE of the regions; else 0
};

// The note on `instruction`; nullopt on instructions of the device library and of other passes.
std::optional<AtomicNote> NoteOf(const llvm::Instruction& instruction);

// Takes the notes off all instructions: drivers need not see them.
void DropAtomicNotes(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_ATOMIC_NOTE_H_
