// Where an access goes, for the words of reports.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_TEXT_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_TEXT_H_

#include <string>

namespace llvm {
class DataLayout;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Bytes from `root` to `pointer` as a polynomial of ids and launch constants (runtime/base/polynomial.h); empty if it
// is none: if it depends on loops or on what memory holds, say. Arithmetic is taken as that of integers, so that nothing
// may be proven with it.
std::string OffsetText(const llvm::Value& pointer, const llvm::Value& root, const llvm::DataLayout& layout);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_TEXT_H_
