// The commands of `lockstep` as a table: for the help, the manual page and completions.
#ifndef LOCKSTEP_HOST_CLI_COMMANDS_H_
#define LOCKSTEP_HOST_CLI_COMMANDS_H_

#include <string>
#include <vector>

#include "runtime/base/option_table.h"

namespace lockstep {

// What a command's words are, besides its options.
enum class WordsAre { kNone, kCommandLine, kFiles, kKinds };

struct Command {
  const char* name;
  int (*run)(const std::vector<std::string>& words);
  CommandHelp (*help)();
  WordsAre words;
  const char* summary;
};

// The words of an option's value that are to choose from: "auto" and "never" of "auto|never", "lockstep:" of
// "lockstep:N"; none if it is not such a list.
std::vector<std::string> Choices(const OptionRow& row);

// Whether its value is a file or a folder.
bool IsFile(const OptionRow& row);

// What the option does, in a few words: the beginning of its help.
std::string Brief(const OptionRow& row);

// Those of `options` that none of `others` is equal to, but for the setters.
std::vector<OptionRow> Without(const std::vector<OptionRow>& options, const std::vector<OptionRow>& others);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_COMMANDS_H_
