// The options of a command line as one table, which gives the parser, its messages and the help text.
#ifndef LOCKSTEP_RUNTIME_BASE_OPTION_TABLE_H_
#define LOCKSTEP_RUNTIME_BASE_OPTION_TABLE_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/status.h"

namespace lockstep {

// Takes the value that option `name` was given, nullptr if it was given without one. The error says what is wrong
// and what would be right, in one line.
using OptionSetter = std::function<Status(std::string_view name, const std::string* value)>;

struct OptionRow {
  std::string name;      // without dashes
  std::string value;     // "FILE", "text|json"; "[FILE]" if it may be left out; empty for flags
  std::string fallback;  // the default, for the help; may be empty
  std::string help;
  OptionSetter set;
  char letter = 0;  // 'o': "-o FILE" is "--NAME=FILE"
};

// What a command line has besides options.
struct GivenWords {
  std::vector<std::string> words;
  bool help = false;  // --help or -h
};

// How a command is called, for help texts, the manual page and completions: the setters of its options are not called.
struct CommandHelp {
  std::string usage;  // what stands above the list of options; begins "usage: "
  std::vector<OptionRow> options;
};

// Reads "--name=value", "--name value", "--flag" and "-o value" into `table`, in order. With `stop_at_word` the first
// word that is no option ends the options, as does "--"; otherwise words and options may come in any order.
// `command` is what --help is an option of. Nothing is read behind the first error, which is one line.
StatusOr<GivenWords> ParseWords(const std::vector<std::string>& words, const std::vector<OptionRow>& table,
                                std::string_view command, bool stop_at_word = false);

// "=FILE" or "[=FILE]", "" for a flag: what stands behind the option's name.
std::string ValueText(const OptionRow& row);

// Whether a word that is only the option's name takes the next word as its value.
bool NeedsValue(const OptionRow& row);

// The list of the options, for a terminal of 80 columns.
std::string TableHelp(const std::vector<OptionRow>& table);

// Text as a value of option `name`, which the errors name; nullptr: no text was given. Nothing is set on error.
// A whole number of [low, high].
Status ParseNumber(std::string_view name, const std::string* text, uint64_t low, uint64_t high, uint64_t* out);
// Yes or no; no text is yes.
Status ParseFlag(std::string_view name, const std::string* text, bool* out);
// Anything, but something.
Status ParseText(std::string_view name, const std::string* text, std::string* out);
// The place of `text` among `words` ("text|json"), from 0 on.
Status ParseChoice(std::string_view name, const std::string* text, std::string_view words, size_t* out);

// Rows' setters from these. `*out` must outlive the table.
OptionSetter IntoFlag(bool* out);
OptionSetter IntoText(std::string* out);

template <typename Number>
OptionSetter IntoNumber(Number* out, uint64_t low = 0,
                        uint64_t high = static_cast<uint64_t>(std::numeric_limits<Number>::max())) {
  return [=](std::string_view name, const std::string* text) {
    uint64_t number = 0;
    Status status = ParseNumber(name, text, low, high, &number);
    if (status.ok()) *out = static_cast<Number>(number);
    return status;
  };
}

// `words` in the order of the enum (or of false and true), from 0 on.
template <typename Enum>
OptionSetter IntoChoice(Enum* out, std::string words) {
  return [out, words = std::move(words)](std::string_view name, const std::string* text) {
    size_t place = 0;
    Status status = ParseChoice(name, text, words, &place);
    if (status.ok()) *out = static_cast<Enum>(place);
    return status;
  };
}

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_OPTION_TABLE_H_
