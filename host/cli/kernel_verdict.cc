// What `lockstep kernel` says about each of many kernels.
#include "host/cli/kernel_verdict.h"

#include <cstring>
#include <map>
#include <set>

#include "host/cli/job.h"
#include "runtime/base/printable.h"
#include "runtime/base/text.h"
#include "runtime/report/report.h"

namespace lockstep {
namespace {

using nlohmann::json;

// "f.cl:12:3" of one side of a finding.
std::string PositionText(const json& access) {
  return StrCat(access.value("file", ""), ":", access.value("line", 0u), ":",
                access.value("column", 0u));
}

void ReadFinding(const json& finding, KernelVerdict* verdict) {
  std::string severity = finding.value("severity", "");
  const std::string rule = finding.value("rule", "");
  const bool of_commands = finding.contains("commands") && !finding.at("commands").empty();
  uint64_t& errors = rule == "data-race" || of_commands ? verdict->races
                     : rule == "out-of-bounds"          ? verdict->out_of_bounds
                                                        : verdict->divergences;
  ++(severity == "error"     ? errors
     : severity == "warning" ? verdict->warnings
                             : verdict->infos);
  if (of_commands) {
    verdict->positions.push_back(StrCat(severity, ": ", finding.value("kind", "")));
    return;
  }
  const json& accesses = finding.at("accesses");
  verdict->positions.push_back(
      StrCat(severity, ": ", finding.value("kind", ""), " ", finding.value("reach", ""), " ",
             finding.value("region", ""), ": ", PositionText(accesses.at(0)),
             accesses.size() > 1 ? " and " + PositionText(accesses.at(1)) : ""));
}

// Throws the library's exceptions where the report is none of ours.
void ReadReport(KernelVerdict* verdict) {
  for (const json& finding : verdict->report.at("findings")) ReadFinding(finding, verdict);
  for (const json& one : verdict->report.at("incomplete")) {
    verdict->incomplete += one.value("count", uint64_t{0});
    verdict->remarks.push_back(
        StrCat("incomplete: ", one.value("what", ""), ": ", one.value("count", uint64_t{0})));
  }
  for (const json& skipped : verdict->report.at("not_instrumented")) {
    verdict->reason = skipped.value("reason", "");
  }
}

std::string EndReason(const KernelEnd& end) {
  const std::string said = end.timed_out || end.signal != 0 ? "" : ReasonIn(end.messages);
  return said.empty() ? HowItEnded({end.status, end.signal, true}, end.timed_out, end.timeout_seconds) : said;
}

bool Found(const KernelVerdict& verdict) {
  return verdict.Errors() + verdict.warnings + verdict.infos > 0;
}

std::string FindingsText(const KernelVerdict& verdict) {
  std::vector<std::string> parts;
  if (verdict.races > 0) parts.push_back(Counted(verdict.races, "race", "races"));
  if (verdict.divergences > 0) {
    parts.push_back(Counted(verdict.divergences, "divergence", "divergences"));
  }
  if (verdict.out_of_bounds > 0) parts.push_back(StrCat(verdict.out_of_bounds, " out of bounds"));
  if (verdict.warnings > 0) parts.push_back(Counted(verdict.warnings, "warning", "warnings"));
  if (verdict.infos > 0) parts.push_back(Counted(verdict.infos, "info", "infos"));
  return Join(parts, ", ");
}

const char* StateName(KernelVerdict::State state) {
  switch (state) {
    case KernelVerdict::State::kClean:
      return "clean";
    case KernelVerdict::State::kFindings:
      return "findings";
    case KernelVerdict::State::kNotInstrumented:
      return "not instrumented";
    case KernelVerdict::State::kNotRun:
      return "not run";
  }
  return "";
}

// `verdict` with texts for terminals; without its report.
KernelVerdict PrintableVerdict(const KernelVerdict& verdict) {
  KernelVerdict clean = verdict;
  clean.report = nullptr;
  for (std::string* text : {&clean.file, &clean.kernel, &clean.reason}) *text = Printable(*text);
  for (auto* texts : {&clean.positions, &clean.remarks, &clean.defaults}) {
    for (std::string& text : *texts) text = Printable(text);
  }
  return clean;
}

struct Counts {
  std::map<KernelVerdict::State, uint64_t> states;
  std::set<std::string> files;
  uint64_t races = 0;
  uint64_t divergences = 0;
  uint64_t out_of_bounds = 0;
  uint64_t warnings = 0;
  uint64_t incomplete = 0;  // clean, but with remarks
  uint64_t defaults = 0;
};

Counts Count(const std::vector<KernelVerdict>& verdicts) {
  Counts counts;
  for (const KernelVerdict& verdict : verdicts) {
    ++counts.states[verdict.state];
    counts.files.insert(verdict.file);
    counts.races += verdict.races;
    counts.divergences += verdict.divergences;
    counts.out_of_bounds += verdict.out_of_bounds;
    counts.warnings += verdict.warnings;
    counts.defaults += verdict.defaults.size();
    if (verdict.state == KernelVerdict::State::kClean && !verdict.remarks.empty()) {
      ++counts.incomplete;
    }
  }
  return counts;
}

}  // namespace

std::string ReasonIn(const std::string& messages) {
  constexpr std::string_view kOurs = "lockstep: ";
  std::string said;
  std::string error;
  for (const std::string& line : Split(messages, '\n')) {
    if (line.compare(0, kOurs.size(), kOurs) == 0) said = line.substr(kOurs.size());
    size_t at = line.find("error: ");
    if (error.empty() && at != std::string::npos) error = line.substr(at);
  }
  if (error.empty() || said.empty()) return said + error;
  return StrCat(said.substr(0, said.find(", see the driver's messages")), ": ", error);
}

void Judge(const KernelEnd& end, KernelVerdict* verdict) {
  using State = KernelVerdict::State;
  constexpr std::string_view kArgument = "lockstep: argument ";
  for (const std::string& line : Split(end.messages, '\n')) {
    if (line.compare(0, kArgument.size(), kArgument) == 0 &&
        line.find("not given: ") != std::string::npos) {
      verdict->defaults.push_back(line.substr(std::strlen("lockstep: ")));
    }
  }
  verdict->report = json::parse(end.report, nullptr, /*allow_exceptions=*/false);
  if (verdict->report.is_discarded() || !verdict->report.is_object()) verdict->report = nullptr;
  bool ran = false;
  bool readable = true;
  if (!verdict->report.is_null()) {
    try {
      ReadReport(verdict);
      const json& summary = verdict->report.at("summary");
      ran = summary.at("launches_checked").get<uint64_t>() > 0;
      verdict->unchecked = summary.value("launches_unchecked", uint64_t{0});
    } catch (const json::exception&) {
      verdict->report = nullptr;
      readable = false;
    }
  }
  // The status is that of the findings, which are counted here, only if the launch itself ended well.
  bool ended = !end.timed_out && end.signal == 0 && end.status != 1 && end.status != 126 &&
               end.status != 127 && end.status != 2;
  const bool stopped = !verdict->report.is_null() && verdict->report.contains("timed_out");
  constexpr char kStopped[] = "it did not end within --launch-timeout";
  if (Found(*verdict)) {
    verdict->state = State::kFindings;
    if (stopped) verdict->reason = StrCat("then ", kStopped);
    if (!ended) verdict->reason = "then " + EndReason(end);
  } else if (stopped) {
    verdict->state = State::kNotRun;
    verdict->reason = kStopped;
    verdict->remarks.clear();
  } else if (!ended || verdict->report.is_null()) {
    verdict->state = State::kNotRun;
    verdict->reason = readable || !ended ? EndReason(end) : "its report cannot be read";
    verdict->remarks.clear();
  } else if (!verdict->reason.empty() || !ran) {
    verdict->state = State::kNotInstrumented;
    if (verdict->reason.empty()) {
      verdict->reason = verdict->remarks.empty() ? "no launch was checked" : verdict->remarks[0];
      verdict->remarks.clear();
    }
  } else {
    verdict->state = State::kClean;
  }
}

std::string VerdictText(const KernelVerdict& raw, bool verbose) {
  using State = KernelVerdict::State;
  const KernelVerdict verdict = PrintableVerdict(raw);
  std::string text = verdict.file;
  if (!verdict.kernel.empty()) text += StrCat(": ", verdict.kernel);
  if (verdict.launch != 0) text += StrCat(", launch ", verdict.launch);
  text += ": ";
  text += verdict.state == State::kFindings ? FindingsText(verdict) : StateName(verdict.state);
  std::vector<std::string> rest = verdict.remarks;
  bool skipped = verdict.state == State::kNotInstrumented || verdict.state == State::kNotRun;
  if (skipped) {
    text += ": " + verdict.reason;
  } else if (!verdict.reason.empty()) {
    rest.push_back(verdict.reason);
  }
  if (!rest.empty()) text += StrCat(" (", Join(rest, "; "), ")");
  text += "\n";
  if (!verbose) return text;
  for (const std::string& position : verdict.positions) text += StrCat("    ", position, "\n");
  for (const std::string& line : verdict.defaults) text += StrCat("    ", line, "\n");
  if (verdict.command.empty()) return text;
  std::vector<std::string> words;
  for (const std::string& word : verdict.command) words.push_back(Printable(ShellQuote(word)));
  return text + StrCat("    alone: ", Join(words, " "), "\n");
}

std::string SummaryText(const std::vector<KernelVerdict>& verdicts, bool verbose) {
  using State = KernelVerdict::State;
  Counts counts = Count(verdicts);
  std::vector<std::string> parts;
  auto add = [&](uint64_t number, const std::string& text) {
    if (number > 0) parts.push_back(text);
  };
  uint64_t clean = counts.states[State::kClean];
  add(clean, StrCat(clean, " clean"));
  if (counts.incomplete > 0) {
    parts.back() += StrCat(" (", counts.incomplete, " with parts unchecked)");
  }
  std::vector<std::string> found;
  if (counts.races > 0) found.push_back(Counted(counts.races, "race", "races"));
  if (counts.divergences > 0) {
    found.push_back(Counted(counts.divergences, "divergence", "divergences"));
  }
  if (counts.out_of_bounds > 0) found.push_back(StrCat(counts.out_of_bounds, " out of bounds"));
  if (counts.warnings > 0) found.push_back(Counted(counts.warnings, "warning", "warnings"));
  add(counts.states[State::kFindings],
      StrCat(counts.states[State::kFindings], " with findings",
             found.empty() ? "" : StrCat(" (", Join(found, ", "), ")")));
  add(counts.states[State::kNotInstrumented],
      StrCat(counts.states[State::kNotInstrumented], " not instrumented"));
  add(counts.states[State::kNotRun], StrCat(counts.states[State::kNotRun], " not run"));
  std::string text =
      StrCat("summary: ", Counted(verdicts.size(), "launch", "launches"), " of kernels in ",
             Counted(counts.files.size(), "file", "files"), parts.empty() ? "" : ": ",
             Join(parts, ", "), "\n");
  if (verbose) return text;
  if (counts.defaults > 0) {
    text += StrCat("summary: ", Counted(counts.defaults, "argument was", "arguments were"),
                   " not given and got a value of lockstep's own; --verbose shows them\n");
  }
  if (counts.states[State::kFindings] > 0) {
    text += "summary: --verbose shows the lines of the findings, and how to see one in full\n";
  }
  return text;
}

std::string VerdictsJson(const std::vector<KernelVerdict>& verdicts) {
  Counts counts = Count(verdicts);
  json kernels = json::array();
  for (const KernelVerdict& verdict : verdicts) {
    kernels.push_back({{"file", verdict.file},
                       {"kernel", verdict.kernel},
                       {"launch", verdict.launch},
                       {"verdict", StateName(verdict.state)},
                       {"reason", verdict.reason},
                       {"races", verdict.races},
                       {"divergences", verdict.divergences},
                       {"out_of_bounds", verdict.out_of_bounds},
                       {"warnings", verdict.warnings},
                       {"infos", verdict.infos},
                       {"remarks", verdict.remarks},
                       {"defaults", verdict.defaults},
                       {"command", verdict.command},
                       {"report", verdict.report}});
  }
  using State = KernelVerdict::State;
  json all = {{"version", Version()},
              {"tool", "lockstep"},
              {"kernels", kernels},
              {"summary",
               {{"launches", verdicts.size()},
                {"files", counts.files.size()},
                {"clean", counts.states[State::kClean]},
                {"findings", counts.states[State::kFindings]},
                {"not_instrumented", counts.states[State::kNotInstrumented]},
                {"not_run", counts.states[State::kNotRun]},
                {"races", counts.races},
                {"divergences", counts.divergences},
                {"out_of_bounds", counts.out_of_bounds},
                {"warnings", counts.warnings}}}};
  return PrintableJson(all.dump(1, ' ', false, json::error_handler_t::replace)) + "\n";
}

}  // namespace lockstep
