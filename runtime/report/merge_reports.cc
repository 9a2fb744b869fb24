// Many reports as one.
#include "runtime/report/merge_reports.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/model/words.h"
#include "runtime/report/merged_ids.h"

namespace lockstep {
namespace {

constexpr char kInterrupted[] = "processes that did not report themselves, whose totals are those up to then";

bool IsSame(const SeenBy& a, const SeenBy& b) {
  return a.pid != 0 && a.pid == b.pid && a.host == b.host && a.command == b.command && a.test == b.test;
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
    for (Finding& form : mistake.forms) AddForm(std::move(form), &there);
    for (SeenBy& process : mistake.seen_by) {
      const auto same = [&](const SeenBy& other) { return IsSame(process, other); };
      if (std::none_of(there.seen_by.begin(), there.seen_by.end(), same)) there.seen_by.push_back(std::move(process));
    }
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

void AddAccesses(const std::vector<ExplainedAccess>& from, std::vector<ExplainedAccess>* to) {
  for (const ExplainedAccess& access : from) {
    AddRow(
        access, to,
        [](const ExplainedAccess& a, const ExplainedAccess& b) {
          return a.site == b.site && a.decision.decision == b.decision.decision && a.decision.why == b.decision.why &&
                 a.decision.bounds == b.decision.bounds;
        },
        [](const ExplainedAccess& a, ExplainedAccess& b) { b.launches += a.launches; });
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
          b.proofs.Add(a.proofs);
          AddAccesses(a.accesses, &b.accesses);
        });
  }
  to->timed_out.insert(to->timed_out.end(), from.timed_out.begin(), from.timed_out.end());
}

void AddLeftOut(const LeftOut& from, LeftOut* to) {
  to->launches += from.launches;
  if (to->kernel.empty()) to->kernel = from.kernel;
  if (to->exclude_kernel.empty()) to->exclude_kernel = from.exclude_kernel;
  std::set<std::string> kernels(to->kernels.begin(), to->kernels.end());
  kernels.insert(from.kernels.begin(), from.kernels.end());
  to->kernels.assign(kernels.begin(), kernels.end());
  for (const auto& [option, launches] : from.by_launch) to->by_launch[option] += launches;
}

void AddNumbers(const Report& from, Report* to) {
  to->launches += from.launches;
  to->checked_launches += from.checked_launches;
  to->pruned_launches += from.pruned_launches;
  to->certified_launches += from.certified_launches;
  to->shadow_bytes = std::max(to->shadow_bytes, from.shadow_bytes);
  AddLeftOut(from.left_out, &to->left_out);
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
  return {{report.process, report.command, report.interrupted}};
}

// What makes a process itself, in all reports of it; "" if it cannot be told.
std::string IdOf(const ReportedProcess& process) {
  const ProcessFacts& facts = process.facts;
  return facts.pid == 0 || facts.start.empty() ? "" : StrCat(facts.host, " ", facts.pid, " ", facts.start);
}

std::set<std::string> IdsOf(const Report& report) {
  std::set<std::string> ids;
  for (const ReportedProcess& process : ProcessesOf(report)) ids.insert(IdOf(process));
  return ids;
}

void NameProcess(const Report& report, Mistake* mistake) {
  if (!mistake->seen_by.empty()) return;
  const ProcessFacts& facts = report.process;
  const std::string& test = mistake->first().launch->test;
  mistake->seen_by.push_back(
      {facts.pid, Join(report.command, " "), facts.host, facts.rank, test.empty() ? facts.test : test});
}

// Adds those that are not there yet.
void AddProcesses(std::vector<ReportedProcess> more, std::vector<ReportedProcess>* processes) {
  for (ReportedProcess& process : more) {
    const std::string id = IdOf(process);
    const auto same = [&](const ReportedProcess& other) { return !id.empty() && IdOf(other) == id; };
    if (std::none_of(processes->begin(), processes->end(), same)) processes->push_back(std::move(process));
  }
}

// What needs no merging.
Report HeadOf(const Report& only) {
  Report head = only;
  head.findings.clear();
  head.suppressed.clear();
  head.known.clear();
  head.gone.clear();
  head.suppressions_file.clear();
  head.used_entries.clear();
  head.unused.clear();
  head.totals = Totals();
  head.totals.hidden_same_value = only.totals.hidden_same_value;
  return head;
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
  all.opencl_used = false;
  if (!several) all = HeadOf(reports[0]);
  all.version = Version();
  Merged found, known, suppressed;
  std::map<std::string, std::string> suppressed_by;
  Totals not_shown;
  MergedIds ids;
  for (Report& report : reports) {
    if (several) ids.Rename(&report);
    const auto take = [&](std::vector<Mistake>& from, Merged& into) {
      for (Mistake& mistake : from) {
        if (several || !report.process.rank.empty()) NameProcess(report, &mistake);
        into.Add(std::move(mistake));
      }
    };
    if (several) {
      AddProcesses(ProcessesOf(report), &all.processes);
      AddFacts(report, &all);
      if (report.interrupted) report.incomplete.push_back({"", kInterrupted, 1});
      all.opencl_used = all.opencl_used || report.opencl_used;
      all.halted = all.halted || report.halted;
      AddTables(report, &all);
      AddNumbers(report, &all);
    }
    const Totals rest = NotShown(report);
    not_shown.errors += rest.errors;
    not_shown.warnings += rest.warnings;
    not_shown.infos += rest.infos;
    not_shown.over_limit += rest.over_limit;
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

std::vector<Report> WithoutRepeats(std::vector<Report> reports, Repeats* repeats) {
  std::vector<std::set<std::string>> ids;
  for (const Report& report : reports) ids.push_back(IdsOf(report));
  const auto is_in = [&](size_t a, size_t b) {
    return std::includes(ids[b].begin(), ids[b].end(), ids[a].begin(), ids[a].end());
  };
  // Of two about the same processes the later one says more.
  const auto gives_way = [&](size_t a, size_t b) {
    if (a == b || ids[a].count("") != 0 || !is_in(a, b)) return false;
    if (!is_in(b, a)) return true;
    const std::string &end_a = reports[a].process.end, &end_b = reports[b].process.end;
    return end_a != end_b ? end_a < end_b : b < a;
  };
  std::vector<Report> kept;
  std::set<std::string> seen;
  std::vector<bool> out(reports.size());
  for (size_t a = 0; a < reports.size(); ++a) {
    for (size_t b = 0; b < reports.size() && !out[a]; ++b) out[a] = gives_way(a, b);
    if (out[a]) {
      ++repeats->left_out;
      continue;
    }
    for (const std::string& id : ids[a]) {
      if (!id.empty() && !seen.insert(id).second) ++repeats->counted_twice;
    }
  }
  for (size_t a = 0; a < reports.size(); ++a) {
    if (!out[a]) kept.push_back(std::move(reports[a]));
  }
  return kept;
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
