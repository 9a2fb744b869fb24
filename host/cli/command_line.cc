// The command line: options of options.def, a command's own options, and what is left.
#include "host/cli/command_line.h"

#include <unistd.h>

#include <algorithm>

#include "runtime/base/suggest.h"
#include "runtime/base/text.h"
#include "runtime/report/paint.h"

namespace lockstep {
namespace {

const OwnOption* FindOwn(const std::vector<OwnOption>& own, const std::string& name) {
  auto at = std::find_if(own.begin(), own.end(), [&](const auto& o) { return o.name == name; });
  return at == own.end() ? nullptr : &*at;
}

// What is said of an option that neither a command has nor the table.
std::string Unknown(const std::string& dashes, const std::string& name, const std::vector<OwnOption>& own) {
  std::vector<std::string> names = {"help"};
  for (const OwnOption& option : own) names.push_back(option.name);
  for (const OptionInfo& option : AllOptions()) names.push_back(option.name);
  for (std::string& one : names) one.insert(0, "--");
  return StrCat("unknown option '", dashes, name, "'",
                DidYouMean("--" + name, names, StrCat("; `lockstep ", own.empty() ? "run" : "kernel", " --help` lists them")));
}

bool IsKnown(const std::string& name) {
  const std::vector<OptionInfo> all = AllOptions();
  return std::any_of(all.begin(), all.end(), [&](const OptionInfo& option) { return option.name == name; });
}

bool TakesValue(const std::vector<OwnOption>& own, const std::string& name) {
  if (const OwnOption* option = FindOwn(own, name)) return !option->value.empty();
  for (const OptionInfo& option : AllOptions()) {
    if (option.name == name) return !option.value.empty();
  }
  return false;
}

std::string HelpEntry(const std::string& name, const std::string& value, const std::string& help,
                      const std::string& fallback) {
  std::string head = StrCat("  --", name, value.empty() ? "" : "=", value);
  std::string text = help;
  if (!fallback.empty()) text += StrCat(" (default ", fallback, ")");
  return StrCat(head, "\n      ", Wrapped(text, 6, 80), "\n");
}

}  // namespace

std::string ParsedLine::Own(const std::string& name, const std::string& fallback) const {
  std::string value = fallback;
  for (const auto& [own_name, own_value] : own) {
    if (own_name == name) value = own_value;
  }
  return value;
}

bool ParsedLine::HasOwn(const std::string& name) const {
  return std::any_of(own.begin(), own.end(), [&](const auto& o) { return o.first == name; });
}

StatusOr<ParsedLine> ParseCommandLine(const std::vector<std::string>& words,
                                      const std::vector<OwnOption>& own, bool stop_at_word) {
  ParsedLine line;
  line.options = OptionsFromEnvironment();
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      line.rest.insert(line.rest.end(), words.begin() + i + 1, words.end());
      break;
    }
    if (word == "--help" || word == "-h") {
      line.help = true;
      continue;
    }
    if (word == "-q" || word == "-v") {
      (word == "-q" ? line.options.quiet : line.options.verbose) = true;
      continue;
    }
    if (word.rfind("--", 0) != 0) {
      const bool is_file = !stop_at_word && access(word.c_str(), F_OK) == 0;
      if (word.size() > 1 && word[0] == '-' && !is_file) {
        return InvalidArgumentError(Unknown("-", word.substr(1, word.find('=') - 1), own));
      }
      if (stop_at_word) {
        line.rest.insert(line.rest.end(), words.begin() + i, words.end());
        break;
      }
      line.rest.push_back(word);
      continue;
    }
    size_t equals = word.find('=');
    std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    bool has_value = equals != std::string::npos;
    if (!has_value && TakesValue(own, name) && i + 1 < words.size()) {
      value = words[++i];
      has_value = true;
    }
    if (const OwnOption* option = FindOwn(own, name)) {
      if (!option->value.empty() && !has_value) {
        return InvalidArgumentError(
            StrCat("--", name, " needs a value: --", name, "=", option->value));
      }
      line.own.emplace_back(name, value);
      continue;
    }
    if (!IsKnown(name)) return InvalidArgumentError(Unknown("--", name, own));
    Status status = line.options.Set(name, has_value ? &value : nullptr);
    if (!status.ok()) return status;
  }
  return line;
}

std::string OptionsHelp(const std::vector<OwnOption>& own) {
  std::string text = "  -h, -q, -v\n      --help, --quiet, --verbose\n";
  for (const OwnOption& option : own) {
    text += HelpEntry(option.name, option.value, option.help, "");
  }
  for (const OptionInfo& option : AllOptions()) {
    if (FindOwn(own, option.name) != nullptr) continue;
    text += HelpEntry(option.name, option.value, option.help, option.default_value);
  }
  return text +
         "Each option can also stand, without its dashes, in LOCKSTEP_OPTIONS:\n"
         "  LOCKSTEP_OPTIONS=\"format=json report=out.json\"\n";
}

}  // namespace lockstep
