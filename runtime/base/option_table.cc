#include "runtime/base/option_table.h"

#include <unistd.h>

#include <algorithm>

#include "runtime/base/columns.h"
#include "runtime/base/suggest.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

const OptionRow* Find(const std::vector<OptionRow>& table, std::string_view name, bool is_letter) {
  const auto at = std::find_if(table.begin(), table.end(), [&](const OptionRow& row) {
    return is_letter ? name.size() == 1 && row.letter == name[0] : row.name == name;
  });
  return at == table.end() ? nullptr : &*at;
}

Status Unknown(std::string_view word, std::string_view name, const std::vector<OptionRow>& table,
               std::string_view command) {
  std::vector<std::string> names = {"--help"};
  for (const OptionRow& row : table) names.push_back("--" + row.name);
  return InvalidArgumentError(
      StrCat("unknown option '", word, "'",
             DidYouMean(StrCat("--", name), names, StrCat("; `", command, " --help` lists them"))));
}

// ", not 'x'"
std::string NotText(const std::string* text) { return text == nullptr ? "" : StrCat(", not '", *text, "'"); }

}  // namespace

bool NeedsValue(const OptionRow& row) { return !row.value.empty() && row.value[0] != '['; }

std::string ValueText(const OptionRow& row) {
  if (row.value.empty()) return "";
  return NeedsValue(row) ? "=" + row.value : "[=" + row.value.substr(1);
}

StatusOr<GivenWords> ParseWords(const std::vector<std::string>& words, const std::vector<OptionRow>& table,
                                std::string_view command, bool stop_at_word) {
  GivenWords given;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      given.words.insert(given.words.end(), words.begin() + i + 1, words.end());
      break;
    }
    if (word == "--help" || word == "-h") {
      given.help = true;
      continue;
    }
    const size_t dashes = word.rfind("--", 0) == 0 ? 2 : word.size() > 1 && word[0] == '-' ? 1 : 0;
    const size_t equals = word.find('=');
    const std::string name = word.substr(dashes, equals == std::string::npos ? equals : equals - dashes);
    const OptionRow* row = dashes == 0 ? nullptr : Find(table, name, dashes == 1);
    if (row == nullptr) {
      const bool is_file = dashes == 1 && !stop_at_word && access(word.c_str(), F_OK) == 0;
      if (dashes != 0 && !is_file) return Unknown(word.substr(0, equals), name, table, command);
      if (stop_at_word) {
        given.words.insert(given.words.end(), words.begin() + i, words.end());
        break;
      }
      given.words.push_back(word);
      continue;
    }
    const std::string* value = nullptr;
    std::string after;
    if (equals != std::string::npos) {
      after = word.substr(equals + 1);
      value = &after;
    } else if (NeedsValue(*row)) {
      if (i + 1 == words.size()) {
        return InvalidArgumentError(StrCat("--", row->name, " needs a value: --", row->name, ValueText(*row)));
      }
      value = &words[++i];
    }
    if (Status status = row->set(row->name, value); !status.ok()) return status;
  }
  return given;
}

std::string TableHelp(const std::vector<OptionRow>& table) {
  std::string text;
  for (const OptionRow& row : table) {
    text += "  ";
    if (row.letter != 0) text += StrCat('-', row.letter, NeedsValue(row) ? " " + row.value : "", ", ");
    std::string help = row.help;
    if (!row.fallback.empty()) help += StrCat(" (default ", row.fallback, ")");
    text += StrCat("--", row.name, ValueText(row), "\n      ", Wrapped(help, 6, 80), "\n");
  }
  return text + "  -h, --help\n      print this\n";
}

Status ParseNumber(std::string_view name, const std::string* text, uint64_t low, uint64_t high, uint64_t* out) {
  const auto number = text == nullptr ? std::nullopt : ParseUnsigned(*text);
  if (!number || *number < low || *number > high) {
    return InvalidArgumentError(StrCat("option ", name, " needs a number from ", low, " to ", high, NotText(text)));
  }
  *out = *number;
  return OkStatus();
}

Status ParseFlag(std::string_view name, const std::string* text, bool* out) {
  if (text == nullptr || *text == "1" || *text == "true" || *text == "yes" || *text == "on") {
    *out = true;
  } else if (*text == "0" || *text == "false" || *text == "no" || *text == "off") {
    *out = false;
  } else {
    return InvalidArgumentError(StrCat("option ", name, " is yes or no", NotText(text)));
  }
  return OkStatus();
}

Status ParseText(std::string_view name, const std::string* text, std::string* out) {
  if (text == nullptr) {
    return InvalidArgumentError(StrCat("option ", name, " needs a value: ", name, "=VALUE"));
  }
  *out = *text;
  return OkStatus();
}

Status ParseChoice(std::string_view name, const std::string* text, std::string_view words, size_t* out) {
  const std::vector<std::string> choices = Split(words, '|');
  const auto found = text == nullptr ? choices.end() : std::find(choices.begin(), choices.end(), *text);
  if (found == choices.end()) {
    return InvalidArgumentError(StrCat("option ", name, " is one of ", Join(choices, ", "), NotText(text)));
  }
  *out = static_cast<size_t>(found - choices.begin());
  return OkStatus();
}

OptionSetter IntoFlag(bool* out) {
  return [out](std::string_view name, const std::string* text) { return ParseFlag(name, text, out); };
}

OptionSetter IntoText(std::string* out) {
  return [out](std::string_view name, const std::string* text) { return ParseText(name, text, out); };
}

}  // namespace lockstep
