// Whether a source in OpenCL C can read other files.
#include "runtime/base/may_read_files.h"

#include <string>

namespace lockstep {
namespace {

constexpr std::string_view kBlanks = " \t\v\f\r";

bool HasWord(std::string_view text) {
  return text.find("include") != std::string_view::npos || text.find("import") != std::string_view::npos;
}

// `text` without its spliced lines: a backslash, or its trigraph, at the end of a line, perhaps with blanks behind
// it as compilers let them be.
std::string Joined(std::string_view text) {
  std::string joined;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t behind = text[i] == '\\' ? i + 1 : text.substr(i, 3) == "?" "?/" ? i + 3 : 0;
    if (behind != 0) {
      while (behind < text.size() && kBlanks.find(text[behind]) != std::string_view::npos) ++behind;
      if (behind < text.size() && text[behind] == '\n') {
        i = behind;
        continue;
      }
      // A lone carriage return ends a line, too.
      if (text[behind - 1] == '\r') {
        i = behind - 1;
        continue;
      }
    }
    joined += text[i];
  }
  return joined;
}

}  // namespace

bool MayReadFiles(std::string_view text, std::string_view options) {
  if (options.find("-include") != std::string_view::npos || HasWord(text)) return true;
  const bool spliced = text.find('\\') != std::string_view::npos || text.find("?" "?/") != std::string_view::npos;
  return spliced && HasWord(Joined(text));
}

}  // namespace lockstep
