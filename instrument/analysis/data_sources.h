// Where values come from that another launch, with the same arguments but other data in memory, may
// not have: the sources from which data independence is judged. Safe default: what is not known to
// be a function of ids and arguments is a source.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_DATA_SOURCES_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_DATA_SOURCES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "instrument/analysis/divergence_sources.h"
#include "instrument/analysis/roots.h"

namespace llvm {
class DominatorTree;
class Function;
class Instruction;
class LoadInst;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Classifies the instructions of one kernel into which every callee has been inlined. Private
// memory is followed flow-insensitively, variable by variable: what is stored there is judged by
// the caller, who tells of it with Mark() and asks again until nothing changes.
class DataSources {
 public:
  // `settled`: whether what is behind a pointer counts as known, so that loads through it are no sources.
  DataSources(llvm::Function& kernel, std::function<bool(const llvm::Value* pointer)> settled);
  ~DataSources();

  // kDivergent: the result may be another one in a launch with other data.
  Source Classify(const llvm::Instruction& instruction) const;

  // Notes that the private variables that `pointer` may lead to hold such a value; `why` in words.
  // All variables if it cannot be told which. True if that is news.
  bool Mark(const llvm::Value* pointer, const std::string& why);

  // Why the private memory behind `pointer`, [pointer, pointer + bytes), may hold such a value when
  // `at` is executed; "" if it does not.
  std::string PrivateContent(const llvm::Value* pointer, uint64_t bytes,
                             const llvm::Instruction& at) const;

  // Whether [pointer, pointer + bytes) lies in a constant of the program for certain.
  bool IsProgramConstant(const llvm::Value* pointer, uint64_t bytes) const;

  // Whether what `read` finds behind `pointer` counts as known.
  bool IsSettled(const llvm::Value* pointer, const llvm::Instruction& read) const;

 private:
  // A write of bytes [from, to) of a private variable.
  struct PrivateWrite {
    const llvm::Instruction* instruction;
    int64_t from;
    int64_t to;
  };

  void CollectPrivateWrites();
  Source ClassifyLoad(const llvm::LoadInst& load) const;
  bool Initialised(const llvm::Value* variable, const llvm::Value* pointer, uint64_t bytes,
                   const llvm::Instruction& at) const;
  std::string Name(const llvm::Value& value) const;

  llvm::Function& kernel_;
  const std::function<bool(const llvm::Value*)> settled_;
  std::unique_ptr<llvm::DominatorTree> dominators_;
  mutable RootAnalysis roots_;
  std::map<const llvm::Value*, std::vector<PrivateWrite>> private_writes_;  // by variable, in the code's order
  std::map<const llvm::Value*, std::string> tainted_;  // private variables, and why
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_DATA_SOURCES_H_
