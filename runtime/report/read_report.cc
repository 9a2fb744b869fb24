// Reports in JSON, as data again.
#include "runtime/report/read_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runtime/base/text.h"
#include "runtime/report/json_reading.h"
#include "runtime/report/json_report.h"
#include "runtime/report/read_finding.h"

namespace lockstep {
namespace {

constexpr char kElsewhere[] = "options of the run";  // what left launches out, where a report does not say

ProcessFacts ReadFacts(const JsonValue& object) {
  ProcessFacts facts;
  facts.pid = FieldOr<uint64_t>(object, "pid", 0);
  facts.parent = FieldOr<uint64_t>(object, "parent", 0);
  facts.start = FieldOr<std::string>(object.at("time"), "start", "");
  facts.end = FieldOr<std::string>(object.at("time"), "end", "");
  facts.host = FieldOr<std::string>(object, "host", "");
  facts.rank = FieldOr<std::string>(object, "rank", "");
  facts.test = FieldOr<std::string>(object, "test", "");
  if (object.contains("environment")) {
    const JsonValue& environment = object.at("environment");
    if (!environment.is_object()) throw FieldError("environment", "is no object");
    for (const auto& [name, value] : environment.items()) {
      facts.environment[name] = FieldOf<std::string>(environment, name.c_str());
    }
  }
  return facts;
}

TimedOut ReadTimedOut(const JsonValue& object) {
  TimedOut launch;
  launch.kernel = FieldOf<std::string>(object, "kernel");
  if (!object.at("launch").is_null()) launch.launch = ReadLaunch(object);
  launch.seconds = FieldOf<uint64_t>(object, "seconds");
  const auto end = FieldOf<std::string>(object, "end");
  launch.end = end == "stopped"     ? TimedOut::End::kStopped
               : end == "by-itself" ? TimedOut::End::kByItself
                                    : TimedOut::End::kStillRunning;
  for (const JsonValue& place : ListOf(object, "places")) {
    StoppedAt& at = launch.places.emplace_back();
    at.site.position = ReadPosition(place);
    at.site.flags = FieldOf<std::string>(place, "what");
    at.group = ReadIds(place, "group_id");
    at.work_items = FieldOf<uint64_t>(place, "work_items");
  }
  return launch;
}

double Seconds(const JsonValue& object) {
  if (!object.at("seconds").is_number()) throw FieldError("seconds", "is no number");
  return object.at("seconds").get<double>();
}

UnderWay ReadUnderWay(const JsonValue& object) {
  UnderWay one;
  const auto state = FieldOf<std::string>(object, "state");
  one.state = state == "compiling"  ? UnderWay::State::kCompiling
              : state == "running"  ? UnderWay::State::kRunning
              : state == "checking" ? UnderWay::State::kChecking
                                    : UnderWay::State::kWaiting;
  one.kernel = FieldOr<std::string>(object, "kernel", "");
  one.launch = FieldOr<uint64_t>(object, "launch", 0);
  one.what = FieldOr<std::string>(object, "what", "");
  // A thread that waits is about no kernel.
  one.queued = one.state == UnderWay::State::kWaiting && !one.kernel.empty();
  one.seconds = Seconds(object);
  return one;
}

Interrupted ReadInterrupted(const JsonValue& object) {
  Interrupted interrupted;
  interrupted.by = FieldOr<std::string>(object, "by", "");
  interrupted.left_running = FieldOf<bool>(object, "left_running");
  interrupted.begun = FieldOf<uint64_t>(object, "launches_begun");
  interrupted.complete = FieldOf<uint64_t>(object, "launches_complete");
  for (const JsonValue& one : ListOf(object, "under_way")) interrupted.under_way.push_back(ReadUnderWay(one));
  interrupted.not_listed = FieldOf<uint64_t>(object, "not_listed");
  if (object.at("native").is_object()) {
    const JsonValue& native = object.at("native");
    UnderWay& last = interrupted.native.emplace();
    last.queued = true;
    last.kernel = FieldOf<std::string>(native, "kernel");
    last.launch = FieldOr<uint64_t>(native, "launch", 0);
    last.seconds = Seconds(native);
  }
  return interrupted;
}

CheckedKernel ReadKernel(const JsonValue& object) {
  CheckedKernel kernel;
  kernel.name = FieldOf<std::string>(object, "name");
  kernel.file = FieldOr<std::string>(object, "file", "");
  kernel.launches = FieldOf<uint64_t>(object, "launches");
  kernel.pruned = FieldOf<uint64_t>(object, "launches_pruned");
  kernel.certified = FieldOf<uint64_t>(object, "launches_certified");
  kernel.dependence = FieldOr<std::string>(object, "dependence", "");
  kernel.sites = FieldOf<uint64_t>(object, "sites");
  kernel.barriers = FieldOf<uint64_t>(object, "barriers");
  kernel.transformed = FieldOf<bool>(object, "transformed");
  kernel.transform_reason = FieldOr<std::string>(object, "transform_reason", "");
  kernel.unchecked_arguments = FieldOf<std::vector<std::string>>(object, "unchecked_arguments");
  kernel.notes = FieldOf<std::vector<std::string>>(object, "notes");
  return kernel;
}

// What the summary counts besides the findings that stand there.
void ReadTotals(const JsonValue& summary, Report* report) {
  Totals& totals = report->totals;
  totals.errors = FieldOf<uint64_t>(summary, "errors");
  totals.warnings = FieldOf<uint64_t>(summary, "warnings");
  totals.infos = FieldOf<uint64_t>(summary, "infos");
  totals.hidden_same_value = FieldOf<uint64_t>(summary, "hidden_same_value");
  totals.over_limit = FieldOf<uint64_t>(summary, "not_shown");
  totals.suppressed = FieldOf<uint64_t>(summary, "suppressed");
  totals.known = FieldOf<uint64_t>(summary, "known");
  report->checked_launches = FieldOf<uint64_t>(summary, "launches_checked");
  report->pruned_launches = FieldOf<uint64_t>(summary, "launches_pruned");
  report->certified_launches = FieldOf<uint64_t>(summary, "launches_certified");
  report->shadow_bytes = FieldOf<uint64_t>(summary, "shadow_bytes");
  report->launches =
      report->left_out.launches + report->checked_launches + FieldOf<uint64_t>(summary, "launches_unchecked");
}

void ReadAgreements(const JsonValue& object, Report* report) {
  report->project_file = FieldOr<std::string>(object, "project_file", "");
  if (object.contains("suppressed_findings")) report->suppressions_file = kElsewhere;
  for (const JsonValue& one : ListOf(object, "suppressed_findings")) {
    report->suppressed.push_back({ReadMistake(one.at("finding")), FieldOf<std::string>(one, "by")});
  }
  report->unused = FieldOr<std::vector<std::string>>(object, "unused_suppressions", {});
  for (const JsonValue& finding : ListOf(object, "known_findings")) report->known.push_back(ReadMistake(finding));
  for (const JsonValue& finding : ListOf(object, "gone_findings")) report->gone.push_back(ReadMistake(finding));
}

Report ReadReport(const JsonValue& object) {
  if (FieldOf<uint64_t>(object, "schema_version") != kSchemaVersion) {
    throw FieldError("schema_version", StrCat("is not ", kSchemaVersion, ": a lockstep of another version wrote it"));
  }
  Report report;
  report.version = FieldOf<std::string>(object, "version");
  report.process = ReadFacts(object);
  report.command = FieldOf<std::vector<std::string>>(object, "command");
  for (const JsonValue& device : ListOf(object, "devices")) {
    report.devices.push_back({FieldOf<std::string>(device, "name"), FieldOf<std::string>(device, "platform"),
                              FieldOf<std::string>(device, "driver"), FieldOf<std::string>(device, "version"),
                              FieldOf<uint64_t>(device, "launches")});
  }
  for (const JsonValue& finding : ListOf(object, "findings")) report.findings.push_back(ReadMistake(finding));
  ReadAgreements(object, &report);
  for (const JsonValue& kernel : ListOf(object, "not_instrumented")) {
    report.not_instrumented.push_back({FieldOf<std::string>(kernel, "kernel"), FieldOf<std::string>(kernel, "reason"),
                                       FieldOf<uint64_t>(kernel, "launches")});
  }
  for (const JsonValue& item : ListOf(object, "incomplete")) {
    report.incomplete.push_back(
        {FieldOf<std::string>(item, "kernel"), FieldOf<std::string>(item, "what"), FieldOf<uint64_t>(item, "count")});
  }
  for (const JsonValue& launch : ListOf(object, "timed_out")) report.timed_out.push_back(ReadTimedOut(launch));
  if (object.contains("interrupted")) report.interrupted = ReadInterrupted(object.at("interrupted"));
  report.left_out.launches = FieldOf<uint64_t>(object, "filtered_launches");
  if (report.left_out.launches > 0) report.left_out.by_launch[kElsewhere] = report.left_out.launches;
  for (const JsonValue& kernel : ListOf(object, "kernels")) report.kernels.push_back(ReadKernel(kernel));
  ReadTotals(object.at("summary"), &report);
  for (const JsonValue& process : ListOf(object, "processes")) {
    report.processes.push_back({ReadFacts(process), FieldOf<std::vector<std::string>>(process, "command"), {}});
    if (process.contains("interrupted"))
      report.processes.back().interrupted = ReadInterrupted(process.at("interrupted"));
  }
  report.opencl_used = FieldOr<bool>(object, "opencl_used", true);
  CountUnchecked(&report);
  return report;
}

}  // namespace

StatusOr<std::vector<Report>> ReadReports(std::string_view text) {
  const JsonValue all = JsonValue::parse(text, nullptr, /*allow_exceptions=*/false);
  const bool ours = all.is_object() && all.value("tool", JsonValue()) == "lockstep";
  if (!ours) return InvalidArgumentError("is no report of lockstep in JSON (--report=json:FILE)");
  std::vector<Report> reports;
  try {
    if (all.contains("findings")) {
      reports.push_back(ReadReport(all));
      return reports;
    }
    for (const JsonValue& kernel : ListOf(all, "kernels")) {
      if (kernel.at("report").is_object()) reports.push_back(ReadReport(kernel.at("report")));
    }
    return reports;
  } catch (const FieldError& error) {
    return InvalidArgumentError(StrCat("cannot be read as a report: ", error.what()));
  } catch (const JsonValue::exception& error) {
    // "[json.exception.out_of_range.403] key 'time' not found"
    const std::string said = error.what();
    const size_t name = said.find("] ");
    return InvalidArgumentError(
        StrCat("cannot be read as a report: ", name == std::string::npos ? said : said.substr(name + 2)));
  }
}

}  // namespace lockstep
