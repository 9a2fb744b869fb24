// The options of a run: parsing and printing, expanded from options.def.
#include "runtime/base/options.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>
#include <vector>

#include "runtime/base/log.h"
#include "runtime/base/option_table.h"
#include "runtime/base/regex.h"
#include "runtime/base/suggest.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

Status ParseRegex(std::string_view name, const std::string* text, std::string* out) {
  if (text != nullptr && !text->empty()) {
    auto regex = Regex::Compile(*text);
    if (!regex.ok()) {
      return InvalidArgumentError(StrCat("option ", name, ": ", regex.status().message()));
    }
  }
  return ParseText(name, text, out);
}

// The width of "lockstep:N"; 0 for "independent" and for blocks of one, which are the same.
Status ParseModel(std::string_view name, const std::string* text, uint64_t* out) {
  constexpr std::string_view kLockstep = "lockstep:";
  constexpr uint64_t kWidest = 65536;
  if (text != nullptr && *text == "independent") {
    *out = 0;
    return OkStatus();
  }
  if (text != nullptr && text->rfind(kLockstep, 0) == 0) {
    const auto width = ParseUnsigned(std::string_view(*text).substr(kLockstep.size()));
    if (width && *width >= 1 && *width <= kWidest) {
      *out = *width == 1 ? 0 : *width;
      return OkStatus();
    }
  }
  return InvalidArgumentError(StrCat("option ", name, " is independent or lockstep:N with N from 1 to ",
                                     kWidest, text == nullptr ? "" : ", not '",
                                     text == nullptr ? "" : *text, text == nullptr ? "" : "'"));
}

// `parse` reads a type of its own.
template <typename Type>
Status ParseOwn(StatusOr<Type> (*parse)(std::string_view), std::string_view name, const std::string* text, Type* out) {
  const StatusOr<Type> parsed = parse(text == nullptr ? "" : *text);
  if (!parsed.ok()) return InvalidArgumentError(StrCat("option ", name, " ", parsed.status().message()));
  *out = *parsed;
  return OkStatus();
}

// A file alone replaces an earlier one; those of a form are added.
Status ParseReport(std::string_view name, const std::string* text, std::string* path, std::vector<ReportFile>* files) {
  std::string given;
  Status status = ParseText(name, text, &given);
  if (!status.ok()) return status;
  const auto file = ParseReportFile(given);
  if (!file.ok()) return InvalidArgumentError(StrCat("option ", name, " ", file.status().message()));
  if (!*file) {
    *path = given;
  } else if (std::find(files->begin(), files->end(), **file) == files->end()) {
    files->push_back(**file);
  }
  return OkStatus();
}

std::string ModelText(uint64_t width) {
  return width == 0 ? "independent" : StrCat("lockstep:", width);
}

template <typename Enum>
std::string ChoiceText(std::string_view words, Enum value) {
  return Split(words, '|')[static_cast<size_t>(value)];
}

Status UnknownOption(std::string_view name) {
  std::vector<std::string> names;
  for (const OptionInfo& option : AllOptions()) names.push_back(option.name);
  return InvalidArgumentError(
      StrCat("unknown option '", name, "'", DidYouMean(name, names, "; `lockstep run --help` lists them")));
}

// The words of `text`, separated by blanks; quotes ('…', "…") keep blanks together and a
// backslash outside single quotes takes the next character as it is. `open_quote` gets the word whose
// quote is never closed, which is left out; otherwise it stays empty.
std::vector<std::string> Words(std::string_view text, std::string* open_quote) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) {
    *open_quote = StrCat(quote, word);
  } else if (in_word) {
    words.push_back(word);
  }
  return words;
}

Status SetOne(std::string_view option, const std::string* value, Options* options) {
#define LOCKSTEP_NUMBER(field, name, fallback, low, high, meta, help) \
  if (option == name) return ParseNumber(name, value, low, high, &options->field);
#define LOCKSTEP_FLAG(field, name, help) \
  if (option == name) return ParseFlag(name, value, &options->field);
#define LOCKSTEP_TEXT(field, name, fallback, meta, help) \
  if (option == name) return ParseText(name, value, &options->field);
#define LOCKSTEP_REPORT(field, files, name, meta, help) \
  if (option == name) return ParseReport(name, value, &options->field, &options->files);
#define LOCKSTEP_REGEX(field, name, help) \
  if (option == name) return ParseRegex(name, value, &options->field);
#define LOCKSTEP_MODEL(field, name, help) \
  if (option == name) return ParseModel(name, value, &options->field);
#define LOCKSTEP_VALUE(field, name, Type, meta, help) \
  if (option == name) return ParseOwn(Parse##Type, name, value, &options->field);
#define LOCKSTEP_CHOICE(field, name, Type, fallback, words, help) \
  if (option == name) return IntoChoice(&options->field, words)(name, value);
#include "runtime/base/options.def"
  return UnknownOption(option);
}

// The last of two things written to a file would silently win.
Status CheckFiles(std::string_view option, const Options& options) {
  std::vector<std::pair<std::string, std::string>> written;  // path, what
  const auto add = [&](const std::string& path, std::string what) {
    if (!path.empty() && path.rfind("/dev/", 0) != 0) written.emplace_back(path, std::move(what));
  };
  add(options.report, "text report");
  for (const ReportFile& file : options.report_files) add(file.path, StrCat(WordOf(file.form), " report"));
  add(options.write_suppressions, "suppressions");
  add(options.command_graph, "graph of commands");
  std::sort(written.begin(), written.end());
  const auto twice = std::adjacent_find(written.begin(), written.end(), [](const auto& a, const auto& b) {
    return a.first == b.first && a.second != b.second;
  });
  if (twice == written.end()) return OkStatus();
  return InvalidArgumentError(StrCat("option ", option, ": ", twice->first, " cannot be both the file of the ",
                                     twice->second, " and that of the ", std::next(twice)->second));
}

}  // namespace

Status Options::Set(std::string_view option, const std::string* value) {
  const Options before = *this;
  Status status = SetOne(option, value, this);
  if (status.ok()) status = CheckFiles(option, *this);
  if (!status.ok()) *this = before;
  return status;
}

std::vector<std::string> Options::Apply(std::string_view text) {
  std::vector<std::string> problems;
  std::string open_quote;
  for (const std::string& word : Words(text, &open_quote)) {
    size_t equals = word.find('=');
    std::string name = word.substr(0, equals);
    if (name.rfind("--", 0) == 0) name = name.substr(2);
    std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    Status status = Set(name, equals == std::string::npos ? nullptr : &value);
    if (!status.ok()) problems.push_back(status.message());
  }
  if (!open_quote.empty()) problems.push_back(StrCat("the quote of ", open_quote, " is not closed"));
  return problems;
}

std::string Options::ToText() const { return TextOf(/*judging_alone=*/false); }

std::string Options::JudgingText() const { return TextOf(/*judging_alone=*/true); }

std::string Options::TextOf(bool judging_alone) const {
  const Options fallback;
  std::vector<std::string> parts;
  Section section = Section::kJudges;
  auto add = [&](std::string_view name, const std::string& value) {
    if (judging_alone && section != Section::kJudges) return;
    parts.push_back(ShellQuote(StrCat(name, "=", value)));
  };
#define LOCKSTEP_SECTION(what) section = Section::what;
#define LOCKSTEP_NUMBER(field, name, value, low, high, meta, help) \
  if (field != fallback.field) add(name, std::to_string(field));
#define LOCKSTEP_FLAG(field, name, help) \
  if (field != fallback.field) add(name, field ? "yes" : "no");
#define LOCKSTEP_TEXT(field, name, value, meta, help) \
  if (field != fallback.field) add(name, field);
#define LOCKSTEP_REPORT(field, files, name, meta, help) \
  if (!field.empty()) add(name, field);                 \
  for (const ReportFile& file : files) add(name, ReportFileText(file));
#define LOCKSTEP_REGEX(field, name, help) \
  if (field != fallback.field) add(name, field);
#define LOCKSTEP_MODEL(field, name, help) \
  if (field != fallback.field) add(name, ModelText(field));
#define LOCKSTEP_VALUE(field, name, Type, meta, help) \
  if (field != fallback.field) add(name, Type##Text(field));
#define LOCKSTEP_CHOICE(field, name, Type, value, words, help) \
  if (field != fallback.field) add(name, ChoiceText(words, field));
#include "runtime/base/options.def"
  return Join(parts, " ");
}

std::vector<OptionInfo> AllOptions() {
  const Options fallback;
  return {
#define LOCKSTEP_NUMBER(field, name, value, low, high, meta, help) \
  {name, meta, std::to_string(fallback.field), help},
#define LOCKSTEP_FLAG(field, name, help) {name, "", "", help},
#define LOCKSTEP_TEXT(field, name, value, meta, help) {name, meta, fallback.field, help},
#define LOCKSTEP_REPORT(field, files, name, meta, help) {name, meta, "", help},
#define LOCKSTEP_REGEX(field, name, help) {name, "REGEX", "", help},
#define LOCKSTEP_MODEL(field, name, help) \
  {name, "independent|lockstep:N", ModelText(fallback.field), help},
#define LOCKSTEP_VALUE(field, name, Type, meta, help) {name, meta, Type##Text(fallback.field), help},
#define LOCKSTEP_CHOICE(field, name, Type, value, words, help) \
  {name, words, ChoiceText(words, fallback.field), help},
#include "runtime/base/options.def"
  };
}

std::string OptionsMarkdown() {
  std::string text = "| option | default | meaning |\n|---|---|---|\n";
  for (const OptionInfo& option : AllOptions()) {
    std::string value = option.value;
    for (size_t at = 0; (at = value.find('|', at)) != std::string::npos; at += 2) {
      value.insert(at, 1, '\\');  // would end the table's column
    }
    text +=
        StrCat("| `--", option.name, value.empty() ? "" : "=", value, "` | ", option.default_value,
               option.default_value.empty() ? "" : " ", "| ", option.help, " |\n");
  }
  return text;
}

void ApplyEnvironment(Options* options) {
  if (const char* text = std::getenv("LOCKSTEP_OPTIONS")) {
    for (const std::string& problem : options->Apply(text)) {
      LogOnce(StrCat("LOCKSTEP_OPTIONS: ", problem, " (ignored)"));
    }
  }
}

Options OptionsFromEnvironment() {
  Options options;
  ApplyEnvironment(&options);
  return options;
}

std::string ExpandReportPath(std::string_view path) { return ExpandReportPath(path, static_cast<uint64_t>(getpid())); }

std::string ExpandReportPath(std::string_view path, uint64_t pid) {
  std::string out;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '%' && i + 1 < path.size() && (path[i + 1] == 'p' || path[i + 1] == '%')) {
      out += path[++i] == 'p' ? std::to_string(pid) : "%";
    } else {
      out += path[i];
    }
  }
  return out;
}

}  // namespace lockstep
