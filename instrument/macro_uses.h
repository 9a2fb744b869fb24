// Where a program uses macros. All that a macro is made of has the place of its use in debug information; with
// its name, and where each access goes, a report tells the accesses of one macro apart.
#ifndef LOCKSTEP_INSTRUMENT_MACRO_USES_H_
#define LOCKSTEP_INSTRUMENT_MACRO_USES_H_

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "runtime/program/program.h"

namespace lockstep::instrument {

struct MacroUse {
  std::string name;
  SourcePosition definition;  // file: as reports call it; empty: that of the use; line 0: in no file of the program
};

// The uses that stand in a source's own text, not in another macro's. Line and column are those in the text.
class MacroUses {
 public:
  void Add(const std::string& text, int64_t line, unsigned column, MacroUse use);

  // The use at `position`, whose text must be known; null if there is none.
  const MacroUse* At(const SourcePosition& position) const;

  using Place = std::tuple<std::string, int64_t, unsigned>;  // key of the text, line, column
  const std::map<Place, MacroUse>& all() const { return uses_; }

 private:
  std::map<Place, MacroUse> uses_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_MACRO_USES_H_
