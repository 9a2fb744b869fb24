// Where values come from that may differ between the work-items of one group: the sources that
// the uniformity analysis starts from. Safe default: what is not known to be equal is a source.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_DIVERGENCE_SOURCES_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_DIVERGENCE_SOURCES_H_

#include <cstdint>
#include <optional>
#include <string>

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Argument;
class CallBase;
class Function;
class Instruction;
class LoadInst;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// How one instruction's result relates to the other work-items of the group.
enum class Spread {
  kUniform,    // equal for the whole group whatever the operands are
  kOperands,   // equal if the operands are (and control agrees)
  kDivergent,  // may differ
};

struct Source {
  Spread spread = Spread::kOperands;
  std::string what;  // for kDivergent, in words: "get_local_id", "a load from argument `n`"
};

enum class Whose { kGroup, kSubGroup };

// Classifies the instructions of one kernel into which every callee has been inlined.
class DivergenceSources {
 public:
  // `frozen_arguments`: memory behind arguments that the kernel never writes does not change
  // while it runs. That is so when no such argument overlaps a written one (variant `default`).
  // `whose`: the question is what the work-items of a group share, or those of a sub-group.
  DivergenceSources(const llvm::Function& kernel, bool frozen_arguments, Whose whose = Whose::kGroup);

  Source Classify(const llvm::Instruction& instruction) const;

  // How many work-items a group has at most in `dimension`, as reqd_work_group_size says; nullopt: it says nothing.
  std::optional<uint64_t> GroupSize(uint64_t dimension) const;

  // Where `load` reads, in words: "argument `n`", "local variable `flag`", "constant memory".
  std::string OriginOf(const llvm::LoadInst& load) const;

  // "`n`", or "number 2" if it has no name.
  std::string Name(const llvm::Argument& argument) const;

 private:
  void NoteWrites(const llvm::Instruction& instruction);
  void NoteWriteThrough(const llvm::Value* pointer);
  Source ClassifyCall(const llvm::CallBase& call) const;
  Source ClassifyLoad(const llvm::LoadInst& load) const;
  bool SizeIsOne(unsigned first_dimension, unsigned last_dimension) const;

  const llvm::Function& kernel_;
  bool frozen_arguments_;
  Whose whose_;
  bool unknown_writes_ = false;
  llvm::SmallPtrSet<const llvm::Argument*, 8> written_;
  unsigned required_size_[3] = {0, 0, 0};  // reqd_work_group_size; 0: not stated
};

// The name in front of the parameters of a mangled OpenCL C built-in (`_Z12get_local_idj` gives
// `get_local_id`); the whole name if it is not mangled; empty for indirect calls.
std::string CalleeName(const llvm::CallBase& call);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_DIVERGENCE_SOURCES_H_
