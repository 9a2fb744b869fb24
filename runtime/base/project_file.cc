// The file in which a project keeps the options that it has agreed on.
#include "runtime/base/project_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr char kName[] = ".lockstep";

bool IsPath(std::string_view option) {
  const std::vector<OptionInfo> all = AllOptions();
  return std::any_of(all.begin(), all.end(), [&](const OptionInfo& info) {
    return info.name == option && (info.value == "FILE" || info.value == "DIR");
  });
}

// Where the path begins in `value` of that option: behind the form of a report, else in front. Behind its end: it is
// none.
size_t PathIn(std::string_view option, const std::string& value) {
  if (IsPath(option)) return 0;
  if (option != "report") return value.size();
  const auto file = ParseReportFile(value);
  if (!file.ok()) return value.size();
  return *file ? value.size() - (*file)->path.size() : 0;
}

// Where a comment begins in `text`: a # in front or behind a blank.
size_t CommentIn(std::string_view text) {
  for (size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t') return at;
  }
  return text.size();
}

// The value that `text`, behind the equals sign, stands for.
StatusOr<std::string> ValueIn(std::string_view text) {
  if (text.empty() || (text[0] != '"' && text[0] != '\'')) return std::string(Strip(text.substr(0, CommentIn(text))));
  const size_t end = text.find(text[0], 1);
  if (end == std::string_view::npos) return InvalidArgumentError(StrCat("the quote of ", text, " is not closed"));
  const std::string_view rest = text.substr(end + 1);
  if (!Strip(rest.substr(0, CommentIn(rest))).empty()) {
    return InvalidArgumentError(StrCat("behind ", text.substr(0, end + 1), " there is more"));
  }
  return std::string(text.substr(1, end - 1));
}

Status ApplyLine(std::string_view line, const std::string& folder, Options* options) {
  const size_t equals = line.find('=');
  std::string name(Strip(line.substr(0, std::min(equals, CommentIn(line)))));
  if (name.rfind("--", 0) == 0) name = name.substr(2);
  if (name == "project") return InvalidArgumentError("a project's file names no other one");
  if (equals == std::string_view::npos || equals > CommentIn(line)) return options->Set(name, nullptr);
  StatusOr<std::string> value = ValueIn(Strip(line.substr(equals + 1)));
  if (!value.ok()) return value.status();
  if (const size_t path = PathIn(name, *value); path < value->size() && (*value)[path] != '/') {
    value->insert(path, StrCat(folder, "/"));
  }
  return options->Set(name, &*value);
}

}  // namespace

std::string FindProjectFile(const std::string& folder, std::string* problem) {
  for (std::string at = folder;; at.resize(at.rfind('/'))) {
    const std::string path = StrCat(at == "/" ? "" : at, "/", kName);
    struct stat facts = {};
    if (stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
      if (facts.st_uid == geteuid() || facts.st_uid == 0) return path;
      *problem = StrCat(path, " is not read, since another user (", facts.st_uid,
                        ") owns it; --project=", ShellQuote(path), " reads it, --project=none says no more");
      return "";
    }
    if (at.empty() || at == "/" || at.find('/') == std::string::npos) return "";
  }
}

std::vector<std::string> ApplyProjectFile(std::string_view content, const std::string& path, Options* options) {
  std::vector<std::string> problems;
  const std::string folder = path.substr(0, path.rfind('/'));
  unsigned number = 0;
  for (const std::string& raw : Split(WithoutByteOrderMark(content), '\n')) {
    ++number;
    const std::string_view line = Strip(raw);
    if (line.empty() || line[0] == '#') continue;
    const Status status = ApplyLine(line, folder, options);
    if (!status.ok()) problems.push_back(StrCat(path, ":", number, ": ", status.message(), " (ignored)"));
  }
  return problems;
}

}  // namespace lockstep
