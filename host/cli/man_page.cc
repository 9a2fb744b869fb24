// The manual page lockstep(1), made of what the commands say about themselves.
#include "host/cli/man_page.h"

#include <algorithm>

#include "runtime/base/text.h"
#include "runtime/report/report.h"

namespace lockstep {
namespace {

// Text as troff shows it: backslashes, and hyphens that may be copied; no line is a request.
std::string Troff(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool begins = i == 0 || text[i - 1] == '\n';
    if (begins && (text[i] == '.' || text[i] == '\'')) out += "\\&";
    if (text[i] == '\\') {
      out += "\\e";
    } else if (text[i] == '-') {
      out += "\\-";
    } else if (text.substr(i, 3) == "…") {
      out += "...";
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// Text with its lines as they are.
std::string AsItStands(std::string_view text) { return StrCat(".nf\n", Troff(text), "\n.fi\n"); }

// A usage text: how the command is called, and what follows with its paragraphs; lines that are set in stand as they
// are.
struct Usage {
  std::vector<std::string> calls;
  std::string text;
};

Usage ReadUsage(const std::string& text) {
  constexpr std::string_view kFirst = "usage: ", kNext = "       ";
  Usage usage;
  bool calls = true, paragraph = true;
  for (const std::string& line : Split(Strip(text), '\n')) {
    if (calls && (line.rfind(kFirst, 0) == 0 || line.rfind(kNext, 0) == 0)) {
      usage.calls.push_back(line.substr(kFirst.size()));
      continue;
    }
    calls = false;
    if (line.empty()) {
      paragraph = true;
    } else if (line[0] == ' ') {
      usage.text += AsItStands(line);
    } else if (line != "Options:") {
      usage.text += StrCat(paragraph ? ".PP\n" : "", Troff(line), "\n");
      paragraph = false;
    }
  }
  return usage;
}

std::string OptionsText(const std::vector<OptionRow>& options) {
  std::string text;
  for (const OptionRow& row : options) {
    std::string help = row.help;
    if (!row.fallback.empty()) help += StrCat(" (default ", row.fallback, ")");
    const std::string letter = row.letter == 0 ? "" : StrCat("\\fB\\-", row.letter, "\\fR, ");
    text +=
        StrCat(".TP\n", letter, "\\fB", Troff("--" + row.name), "\\fR", Troff(ValueText(row)), "\n", Troff(help), "\n");
  }
  return text;
}

}  // namespace

std::string ManPage(const std::vector<Command>& commands) {
  // The first command's options are all commands' that have them.
  const std::vector<OptionRow> common = commands[0].help().options;
  std::string calls, sections;
  for (const Command& command : commands) {
    const CommandHelp help = command.help();
    const Usage usage = ReadUsage(help.usage);
    for (const std::string& call : usage.calls) calls += StrCat(calls.empty() ? "" : ".br\n", Troff(call), "\n");
    sections += StrCat(".SS lockstep ", command.name, "\n", usage.text);
    const std::vector<OptionRow> own = Without(help.options, common);
    if (own.size() < help.options.size()) sections += ".PP\nTakes the options below.\n";
    sections += OptionsText(own);
  }
  return StrCat(
      ".\\\" Made by lockstep --man.\n.TH LOCKSTEP 1 \"\" \"lockstep ", Version(), "\" \"User Commands\"\n",
      ".SH NAME\nlockstep \\- finds data races and barrier divergence in OpenCL kernels as they run\n",
      ".SH SYNOPSIS\n", calls, ".SH COMMANDS\n", sections, ".SH OPTIONS\n", OptionsText(common),
      ".SH EXIT STATUS\nOf run and kernel: the program's own if it is not 0; 66 (see \\-\\-error\\-exitcode) if there "
      "is "
      "something that\n\\-\\-fail\\-on counts; 126 or 127 if the program could not be started; 2 if the command line "
      "is "
      "wrong; else 0.\n",
      ".SH ENVIRONMENT\n.TP\n.B LOCKSTEP_OPTIONS\nOptions without their dashes, with blanks between them; those of the "
      "command line win.\n.TP\n.B LOCKSTEP_CACHE_DIR\nThe cache of instrumented kernels; else "
      "$XDG_CACHE_HOME/lockstep, "
      "else ~/.cache/lockstep.\n.TP\n.B NO_COLOR\nNo colours, if set to anything.\n",
      ".SH FILES\n.TP\n.B .lockstep\nOptions that a project shares, one a line as \"name = value\", in the current "
      "folder "
      "or the nearest one above.\n",
      ".SH SEE ALSO\nThe documents in share/doc/lockstep: cli.md has all of this at length, limitations.md what can be "
      "missed, rules/ each kind of finding.\n");
}

}  // namespace lockstep
