// Numbers of values such that equal numbers mean equal values, wherever both are computed.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_NUMBERS_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_NUMBERS_H_

#include <cstdint>
#include <map>
#include <vector>

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Value numbering of what addresses are made of: arithmetic, casts, address computations and questions
// for ids and sizes. Two values with one number are equal as long as the values they are made of (phis,
// loads, arguments, other calls) are the same, which for a work-item means: were not computed anew since.
// The default is a number of its own, which is always right.
class AddressNumbers {
 public:
  unsigned NumberOf(const llvm::Value& value) { return NumberOf(value, kMaxDepth); }

 private:
  // Expressions deeper than this have parts that are not looked into.
  static constexpr unsigned kMaxDepth = 64;
  using Key = std::vector<uint64_t>;

  unsigned NumberOf(const llvm::Value& value, unsigned depth);
  // What the instruction computes, of its operands' numbers; empty: it is not looked into.
  Key KeyOf(const llvm::Instruction& instruction, unsigned depth);

  std::map<const llvm::Value*, unsigned> known_;
  std::map<Key, unsigned> expressions_;
  unsigned next_ = 0;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_NUMBERS_H_
