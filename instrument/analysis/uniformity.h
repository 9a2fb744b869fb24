// Which branches and barriers of a kernel every work-item of a group provably meets together, and
// for the others why not. Divergence of data and control is computed from our sources (divergence.h); a
// barrier is then judged by the branches on which it is control dependent, to any depth (Ferrante,
// Ottenstein & Warren: post-dominance frontier).
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_UNIFORMITY_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_UNIFORMITY_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "instrument/analysis/divergence_sources.h"

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Instruction;
class LoadInst;
class Use;
class Loop;
}  // namespace llvm

namespace lockstep::instrument {

class LocalBroadcasts;

// Why work-items may part.
struct DivergenceCause {
  const llvm::Instruction* branch = nullptr;  // where they part; a call: in an operand of it
  const llvm::Instruction* origin = nullptr;  // what first differs; nullptr if not traced
  std::string what;                           // the origin in words: "get_local_id"
  std::string through;                        // "a load from argument `n`", whose address differs; or ""
};

// "the branch at 6:5 depends on get_local_id (5:11)" or, of a call, "its flags depend on …" (of one
// that is no barrier, "its arguments"), with file names where they differ from `main_file`.
std::string Describe(const DivergenceCause& cause, const std::string& main_file);

// "5:11", with the file's name in front where it is not `main_file`; "" if nothing is known.
std::string PlaceOf(const llvm::Instruction& instruction, const std::string& main_file);

// The analysis of one kernel. "Uniform" is a proof for every launch; "divergent" is its absence.
// Any change to the kernel invalidates it.
class Uniformity {
 public:
  // `kernel`: everything inlined, no unreachable blocks. `frozen_arguments`: see
  // DivergenceSources. `whose`: of a sub-group, "group" means that one below.
  Uniformity(llvm::Function& kernel, bool frozen_arguments, Whose whose = Whose::kGroup);
  // The same question of other sources: `classify` says of every instruction whether its result
  // may differ by itself.
  Uniformity(llvm::Function& kernel,
             const std::function<Source(const llvm::Instruction&)>& classify);
  ~Uniformity();

  // Whether the control flow is irreducible; then nothing is proved.
  bool irreducible() const;

  // What a branch that is not divergent is decided by, in words: "argument `n`, get_group_id"; empty if
  // constants decide, or if it is divergent. The same for any operand.
  std::string WhyUniform(const llvm::Instruction& terminator) const;

  // Whether the work-items that reach `terminator` together may leave it differently, and why.
  std::optional<DivergenceCause> AtBranch(const llvm::Instruction& terminator) const;

  // Whether work-items that execute the barrier `call` together may do so with different flags.
  std::optional<DivergenceCause> AtFlags(const llvm::CallBase& call) const;

  // Whether work-items that execute `call` together may do so with different values of argument
  // number `argument`.
  std::optional<DivergenceCause> AtArgument(const llvm::CallBase& call, unsigned argument) const;

  // The branch nearest to `instruction` that sends some work-items there and perhaps others elsewhere;
  // nullopt if Before() is.
  std::optional<DivergenceCause> Nearest(const llvm::Instruction& instruction) const;

  // Whether `operand` of an instruction may have different values, and why.
  std::optional<DivergenceCause> AtOperand(const llvm::Use& operand) const;

  // Whether `load` gives all work-items that execute it in the same iterations the same value, since no phase between
  // two barriers, which are all met together, both writes there and reads it (local_broadcasts.h).
  bool IsBroadcast(const llvm::LoadInst& load) const;

  // nullopt: if one work-item of a group executes `instruction`, all do, equally often.
  std::optional<DivergenceCause> Before(const llvm::Instruction& instruction) const;

 private:
  struct Analyses;
  bool AllBarriersMet() const;
  bool AgreesInTiles(const llvm::Instruction& instruction) const;
  void Compute(const std::function<Source(const llvm::Instruction&)>& classify);
  DivergenceCause Trace(const llvm::Instruction& start, const llvm::Use* first) const;
  bool DecidesNextIteration(const llvm::BasicBlock& from, const llvm::Loop& loop) const;

  llvm::Function& kernel_;
  std::unique_ptr<DivergenceSources> sources_;      // nullptr: the caller's own
  std::unique_ptr<LocalBroadcasts> broadcasts_;     // nullptr: none may be relied on
  std::unique_ptr<Analyses> analyses_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_UNIFORMITY_H_
