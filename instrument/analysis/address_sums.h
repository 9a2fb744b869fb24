// Addresses as sums, so that neighbours are seen to be neighbours.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_SUMS_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_SUMS_H_

#include <cstdint>
#include <map>
#include <utility>

#include "instrument/analysis/address_numbers.h"

namespace llvm {
class DataLayout;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// An address: bytes + the sum of all terms, each a number of AddressNumbers with how it was widened
// (an opcode; 0: not at all), times a factor; modulo 2^64.
struct AddressSum {
  std::map<std::pair<unsigned, unsigned>, uint64_t> terms;
  uint64_t bytes = 0;
};

// Takes address computations apart. Two addresses with equal terms lie as far from each other as their
// `bytes` do, as long as what the terms are made of is the same (address_numbers.h).
class AddressSums {
 public:
  // `numbers` must be there as long as this.
  AddressSums(const llvm::DataLayout& layout, AddressNumbers& numbers) : layout_(layout), numbers_(numbers) {}

  // Never fails: what cannot be taken apart is one term.
  AddressSum SumOf(const llvm::Value& pointer);

 private:
  void AddPointer(const llvm::Value& pointer, AddressSum& sum);
  // Adds `factor` times `value`, widened to 64 bits by `widened` (an opcode, 0 if it has them).
  void AddIndex(const llvm::Value& value, unsigned widened, uint64_t factor, AddressSum& sum, unsigned depth);

  const llvm::DataLayout& layout_;
  AddressNumbers& numbers_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_SUMS_H_
