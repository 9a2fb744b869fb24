// Follows #include lines, roughly: every one counts, also where #if would skip it.
#include "host/track/own_headers.h"

#include <set>

#include "host/track/source_file.h"
#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

constexpr std::string_view kHeader = "lockstep/rsp.clh";
constexpr size_t kMaxFiles = 200;  // looked into for one build

class Search {
 public:
  explicit Search(const IncludeContext& context)
      : context_(context),
        directories_(SourceDirectories(context.directory, context.options)) {}

  bool Finds(std::string_view text, const std::string& beside) {
    if (text.find(kHeader) != std::string_view::npos) return true;
    for (const std::string& name : IncludedNames(text)) {
      if (Follow(name, beside)) return true;
    }
    return false;
  }

 private:
  bool Follow(const std::string& name, const std::string& beside) {
    for (const auto& [header, text] : context_.headers) {
      if (header == name && seen_.insert(header).second && Finds(text, "")) return true;
    }
    std::vector<std::string> directories = directories_;
    if (!beside.empty()) directories.insert(directories.begin(), beside);
    if (name[0] == '/') directories = {""};
    for (const std::string& directory : directories) {
      const std::string path = directory.empty() ? name : StrCat(directory, "/", name);
      if (seen_.size() >= kMaxFiles || !seen_.insert(path).second) continue;
      const StatusOr<std::string> text = ReadFile(path);
      if (text.ok() && Finds(*text, path.substr(0, path.rfind('/')))) return true;
    }
    return false;
  }

  const IncludeContext& context_;
  const std::vector<std::string> directories_;
  std::set<std::string> seen_;
};

}  // namespace

std::vector<std::string> IncludedNames(std::string_view text) {
  std::vector<std::string> names;
  for (size_t at = text.find("include"); at != std::string_view::npos; at = text.find("include", at + 1)) {
    size_t before = at;
    while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t')) --before;
    if (before == 0 || text[before - 1] != '#') continue;
    const size_t open = text.find_first_not_of(" \t", at + 7);
    if (open == std::string_view::npos || (text[open] != '"' && text[open] != '<')) continue;
    const size_t close = text.find_first_of(text[open] == '"' ? "\"\n" : ">\n", open + 1);
    if (close == std::string_view::npos || text[close] == '\n') continue;
    names.emplace_back(text.substr(open + 1, close - open - 1));
  }
  return names;
}

bool IncludesOwnHeaders(const IncludeContext& context) {
  if (context.text.find("include") == std::string_view::npos &&
      context.options.find("-include") == std::string::npos) {
    return false;
  }
  if (context.options.find(kHeader) != std::string::npos) return true;
  return Search(context).Finds(context.text, "");
}

std::string WithIncludeDirectory(const std::string& options, const std::string& directory) {
  const bool quoted = directory.find(' ') != std::string::npos;
  return StrCat(options, options.empty() ? "-I " : " -I ", quoted ? "\"" : "", directory,
                quoted ? "\"" : "");
}

}  // namespace lockstep::host
