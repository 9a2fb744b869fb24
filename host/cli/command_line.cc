// The command line: options of options.def, a command's own options, and what is left.
#include "host/cli/command_line.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "host/cli/process.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/project_file.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// `own` and the options of options.def, or `only` those of them, as they set `line`.
std::vector<OptionRow> Table(const std::vector<OwnOption>& own, const std::vector<std::string>& only,
                             ParsedLine* line) {
  std::vector<OptionRow> table;
  for (const OwnOption& option : own) {
    const bool is_flag = option.value.empty();
    auto set = [line, is_flag](std::string_view name, const std::string* value) {
      bool given = true;
      const Status status = is_flag ? ParseFlag(name, value, &given) : OkStatus();
      if (status.ok() && given) line->own.emplace_back(name, is_flag ? "yes" : *value);
      return status;
    };
    table.push_back({option.name, option.value, "", option.help, set});
  }
  for (const OptionInfo& option : AllOptions()) {
    if (std::any_of(own.begin(), own.end(), [&](const OwnOption& o) { return o.name == option.name; })) continue;
    if (!only.empty() && std::find(only.begin(), only.end(), option.name) == only.end()) continue;
    auto set = [line](std::string_view name, const std::string* value) { return line->options.Set(name, value); };
    const char letter = option.name == "quiet" ? 'q' : option.name == "verbose" ? 'v' : 0;
    table.push_back({option.name, option.value, option.default_value, option.help, set, letter});
  }
  return table;
}

std::string CurrentFolder() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored).string();
}

// The options of the project's file that is called `asked`, or is found if that is empty; its path, or "" if none is
// read, stands in their `project`. What is wrong is said.
Options ProjectOptions(const std::string& asked) {
  Options options;
  options.project = asked == kNoProject ? asked : "";
  if (asked == kNoProject) return options;
  const std::string folder = CurrentFolder();
  std::string problem;
  const std::string path = asked.empty()     ? FindProjectFile(folder, &problem)
                           : asked[0] == '/' ? asked
                                             : StrCat(folder, "/", asked);
  if (!problem.empty()) Log(problem);
  if (path.empty()) return options;
  const StatusOr<std::string> content = ReadFile(path);
  if (!content.ok()) {
    Log(StrCat("--project: ", content.status().message(), "; its options do not count"));
    return options;
  }
  for (const std::string& wrong : ApplyProjectFile(*content, path, &options)) Log(wrong);
  options.project = path;
  return options;
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

StatusOr<ParsedLine> ParseCommandLine(const std::vector<std::string>& words, const std::vector<OwnOption>& own,
                                      bool stop_at_word, const std::vector<std::string>& only) {
  const char* command = !only.empty() ? "lockstep report" : own.empty() ? "lockstep run" : "lockstep kernel";
  const auto parse = [&](Options options) -> StatusOr<ParsedLine> {
    ParsedLine line;
    line.options = std::move(options);
    StatusOr<GivenWords> given = ParseWords(words, Table(own, only, &line), command, stop_at_word);
    if (!given.ok()) return given.status();
    line.rest = std::move(given->words);
    line.help = given->help;
    return line;
  };
  // Which project's file is read decides about what the others come after.
  StatusOr<ParsedLine> line = parse(OptionsFromEnvironment());
  if (!line.ok() || line->help) return line;
  const std::string project = line->options.project;
  if (!project.empty() && project == Variable(kProjectVariable)) return line;
  Options options = ProjectOptions(project);
  const std::string read = options.project;
  ApplyEnvironment(&options);
  line = parse(std::move(options));
  if (line.ok()) line->options.project = read;
  return line;
}

std::vector<OptionRow> OptionRows(const std::vector<OwnOption>& own, const std::vector<std::string>& only) {
  return Table(own, only, nullptr);
}

std::string OptionsHelp(const std::vector<OwnOption>& own, const std::vector<std::string>& only) {
  return TableHelp(OptionRows(own, only)) +
         "Each option can also stand, without its dashes, in LOCKSTEP_OPTIONS:\n"
         "  LOCKSTEP_OPTIONS=\"format=json report=out.json\"\n"
         "and as a line of its own in the project's file .lockstep:\n"
         "  suppressions = team.supp\n";
}

}  // namespace lockstep
