// The command line: options of options.def, a command's own options, and what is left.
#ifndef LOCKSTEP_HOST_CLI_COMMAND_LINE_H_
#define LOCKSTEP_HOST_CLI_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "runtime/base/option_table.h"
#include "runtime/base/options.h"
#include "runtime/base/status.h"

namespace lockstep {

// Names the project's file whose options LOCKSTEP_OPTIONS holds already, for commands that run below one of ours.
inline constexpr char kProjectVariable[] = "LOCKSTEP_PROJECT_READ";

// An option that only one command has.
struct OwnOption {
  std::string name;
  std::string value;  // what the help shows; empty for flags
  std::string help;
};

struct ParsedLine {
  // The project's file first, then LOCKSTEP_OPTIONS, then the command line; `project`: the path of the file, or empty.
  Options options;
  std::vector<std::pair<std::string, std::string>> own;  // name, value ("yes" for flags); in order
  std::vector<std::string> rest;                         // behind the options
  bool help = false;

  // The last value of an own option; `fallback` if it was not given.
  std::string Own(const std::string& name, const std::string& fallback = "") const;
  bool HasOwn(const std::string& name) const;
};

// Reads the options of option_table.h's forms, and -q and -v. With `stop_at_word` the first word that is no
// option ends the options, as does "--"; otherwise words and options may come in any order. An own
// option hides one of the table that has the same name. `only`: of the table these alone, for `lockstep report`;
// empty: all.
StatusOr<ParsedLine> ParseCommandLine(const std::vector<std::string>& words, const std::vector<OwnOption>& own,
                                      bool stop_at_word, const std::vector<std::string>& only = {});

// `own` and the options of options.def, or `only` these of them, for reading: their setters are not to be called.
std::vector<OptionRow> OptionRows(const std::vector<OwnOption>& own, const std::vector<std::string>& only = {});

// The help text's list of the same, for a terminal of 80 columns.
std::string OptionsHelp(const std::vector<OwnOption>& own, const std::vector<std::string>& only = {});

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_COMMAND_LINE_H_
