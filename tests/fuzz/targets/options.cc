// Options, command lines, the files of a project and what kernel files say about their launches: any text is understood
// or refused in one line, and what is understood can be written down and read again.
#include "runtime/base/options.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "host/cli/arg_spec.h"
#include "host/cli/command_line.h"
#include "host/cli/launch_comment.h"
#include "runtime/base/project_file.h"
#include "runtime/base/regex.h"
#include "runtime/base/text.h"
#include "runtime/report/agreements.h"
#include "runtime/report/suppressions.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace lockstep;

template <typename T>
bool Understood(const StatusOr<T>& value) {
  if (!value.ok()) fuzz::CheckOneLine(value.status().message());
  return value.ok();
}

void TryOptions(const std::string& text) {
  Options options;
  for (const std::string& problem : options.Apply(text)) fuzz::CheckOneLine(problem);
  Options again;
  const std::string written = options.ToText();
  fuzz::Claim(again.Apply(written).empty() && again.ToText() == written, "options come back", written);
  (void)KernelSelected("a_kernel_of_some_length", options.kernel, options.exclude_kernel);
  (void)ExpandReportPath(options.report);
}

// The options of a command, most of which `lockstep kernel` has.
StatusOr<ParsedLine> Parsed(const std::vector<std::string>& words, bool stop_at_word) {
  static const std::vector<OwnOption> own = {{"global", "X", ""}, {"local", "X", ""}, {"arg", "I:SPEC", ""},
                                             {"kernel", "NAME", ""}, {"list", "", ""}, {"build-options", "OPTIONS", ""}};
  return ParseCommandLine(words, own, stop_at_word);
}

void TryWords(const std::string& text) {
  const std::vector<std::string> words = Split(text, '\n');
  for (const bool stop : {false, true}) {
    if (const auto line = Parsed(words, stop); Understood(line)) {
      fuzz::Claim(line->own.size() + line->rest.size() <= words.size() * 2, "words are not made up");
    }
  }
}

// Whether an argument's content would take long to make: sizes are small, or more than any machine has.
bool IsBig(const std::string& spec) {
  const size_t most = spec.find("image") == std::string::npos ? 5 : 2;
  size_t run = 0;
  for (size_t i = 0; i <= spec.size(); ++i) {
    if (i < spec.size() && std::isxdigit(static_cast<unsigned char>(spec[i]))) {
      ++run;
      continue;
    }
    if (run > most && run < 18) return true;
    run = 0;
  }
  return false;
}

// The files that a project shares.
void TryAgreements(const std::string& text) {
  Options options;
  const auto lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  const std::vector<std::string> problems = ApplyProjectFile(text, "/p/.lockstep", &options);
  fuzz::Claim(problems.size() <= lines, "a line has one problem");
  for (const std::string& problem : problems) fuzz::CheckOneLine(problem);
  const Suppressions suppressions = ParseSuppressions(text, "f", "2026-01-31");
  fuzz::Claim(suppressions.entries.size() + suppressions.problems.size() <= lines,
              "a line is an entry or has one problem");
  for (const std::string& problem : suppressions.problems) fuzz::CheckOneLine(problem);
  Mistake mistake;
  mistake.forms.resize(1);
  mistake.id = "0123456789ab";
  for (const Suppression& entry : suppressions.entries) {
    fuzz::Claim(!entry.conditions.empty(), "no entry is about everything");
    (void)IsAbout(entry, mistake);
  }
  (void)IdsIn(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  // No file is read that is not ours to read.
  if (text.find("file:") != std::string::npos || text.find("project") != std::string::npos) return 0;
  if (data[0] >= 128) {
    TryAgreements(text);
    return 0;
  }
  switch (data[0] % 4) {
    case 0:
      TryOptions(text);
      break;
    case 1:
      TryWords(text);
      break;
    case 2:
      if (IsBig(text)) break;
      if (auto spec = ParseArgSpec(text); Understood(spec)) {
        fuzz::Claim(spec->content.empty() || spec->content.size() <= (uint64_t{1} << 32), "contents have a bound");
      }
      break;
    default:
      if (auto comment = ReadLaunchComment(text); Understood(comment)) {
        for (size_t i = 0; i < comment->launches.size(); ++i) {
          (void)Understood(Parsed(LaunchWords(*comment, i, "k.cl", {}), false));
        }
      }
  }
  return 0;
}
