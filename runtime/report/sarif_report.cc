// The report as SARIF 2.1.0.
#include "runtime/report/sarif_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runtime/base/printable.h"
#include "runtime/base/text.h"
#include "runtime/model/rules.h"
#include "runtime/report/command_text.h"
#include "runtime/report/finding_words.h"
#include "runtime/report/host_stacks.h"
#include "runtime/report/memory_text.h"
#include "runtime/report/sarif_places.h"
#include "runtime/report/sarif_rules.h"

namespace lockstep {
namespace {

using Json = SarifPlaces::Json;

constexpr char kIncomplete[] = "incomplete";
constexpr char kNotInstrumented[] = "not-instrumented";

constexpr auto Text = SarifText;

// "write by work-item 7 (local 7, group 0)"
std::string SideText(const Finding& finding, const FindingAccess& access) {
  if (finding.commands) {
    const size_t side = &access == &finding.accesses[0] ? 0 : 1;
    return StrCat(access.op, " by ", CommandText((*finding.commands)[side]));
  }
  const std::string who = WhoText(finding, access);
  return StrCat(OperationText(access), who.empty() ? "" : " by ", who);
}

// Where a side stands and by which calls it came there, in the order in which they happened.
Json FlowOf(const Finding& finding, const FindingAccess& access, size_t number, SarifPlaces& places) {
  Json steps = Json::array();
  const auto& calls = access.site.inlined_at;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    steps.push_back({{"location", places.Location(*call, "", "call")}, {"nestingLevel", steps.size()}});
  }
  const std::string side = SideText(finding, access);
  steps.push_back({{"location", places.Location(access.site.position, access.snippet, side)},
                   {"nestingLevel", steps.size()},
                   {"importance", "essential"}});
  return {{"id", StrCat("side ", number)}, {"message", Text(side)}, {"locations", steps}};
}

// Where the application was: SARIF's stacks, of which the message says what was called there.
Json StacksOf(const Finding& finding, SarifPlaces& places) {
  Json stacks = Json::array();
  for (const Finding::Stack& one : finding.host_stacks) {
    Json frames = Json::array();
    for (const HostFrame& frame : one.stack.frames) {
      Json place = {{"location", places.HostLocation(frame)}};
      if (!frame.module.empty()) place["module"] = frame.module;
      frames.push_back(std::move(place));
    }
    const std::string command = one.side < 0 ? "" : StrCat(" ", CommandText((*finding.commands)[one.side]));
    stacks.push_back({{"message", Text(StrCat(StackTitle(one), command))}, {"frames", std::move(frames)}});
  }
  return stacks;
}

Json FormsJson(const Mistake& mistake) {
  Json forms = Json::array();
  for (const Finding& form : mistake.forms) {
    forms.push_back({{"kind", form.kind},
                     {"reach", ReachName(form.reach)},
                     {"severity", SeverityName(form.severity)},
                     {"count", form.count},
                     {"launches", form.launches}});
  }
  return forms;
}

Json PropertiesOf(const Mistake& mistake) {
  const Finding& finding = mistake.first();
  Json properties = {{"rule", RuleName(finding.rule)}, {"facts", FactsOf(mistake)}, {"kernel", finding.kernel}};
  if (!finding.commands) properties["launch"] = LaunchText(*finding.launch);
  if (finding.memory) properties["memory"] = MemoryText(*finding.memory);
  properties["count"] = CountOf(mistake);
  properties["forms"] = FormsJson(mistake);
  properties["repair"] = mistake.repair;
  if (!mistake.repaired_with.empty()) properties["repairedWith"] = mistake.repaired_with;
  for (const SeenBy& process : mistake.seen_by) {
    properties["processes"].push_back({{"pid", process.pid}, {"command", process.command}});
  }
  return properties;
}

// "data race: unordered read and write: tile in kernel k. Why: … Repair: …"
std::string MessageOf(const Mistake& mistake) {
  const Finding& finding = mistake.first();
  std::string text = StrCat(RuleText(finding.rule), ": ", TitleOf(finding.kind), ", ",
                            finding.commands ? CommandsInShort(finding) : StrCat("kernel ", finding.kernel));
  if (finding.memory) text += StrCat(", ", MemoryText(*finding.memory));
  text += StrCat(".\nWhy: ", finding.why, ".");
  if (!mistake.repair.empty()) text += StrCat("\nRepair: ", mistake.repair, ".");
  return text;
}

Json ResultJson(const Mistake& mistake, SarifPlaces& places) {
  const Finding& finding = mistake.first();
  Json result = {{"ruleId", finding.kind},
                 {"ruleIndex", SarifRuleIndex(finding.kind)},
                 {"level", SarifLevel(finding.severity)},
                 {"message", Text(MessageOf(mistake))}};
  Json related = Json::array();
  Json flows = Json::array();
  for (size_t i = 0; i < SidesOf(finding); ++i) {
    const FindingAccess& access = finding.accesses[i];
    Json location = places.Location(access.site.position, access.snippet, SideText(finding, access));
    if (i == 0) {
      Json kernel = {{"name", finding.kernel.empty() ? access.site.position.function : finding.kernel},
                     {"kind", "function"}};
      location["logicalLocations"] = Json::array({std::move(kernel)});
      result["locations"] = Json::array({std::move(location)});
    } else {
      related.push_back(std::move(location));
    }
    flows.push_back(FlowOf(finding, access, i + 1, places));
  }
  for (const Site& barrier : finding.barriers) {
    related.push_back(places.Location(barrier.position, "", StrCat("barrier with ", barrier.flags)));
  }
  if (finding.loop) related.push_back(places.Location(finding.loop->position, "", "the loop"));
  for (size_t i = 0; i < related.size(); ++i) related[i]["id"] = i + 1;
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  result["codeFlows"] = Json::array({{{"message", Text(finding.why)}, {"threadFlows", std::move(flows)}}});
  if (!finding.host_stacks.empty()) result["stacks"] = StacksOf(finding, places);
  result["partialFingerprints"] = {{"lockstepId/v1", mistake.id}};
  result["occurrenceCount"] = std::max<uint64_t>(CountOf(mistake), 1);
  result["properties"] = PropertiesOf(mistake);
  return result;
}

Json TimedOutJson(const TimedOut& launch, SarifPlaces& places) {
  Json result = {
      {"ruleId", kSarifTimedOut},
      {"ruleIndex", SarifRuleIndex(kSarifTimedOut)},
      {"level", "error"},
      {"message", Text(StrCat("a launch of kernel ", launch.kernel, " ran longer than ", launch.seconds, " s"))}};
  Json locations = Json::array();
  for (const StoppedAt& place : launch.places) {
    if (place.site.position.file.empty()) continue;
    locations.push_back(places.Location(place.site.position, "", Counted(place.work_items, "work-item", "work-items")));
  }
  if (!locations.empty()) {
    result["locations"] = Json::array({locations[0]});
    locations.erase(0);
  }
  if (!locations.empty()) result["relatedLocations"] = std::move(locations);
  return result;
}

Json ResultsJson(const Report& report, SarifPlaces& places) {
  Json results = Json::array();
  const bool compared = !report.known.empty() || !report.gone.empty();
  // A state of one result means that all have one.
  const auto add = [&](const Mistake& mistake, const char* state) -> Json& {
    Json& result = results.emplace_back(ResultJson(mistake, places));
    if (compared) result["baselineState"] = state;
    return result;
  };
  for (const Mistake& mistake : report.findings) add(mistake, "new");
  for (const Mistake& mistake : report.known) add(mistake, "unchanged");
  for (const Mistake& mistake : report.gone) add(mistake, "absent");
  for (const Suppressed& one : report.suppressed) {
    add(one.mistake, "new")["suppressions"] = Json::array({{{"kind", "external"}, {"justification", one.by}}});
  }
  for (const TimedOut& launch : report.timed_out) {
    Json& result = results.emplace_back(TimedOutJson(launch, places));
    if (compared) result["baselineState"] = "new";
  }
  return results;
}

Json Notification(const char* id, const char* level, const std::string& text) {
  return {{"descriptor", {{"id", id}}}, {"level", level}, {"message", Text(text)}};
}

Json NotificationsJson(const Report& report) {
  Json notifications = Json::array();
  for (const SkippedKernel& kernel : report.not_instrumented) {
    notifications.push_back(Notification(kNotInstrumented, "warning",
                                         StrCat(kernel.kernel, kernel.kernel.empty() ? "" : ": ", kernel.reason)));
  }
  for (const Incomplete& item : report.incomplete) {
    notifications.push_back(
        Notification(kIncomplete, "warning",
                     StrCat(item.kernel, item.kernel.empty() ? "" : ": ", item.what, ": ", WithCommas(item.count))));
  }
  notifications.push_back(Notification("summary", "note", SummaryLine(report)));
  return notifications;
}

Json InvocationJson(const ProcessFacts& facts, const std::vector<std::string>& command) {
  Json invocation = Json::object();
  std::vector<std::string> quoted;
  for (const std::string& word : command) quoted.push_back(ShellQuote(word));
  if (!quoted.empty()) {
    invocation["commandLine"] = Join(quoted, " ");
    invocation["arguments"] = std::vector<std::string>(command.begin() + 1, command.end());
  }
  if (!facts.start.empty()) invocation["startTimeUtc"] = facts.start;
  if (!facts.end.empty()) invocation["endTimeUtc"] = facts.end;
  if (facts.pid != 0) invocation["processId"] = facts.pid;
  invocation["executionSuccessful"] = true;  // how a process ends that reports itself is not known to it yet
  return invocation;
}

// One for each process; what was not checked stands with the first.
Json InvocationsJson(const Report& report) {
  Json invocations = Json::array();
  for (const ReportedProcess& process : report.processes) {
    invocations.push_back(InvocationJson(process.facts, process.command));
  }
  if (invocations.empty()) invocations.push_back(InvocationJson(report.process, report.command));
  if (report.interrupted && !report.interrupted->by.empty()) {
    invocations[0]["executionSuccessful"] = false;
    invocations[0]["exitSignalName"] = report.interrupted->by;
  }
  invocations[0]["toolExecutionNotifications"] = NotificationsJson(report);
  return invocations;
}

Json NotificationRules() {
  Json rules = Json::array();
  const auto add = [&rules](const char* id, const char* title) {
    rules.push_back({{"id", id}, {"shortDescription", Text(title)}});
  };
  add(kNotInstrumented, "A kernel, program or device that was not checked.");
  add(kIncomplete, "What was checked in part only, or lost.");
  add("summary", "The last line of the text report.");
  return rules;
}

}  // namespace

std::string SarifReport(const Report& report) {
  SarifPlaces places;
  Json driver = {{"name", "lockstep"}, {"version", report.version}, {"rules", SarifRules()}};
  driver["supportedTaxonomies"] = Json::array({SarifTaxonomy()});
  driver["notifications"] = NotificationRules();
  Json run = {{"tool", {{"driver", std::move(driver)}}}};
  run["taxonomies"] = SarifTaxonomies();
  run["invocations"] = InvocationsJson(report);
  run["columnKind"] = "unicodeCodePoints";
  run["originalUriBaseIds"] = {{"SRCROOT", {{"description", Text("the folder that the program was started in")}}}};
  run["results"] = ResultsJson(report, places);
  run["artifacts"] = places.Artifacts();
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({std::move(run)})}};
  return PrintableJson(log.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace lockstep
