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
  if (lines.back().empty()) lines.pop_back();  // the text ends with its last line's end
  for (std::string& line : lines) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
  }
  return lines;
}

constexpr int64_t kAround = 3;          // lines of context on either side of an excerpt
constexpr size_t kLongestAround = 400;  // bytes of such a line; longer ones were written by programs

// Whether lines below it may have other names and numbers than those above: "#line 7", "# 7".
bool IsLineDirective(const std::string& line) {
  const std::string_view text = Strip(line);
  if (text.empty() || text[0] != '#') return false;
  const std::string_view rest = Strip(text.substr(1));
  return rest.rfind("line", 0) == 0 || (!rest.empty() && rest[0] >= '0' && rest[0] <= '9');
}

// The excerpts of one kernel: all of its sites are added, and then numbered.
class Excerpts {
 public:
  Excerpts(const std::map<std::string, Lines>& texts, KernelDescription& kernel) : texts_(texts), kernel_(kernel) {}

  void Add(Site& site) {
    const auto text = texts_.find(site.position.text);
    const int64_t line = site.position.line + site.position.difference;
    if (text == texts_.end() || site.position.line == 0 || line < 1) return;
    const auto last = static_cast<int64_t>(text->second.size());
    if (line > last) return;
    const auto fits = [&](int64_t other) {
      const std::string& content = text->second[static_cast<size_t>(other) - 1];
      return content.size() <= kLongestAround && !IsLineDirective(content);
    };
    std::map<int64_t, unsigned>& numbers = numbers_[site.position.text];
    numbers[line] = 0;
    for (int64_t other = line - 1; other >= std::max<int64_t>(line - kAround, 1) && fits(other); --other) {
      numbers[other] = 0;
    }
    for (int64_t other = line + 1; other <= std::min(line + kAround, last) && fits(other); ++other) numbers[other] = 0;
    sites_.push_back(&site);
  }

  void Number() {
    for (auto& [key, numbers] : numbers_) {
      const Lines& lines = texts_.find(key)->second;
      int64_t above = -1;
      for (auto& [line, number] : numbers) {
        kernel_.excerpts.push_back(lines[static_cast<size_t>(line) - 1]);
        number = static_cast<unsigned>(kernel_.excerpts.size());
        if (line != above + 1) kernel_.excerpt_runs.push_back(number);
        above = line;
      }
    }
    for (Site* site : sites_) {
      site->excerpt = numbers_[site->position.text][site->position.line + site->position.difference];
    }
  }

 private:
  const std::map<std::string, Lines>& texts_;
  KernelDescription& kernel_;
  std::map<std::string, std::map<int64_t, unsigned>> numbers_;  // by text and line
  std::vector<Site*> sites_;
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
    for (Site& site : kernel.sites) excerpts.Add(site);
    for (IrregularLoop& loop : kernel.irregular_loops) {
      for (LoopPair& pair : loop.pairs) {
        excerpts.Add(pair.read);
        excerpts.Add(pair.write);
      }
    }
    excerpts.Number();
  }
}

}  // namespace lockstep::instrument
