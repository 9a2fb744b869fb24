// Addresses in programs and libraries as places in their sources, for stacks of the host program.
#ifndef LOCKSTEP_INSTRUMENT_TOOLS_SYMBOLIZE_H_
#define LOCKSTEP_INSTRUMENT_TOOLS_SYMBOLIZE_H_

#include <string>
#include <vector>

namespace lockstep::instrument {

// Of each of `addresses`, "0xOFFSET@FILE", what LLVM's symbolizer finds in FILE's debugging data and tables of symbols:
// a JSON object of lists of calls, the innermost first, of which all but the last were inlined; each has its
// `function`, demangled, and `file` and `line`, empty and 0 if they are not known. What is no such address, or in no
// file that can be read, is left out.
std::string Symbolize(const std::vector<std::string>& addresses);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_TOOLS_SYMBOLIZE_H_
