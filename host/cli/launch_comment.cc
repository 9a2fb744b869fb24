// How a kernel file says, in comments in its first lines, what launches it wants.
#include "host/cli/launch_comment.h"

#include <cctype>
#include <optional>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// The words between blanks.
std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string& word : Split(text, ' ')) {
    std::string_view stripped = Strip(word);
    if (!stripped.empty()) words.emplace_back(stripped);
  }
  return words;
}

// The comment lines at the top, without their slashes.
std::vector<std::string> TopComments(std::string_view source) {
  std::vector<std::string> comments;
  while (!source.empty()) {
    size_t end = source.find('\n');
    std::string_view line = Strip(source.substr(0, end));
    source = end == std::string_view::npos ? std::string_view() : source.substr(end + 1);
    if (line.empty()) continue;
    if (!StartsWith(line, "//")) break;
    comments.emplace_back(Strip(line.substr(2)));
  }
  return comments;
}

// "64" or "[16,4]" into numbers; empty if it is neither.
std::vector<uint64_t> GpuVerifySizes(std::string_view text) {
  if (!text.empty() && text.front() == '[' && text.back() == ']') {
    text = text.substr(1, text.size() - 2);
  }
  std::vector<uint64_t> sizes;
  for (const std::string& part : Split(text, ',')) {
    auto number = ParseUnsigned(Strip(part));
    if (!number || *number == 0 || sizes.size() == 3) return {};
    sizes.push_back(*number);
  }
  return sizes;
}

std::string SizesOption(const char* name, const std::vector<uint64_t>& sizes) {
  std::vector<std::string> parts;
  for (uint64_t size : sizes) parts.push_back(std::to_string(size));
  return StrCat("--", name, "=", Join(parts, ","));
}

bool IsNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// "--default=n:1024" for each `__requires(n == 1024)`. Other conditions stay unread: they bound an
// argument but do not say what it is.
std::vector<std::string> RequiredValues(std::string_view source) {
  constexpr std::string_view kCall = "__requires(";
  std::vector<std::string> defaults;
  for (size_t at = source.find(kCall); at != std::string_view::npos;
       at = source.find(kCall, at + 1)) {
    std::string_view text = source.substr(at + kCall.size());
    text = Strip(text.substr(0, text.find(')')));
    size_t equals = text.find("==");
    if (equals == std::string_view::npos) continue;
    std::string_view name = Strip(text.substr(0, equals));
    std::string_view value = Strip(text.substr(equals + 2));
    bool is_name = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
    for (char c : name) is_name = is_name && IsNameCharacter(c);
    if (is_name && ParseSigned(value)) defaults.push_back(StrCat("--default=", name, ":", value));
  }
  return defaults;
}

// GPUVerify's specification functions, which no OpenCL compiler knows, as nothing. As expressions,
// because loop conditions contain them: for (int i = 0; __invariant(i >= 0), i < n; ++i).
std::string Specification() {
  std::string options;
  for (const char* name :
       {"requires", "ensures", "invariant", "global_invariant", "function_wide_invariant", "assert",
        "global_assert", "assume", "candidate_invariant", "candidate_assert"}) {
    options += StrCat(" -D__", name, "(...)=((void)0)");
  }
  for (const char* type : {"int", "unsigned_int", "long", "unsigned_long"}) {
    options += StrCat(" -D__add_noovfl_", type, "(x,y)=((x)+(y))");
  }
  return options;
}

bool IsGeometry(const std::string& word) {
  for (std::string_view name : {"--global=", "--local=", "--offset="}) {
    if (StartsWith(word, name)) return true;
  }
  return false;
}

// Reads "--local_size=… --num_groups=…". nullopt if `comment` is no such line.
std::optional<Status> ReadGpuVerify(const std::string& comment, LaunchComment* result) {
  if (!StartsWith(comment, "--") || comment.find("_size=") == std::string::npos) return {};
  std::vector<uint64_t> local, groups, global;
  for (const std::string& word : Words(comment)) {
    size_t equals = word.find('=');
    std::string name = word.substr(0, equals);
    std::vector<uint64_t>* sizes = name == "--local_size"    ? &local
                                   : name == "--num_groups"  ? &groups
                                   : name == "--global_size" ? &global
                                                             : nullptr;
    if (sizes != nullptr) {
      *sizes = GpuVerifySizes(std::string_view(word).substr(name.size() + 1));
      if (sizes->empty()) return InvalidArgumentError(StrCat("'", word, "' has no sizes"));
    } else if (StartsWith(word, "-D") || StartsWith(word, "-I")) {
      result->build_options += StrCat(" ", word);
    }  // The others tell GPUVerify how to prove, not what runs.
  }
  if (global.empty()) {
    if (groups.size() != local.size()) {
      return InvalidArgumentError(StrCat("'", comment, "' does not say how many work-items run"));
    }
    for (size_t d = 0; d < local.size(); ++d) global.push_back(local[d] * groups[d]);
  }
  result->launches = {{SizesOption("global", global)}};
  if (!local.empty()) result->launches[0].push_back(SizesOption("local", local));
  result->build_options += Specification();
  return OkStatus();
}

}  // namespace

StatusOr<LaunchComment> ReadLaunchComment(std::string_view source) {
  LaunchComment result;
  for (const std::string& comment : TopComments(source)) {
    if (StartsWith(comment, "launch:")) {
      result.launches.emplace_back();
      for (const std::string& word : Words(comment.substr(7))) {
        if (word.find('=') == std::string::npos) {
          return InvalidArgumentError(
              StrCat("'", word, "' in its comment //launch: is not NAME=VALUE"));
        }
        result.launches.back().push_back("--" + word);
      }
    } else if (StartsWith(comment, "build:")) {
      result.build_options += StrCat(" ", Strip(std::string_view(comment).substr(6)));
    } else if (auto status = ReadGpuVerify(comment, &result)) {
      if (!status->ok()) return *status;
      result.defaults = RequiredValues(source);
      break;
    }
  }
  result.build_options = std::string(Strip(result.build_options));
  return result;
}

std::vector<std::string> LaunchWords(const LaunchComment& comment, size_t index,
                                     const std::string& file, const ParsedLine& given) {
  std::vector<std::string> words = {file};
  if (index < comment.launches.size()) {
    for (const std::string& word : comment.launches[index]) {
      // Half of one geometry and half of another would fit by chance only.
      if (!given.HasOwn("global") || !IsGeometry(word)) words.push_back(word);
    }
  }
  words.insert(words.end(), comment.defaults.begin(), comment.defaults.end());
  std::string build = comment.build_options;
  for (const auto& [name, value] : given.own) {
    if (name == "build-options") {
      build += " " + value;
    } else {
      words.push_back(StrCat("--", name, "=", value));
    }
  }
  if (!Strip(build).empty()) words.push_back(StrCat("--build-options=", Strip(build)));
  return words;
}

}  // namespace lockstep
