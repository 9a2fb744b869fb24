// The commands of `lockstep` as a table: for the help, the manual page and completions.
#include "host/cli/commands.h"

#include <algorithm>
#include <cctype>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

bool IsUpper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::vector<std::string> Choices(const OptionRow& row) {
  std::vector<std::string> choices;
  if (row.value.find('|') == std::string::npos) return choices;
  for (std::string& word : Split(row.value, '|')) {
    // What is in capitals stands for something.
    const std::string choice(word.begin(), std::find_if(word.begin(), word.end(), IsUpper));
    if (!choice.empty() && choice[0] != '[') choices.push_back(choice);
  }
  return choices;
}

bool IsFile(const OptionRow& row) {
  return row.value == "DIR" || row.value.rfind("FILE", 0) == 0 || row.value.rfind("[FILE", 0) == 0;
}

std::string Brief(const OptionRow& row) {
  constexpr size_t kMost = 72;  // what a terminal shows beside the option's name
  size_t end = row.help.size();
  for (const char* stop : {"; ", ". ", " (", ": "}) end = std::min(end, row.help.find(stop));
  if (end > kMost) end = row.help.rfind(' ', kMost);
  return row.help.substr(0, end);
}

std::vector<OptionRow> Without(const std::vector<OptionRow>& options, const std::vector<OptionRow>& others) {
  std::vector<OptionRow> rest;
  for (const OptionRow& row : options) {
    const bool is_there = std::any_of(others.begin(), others.end(), [&](const OptionRow& other) {
      return row.name == other.name && row.value == other.value && row.help == other.help;
    });
    if (!is_there) rest.push_back(row);
  }
  return rest;
}

}  // namespace lockstep
