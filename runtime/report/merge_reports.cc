// Many reports as one.
#include "runtime/report/merge_reports.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/model/words.h"

namespace lockstep {
namespace {

constexpr char kInterrupted[] = "processes that did not report themselves, whose totals are those up to then";

// What makes two forms of one mistake the same.
std::string KeyOf(const Finding& form) {
  const FindingAccess& a = form.accesses[0];
  const FindingAccess& b = form.accesses[1];
  return StrCat(form.kind, " ", ReachName(form.reach), " ", a.op, " ", PositionText(a.site.position), " ", b.op, " ",
                PositionText(b.site.position));
}

void AddForms(std::vector<Finding> more, Mistake* mistake) {
  for (Finding& form : more) {
    const std::string key = KeyOf(form);
    const auto known = std::find_if(mistake->forms.begin(), mistake->forms.end(),
                                    [&](const Finding& other) { return KeyOf(other) == key; });
    if (known == mistake->forms.end()) {
      mistake->forms.push_back(std::move(form));
    } else {
      known->count += form.count;
      known->launches += form.launches;
      known->at_least = known->at_least || form.at_least;
      known->severity = std::min(known->severity, form.severity);
    }
  }
}

// Lists of mistakes in which those of one id are one.
class Merged {
 public:
  void Add(Mistake mistake) {
    const auto [known, is_new] = places_.try_emplace(mistake.id, all_.size());
    if (is_new) {
      all_.push_back(std::move(mistake));
      return;
    }
    Mistake& there = all_[known->second];
    AddForms(std::move(mistake.forms), &there);
    there.seen_by.insert(there.seen_by.end(), mistake.seen_by.begin(), mistake.seen_by.end());
  }

  // Worst first, else in the order in which they came.
  std::vector<Mistake> Take() {
    for (Mistake& mistake : all_) {
      std::stable_sort(mistake.forms.begin(), mistake.forms.end(),
                       [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
    }
    std::stable_sort(all_.begin(), all_.end(),
                     [](const Mistake& a, const Mistake& b) { return a.first().severity < b.first().severity; });
    return std::move(all_);
  }

 private:
  std::vector<Mistake> all_;
  std::map<std::string, size_t> places_;
};

// Adds `row` to `rows`, or its numbers to the one that `same` finds there.
template <typename Row, typename Same, typename Join>
void AddRow(const Row& row, std::vector<Row>* rows, Same same, Join join) {
  const auto known = std::find_if(rows->begin(), rows->end(), [&](const Row& other) { return same(row, other); });
  if (known == rows->end()) {
    rows->push_back(row);
  } else {
    join(row, *known);
  }
}

void AddTables(const Report& from, Report* to) {
  for (const DeviceUse& device : from.devices) {
    AddRow(
        device, &to->devices,
        [](const DeviceUse& a, const DeviceUse& b) {
          return a.name == b.name && a.platform == b.platform && a.driver == b.driver;
        },
        [](const DeviceUse& a, DeviceUse& b) { b.launches += a.launches; });
  }
  for (const SkippedKernel& kernel : from.not_instrumented) {
    AddRow(
        kernel, &to->not_instrumented,
        [](const SkippedKernel& a, const SkippedKernel& b) { return a.kernel == b.kernel && a.reason == b.reason; },
        [](const SkippedKernel& a, SkippedKernel& b) { b.launches += a.launches; });
  }
  for (const Incomplete& item : from.incomplete) {
    AddRow(
        item, &to->incomplete,
        [](const Incomplete& a, const Incomplete& b) { return a.kernel == b.kernel && a.what == b.what; },
        [](const Incomplete& a, Incomplete& b) { b.count += a.count; });
  }
  for (const CheckedKernel& kernel : from.kernels) {
    AddRow(
        kernel, &to->kernels,
        [](const CheckedKernel& a, const CheckedKernel& b) {
          return a.name == b.name && a.file == b.file && a.sites == b.sites;
        },
        [](const CheckedKernel& a, CheckedKernel& b) {
          b.launches += a.launches;
          b.pruned += a.pruned;
          b.certified += a.certified;
        });
  }
  to->timed_out.insert(to->timed_out.end(), from.timed_out.begin(), from.timed_out.end());
}

void AddNumbers(const Report& from, Report* to) {
  to->launches += from.launches;
  to->checked_launches += from.checked_launches;
  to->pruned_launches += from.pruned_launches;
  to->certified_launches += from.certified_launches;
  to->shadow_bytes = std::max(to->shadow_bytes, from.shadow_bytes);
  to->left_out.launches += from.left_out.launches;
  for (const auto& [option, launches] : from.left_out.by_launch) to->left_out.by_launch[option] += launches;
  to->totals.hidden_same_value += from.totals.hidden_same_value;
}

// Those that `report` counts and does not show, by --max-findings: of all severities.
Totals NotShown(const Report& report) {
  Totals rest = report.totals;
  rest.errors -= std::min<uint64_t>(rest.errors, report.timed_out.size());
  for (const Mistake& mistake : report.findings) {
    uint64_t& count = mistake.first().severity == Severity::kError     ? rest.errors
                      : mistake.first().severity == Severity::kWarning ? rest.warnings
                                                                       : rest.infos;
    if (count > 0) --count;
  }
  return rest;
}

// The processes that `report` is about.
std::vector<ReportedProcess> ProcessesOf(const Report& report) {
  if (!report.processes.empty()) return report.processes;
  return {{report.process, report.command}};
}

void NameProcess(const Report& report, Mistake* mistake) {
  if (!mistake->seen_by.empty()) return;
  mistake->seen_by.push_back({report.process.pid, Join(report.command, " ")});
}

// When the first began and the last ended, and where all wrote the same, by whom.
void AddFacts(const Report& from, Report* to) {
  ProcessFacts& facts = to->process;
  if (facts.start.empty() || (!from.process.start.empty() && from.process.start < facts.start)) {
    facts.start = from.process.start;
  }
  facts.end = std::max(facts.end, from.process.end);
}

}  // namespace

Report MergeReports(std::vector<Report> reports, const Options& options, const Agreements& agreements) {
  const bool several = reports.size() > 1;
  Report all;
  all.version = Version();
  all.opencl_used = false;
  if (!several) {
    all.process = reports[0].process;
    all.command = reports[0].command;
    all.interrupted = reports[0].interrupted;
    all.processes = reports[0].processes;
    all.project_file = reports[0].project_file;
  }
  Merged found, known, suppressed;
  std::map<std::string, std::string> suppressed_by;
  Totals not_shown;
  for (Report& report : reports) {
    const auto take = [&](std::vector<Mistake>& from, Merged& into) {
      for (Mistake& mistake : from) {
        if (several) NameProcess(report, &mistake);
        into.Add(std::move(mistake));
      }
    };
    if (several) {
      const std::vector<ReportedProcess> processes = ProcessesOf(report);
      all.processes.insert(all.processes.end(), processes.begin(), processes.end());
      AddFacts(report, &all);
      if (report.interrupted) report.incomplete.push_back({"", kInterrupted, 1});
    }
    const Totals rest = NotShown(report);
    not_shown.errors += rest.errors;
    not_shown.warnings += rest.warnings;
    not_shown.infos += rest.infos;
    not_shown.over_limit += rest.over_limit;
    all.opencl_used = all.opencl_used || report.opencl_used;
    AddTables(report, &all);
    AddNumbers(report, &all);
    take(report.findings, found);
    take(report.known, known);
    for (Suppressed& one : report.suppressed) {
      suppressed_by[one.mistake.id] = one.by;
      if (several) NameProcess(report, &one.mistake);
      suppressed.Add(std::move(one.mistake));
    }
  }
  const bool left_out = !suppressed_by.empty();
  for (Mistake& mistake : suppressed.Take()) {
    const std::string by = suppressed_by[mistake.id];
    all.suppressed.push_back({std::move(mistake), by});
  }
  for (Mistake& mistake : known.Take()) all.known.push_back(std::move(mistake));
  Options wanted = options;
  wanted.same_value = SameValue::kReport;  // a report has them only if they were asked for
  SelectFindings(found.Take(), wanted, agreements, &all);
  if (left_out && all.suppressions_file.empty()) all.suppressions_file = "the runs' own";
  Totals& totals = all.totals;
  totals.errors += not_shown.errors + all.timed_out.size();
  totals.warnings += not_shown.warnings;
  totals.infos += not_shown.infos;
  totals.over_limit += not_shown.over_limit;
  CountUnchecked(&all);
  return all;
}

std::vector<Mistake> GoneSince(const Report& old, const Report& report) {
  std::set<std::string> there;
  for (const Mistake& mistake : report.findings) there.insert(mistake.id);
  for (const Mistake& mistake : report.known) there.insert(mistake.id);
  for (const Suppressed& one : report.suppressed) there.insert(one.mistake.id);
  std::vector<Mistake> gone;
  for (const auto* list : {&old.findings, &old.known}) {
    for (const Mistake& mistake : *list) {
      if (there.insert(mistake.id).second) gone.push_back(mistake);
    }
  }
  return gone;
}

}  // namespace lockstep
