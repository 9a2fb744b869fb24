#include "runtime/report/html_tables.h"

#include <vector>

#include "runtime/base/text.h"
#include "runtime/report/html_text.h"
#include "runtime/report/mistake_text.h"
#include "runtime/report/timed_out_text.h"

namespace lockstep {
namespace {

std::string RunFact(const char* name, const std::string& html) {
  return html.empty() ? "" : StrCat("<div><dt>", name, "</dt><dd>", html, "</dd></div>\n");
}

std::string CommandHtml(const std::vector<std::string>& command) {
  std::vector<std::string> words;
  for (const std::string& word : command) words.push_back(ShellQuote(word));
  return words.empty() ? "" : StrCat("<code>", Html(Join(words, " ")), "</code>");
}

// "2026-01-31T12:00:00.000Z" as an element that machines read, too.
std::string TimeHtml(const std::string& time) {
  return time.empty() ? "" : StrCat("<time datetime=\"", Html(time), "\">", Html(time), "</time>");
}

std::string TimesHtml(const ProcessFacts& facts) {
  const std::string start = TimeHtml(facts.start), end = TimeHtml(facts.end);
  return StrCat(start, start.empty() || end.empty() ? "" : " to ", end);
}

std::string ProcessHtml(const ProcessFacts& facts) {
  std::vector<std::string> parts;
  if (facts.pid != 0) parts.push_back(StrCat("pid ", facts.pid));
  if (facts.parent != 0) parts.push_back(StrCat("started by ", facts.parent));
  if (!facts.host.empty()) parts.push_back(StrCat("on ", facts.host));
  if (!facts.rank.empty()) parts.push_back(StrCat("rank ", facts.rank));
  return Html(Join(parts, ", "));
}

std::string DevicesHtml(const Report& report) {
  std::vector<std::string> lines;
  for (const DeviceUse& device : report.devices) {
    lines.push_back(Html(StrCat(device.name, " (", device.platform, ", driver ", device.driver, ", ", device.version,
                                "): ", Counted(device.launches, "launch", "launches"))));
  }
  return Join(lines, "<br>");
}

std::string LaunchesHtml(const Report& report) {
  if (report.launches == 0) return "";
  const uint64_t proven = report.pruned_launches + report.certified_launches;
  std::vector<std::string> parts;
  const auto add = [&](uint64_t count, const char* what) {
    if (count > 0) parts.push_back(StrCat(WithCommas(count), " ", what));
  };
  add(report.checked_launches - std::min(report.checked_launches, proven), "checked");
  add(report.pruned_launches, "in which nothing could conflict");
  add(report.certified_launches, "equal to a checked one");
  add(report.left_out.launches, "left out by options");
  const uint64_t done = report.checked_launches + report.left_out.launches;
  add(report.launches - std::min(report.launches, done), "not checked");
  return Html(StrCat(WithCommas(report.launches), ": ", Join(parts, ", ")));
}

std::string ListHtml(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += StrCat("<li>", item, "</li>\n");
  return StrCat("<ul class=\"plain\">\n", out, "</ul>\n");
}

std::string Named(const std::string& kernel, const std::string& text) {
  return StrCat(kernel.empty() ? "" : StrCat("<code>", Html(kernel), "</code>: "), Html(text));
}

std::string MistakeList(const char* title, const std::vector<std::string>& items) {
  return items.empty() ? "" : StrCat("<h3>", title, "</h3>\n", ListHtml(items));
}

}  // namespace

std::string RunHtml(const Report& report) {
  return StrCat("<dl class=\"facts\">\n", RunFact("command", CommandHtml(report.command)),
                RunFact("time", TimesHtml(report.process)), RunFact("process", ProcessHtml(report.process)),
                RunFact("test", Html(report.process.test)),
                RunFact(report.devices.size() > 1 ? "devices" : "device", DevicesHtml(report)),
                RunFact("launches", LaunchesHtml(report)), RunFact("options", Html(report.project_file)),
                RunFact("lockstep", Html(report.version)), "</dl>\n");
}

std::string NotCheckedHtml(const Report& report) {
  std::string out;
  for (const TimedOut& launch : report.timed_out) {
    out += StrCat("<pre class=\"text\">", HtmlLines(Strip(TimedOutText(launch, false))), "</pre>\n");
  }
  std::vector<std::string> items;
  for (const SkippedKernel& kernel : report.not_instrumented) {
    std::string item = Named(kernel.kernel, kernel.reason);
    if (kernel.launches > 0) item += StrCat(" (", Counted(kernel.launches, "launch", "launches"), ")");
    items.push_back(std::move(item));
  }
  out += MistakeList("Not instrumented", items);
  items.clear();
  for (const Incomplete& item : report.incomplete) {
    items.push_back(Named(item.kernel, StrCat(item.what, ": ", WithCommas(item.count))));
  }
  out += MistakeList("Incomplete", items);
  if (const std::string left_out = LeftOutText(report.left_out); !left_out.empty()) {
    out += StrCat("<h3>Left out by options</h3>\n<p>", Html(left_out), "</p>\n");
  }
  const auto add = [&out](const std::vector<std::string>& command, const Interrupted& interrupted) {
    out += StrCat("<h3>Under way when it ended", command.empty() ? "" : StrCat(": ", CommandHtml(command)),
                  "</h3>\n<pre class=\"text\">", HtmlLines(Strip(InterruptedText(interrupted, false))), "</pre>\n");
  };
  if (report.interrupted) add({}, *report.interrupted);
  for (const ReportedProcess& process : report.processes) {
    if (process.interrupted) add(process.command, *process.interrupted);
  }
  return out;
}

std::string AgreedHtml(const Report& report) {
  std::vector<std::string> suppressed, known, gone;
  for (const Suppressed& one : report.suppressed) {
    suppressed.push_back(
        StrCat(Html(MistakeInShort(one.mistake)), " <span class=\"muted\">by ", Html(one.by), "</span>"));
  }
  for (const Mistake& mistake : report.known) known.push_back(Html(MistakeInShort(mistake)));
  for (const Mistake& mistake : report.gone) gone.push_back(Html(MistakeInShort(mistake)));
  std::vector<std::string> unused;
  for (const std::string& entry : report.unused) unused.push_back(StrCat("<code>", Html(entry), "</code>"));
  return StrCat(MistakeList("Suppressed", suppressed), MistakeList("Known to the baseline", known),
                MistakeList("Gone since the old report", gone), MistakeList("Suppressions about nothing here", unused));
}

std::string KernelsHtml(const Report& report) {
  if (report.kernels.empty()) return "";
  std::string rows;
  for (const CheckedKernel& kernel : report.kernels) {
    std::vector<std::string> notes;
    if (kernel.pruned > 0)
      notes.push_back(StrCat(WithCommas(kernel.pruned), " of its launches could have no conflict"));
    if (kernel.certified > 0) notes.push_back(StrCat(WithCommas(kernel.certified), " equal a checked one"));
    if (kernel.transformed) {
      notes.push_back(StrCat("made resumable", kernel.transform_reason.empty() ? "" : ": ", kernel.transform_reason));
    }
    if (!kernel.unchecked_arguments.empty()) {
      notes.push_back(StrCat("reads of ", Join(kernel.unchecked_arguments, ", "),
                             " not checked: nothing in the kernel writes there"));
    }
    notes.insert(notes.end(), kernel.notes.begin(), kernel.notes.end());
    for (std::string& note : notes) note = Html(note);
    rows += StrCat("<tr><th scope=\"row\"><code>", Html(kernel.name), "</code></th><td>", Html(kernel.file),
                   "</td><td class=\"number\">", WithCommas(kernel.launches), "</td><td class=\"number\">",
                   WithCommas(kernel.sites), "</td><td class=\"number\">", WithCommas(kernel.barriers), "</td><td>",
                   Join(notes, "<br>"), "</td></tr>\n");
  }
  return StrCat(
      "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">kernel</th><th scope=\"col\">file</th>"
      "<th scope=\"col\" class=\"number\">launches</th><th scope=\"col\" class=\"number\">sites</th>"
      "<th scope=\"col\" class=\"number\">barriers</th><th scope=\"col\">notes</th></tr></thead>\n<tbody>\n",
      rows, "</tbody></table></div>\n");
}

std::string ProcessTableHtml(const Report& report) {
  if (report.processes.empty()) return "";
  std::string rows;
  for (const ReportedProcess& process : report.processes) {
    rows += StrCat("<tr><td>", CommandHtml(process.command), "</td><td>", ProcessHtml(process.facts), "</td><td>",
                   Html(process.facts.test), "</td><td>", TimesHtml(process.facts), "</td></tr>\n");
  }
  return StrCat(
      "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">command</th><th scope=\"col\">process</th>"
      "<th scope=\"col\">test</th><th scope=\"col\">time</th></tr></thead>\n<tbody>\n",
      rows, "</tbody></table></div>\n");
}

}  // namespace lockstep
