#include "instrument/source_names.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "runtime/base/text.h"

namespace lockstep::instrument {
namespace {

constexpr char kMark = '\x01';
constexpr char kDigits[] = "0123456789abcdef";

// One text's lines, without their ends.
using Lines = std::vector<std::string>;

Lines LinesOf(const std::string& text) {
  Lines lines = Split(text, '\n');
  for (std::string& line : lines) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
  }
  return lines;
}

// The excerpts of one kernel.
class Excerpts {
 public:
  Excerpts(const std::map<std::string, Lines>& texts, KernelDescription& kernel) : texts_(texts), kernel_(kernel) {}

  void AddTo(Site& site) {
    const auto text = texts_.find(site.position.text);
    const int64_t line = site.position.line + site.position.difference;
    if (text == texts_.end() || site.position.line == 0 || line < 1) return;
    if (static_cast<size_t>(line) > text->second.size()) return;
    unsigned& number = numbers_[{site.position.text, line}];
    if (number == 0) {
      kernel_.excerpts.push_back(text->second[static_cast<size_t>(line) - 1]);
      number = static_cast<unsigned>(kernel_.excerpts.size());
    }
    site.excerpt = number;
  }

 private:
  const std::map<std::string, Lines>& texts_;
  KernelDescription& kernel_;
  std::map<std::pair<std::string, int64_t>, unsigned> numbers_;
};

}  // namespace

SourceName ReadSourceName(std::string_view name) {
  const SourceName plain{std::string(name), "", 0};
  const size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos) return plain;
  const std::string_view rest = name.substr(mark + 1);
  const size_t colon = rest.find(':');
  if (colon == std::string_view::npos || colon == 0) return plain;
  const std::string_view key = rest.substr(0, colon);
  const auto difference = ParseSigned(rest.substr(colon + 1));
  if (!difference || key.find_first_not_of(kDigits) != std::string_view::npos) return plain;
  return {std::string(name.substr(0, mark)), std::string(key), *difference};
}

std::string WriteSourceName(const SourceName& name) {
  return StrCat(name.file, kMark, name.text, ":", name.difference);
}

std::string WithPlainNames(std::string_view diagnostics) {
  std::string out;
  for (size_t at = 0; at < diagnostics.size();) {
    const char c = diagnostics[at++];
    if (c != kMark) {
      out += c;
      continue;
    }
    at = std::min(diagnostics.find_first_not_of(kDigits, at), diagnostics.size());
    if (at < diagnostics.size() && diagnostics[at] == ':') {
      at = std::min(diagnostics.find_first_not_of("-0123456789", at + 1), diagnostics.size());
    }
  }
  return out;
}

void AddExcerpts(const SourceTexts& texts, InstrumentedProgram& program) {
  std::map<std::string, Lines> lines;
  for (const auto& [key, text] : texts) lines[key] = LinesOf(text);
  for (KernelDescription& kernel : program.kernels) {
    Excerpts excerpts(lines, kernel);
    for (Site& site : kernel.sites) excerpts.AddTo(site);
    for (IrregularLoop& loop : kernel.irregular_loops) {
      for (LoopPair& pair : loop.pairs) {
        excerpts.AddTo(pair.read);
        excerpts.AddTo(pair.write);
      }
    }
  }
}

}  // namespace lockstep::instrument
