// How a file name in debug information says which text a line stands in, and where. #line gives lines other
// names and numbers; the front end writes the name that the programmer gave, and behind it the text and by how
// much its lines are away from the numbers given: "name\x01<text>:<difference>". Every line of a source that
// the front end reads has such a name, so that a \x01 in a #line deceives nobody: the last one counts.
#ifndef LOCKSTEP_INSTRUMENT_SOURCE_NAMES_H_
#define LOCKSTEP_INSTRUMENT_SOURCE_NAMES_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "runtime/program/program.h"

namespace lockstep::instrument {

struct SourceName {
  std::string file;        // as reports call it
  std::string text;        // key of the text; empty if it is not known
  int64_t difference = 0;  // line in the text - line as reports call it
};

// Reads a name in debug information; one of another form is its own file, without a text.
SourceName ReadSourceName(std::string_view name);

std::string WriteSourceName(const SourceName& name);

// `diagnostics` with plain names only.
std::string WithPlainNames(std::string_view diagnostics);

// The texts that a program was made of, by key.
using SourceTexts = std::map<std::string, std::string>;

// Fills in the excerpts of the program's sites: the lines where they stand, if they are known, and a few around each.
void AddExcerpts(const SourceTexts& texts, InstrumentedProgram& program);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_SOURCE_NAMES_H_
