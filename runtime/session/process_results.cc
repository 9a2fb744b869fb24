// What the launches of one process found so far, and the report of it.
#include "runtime/session/process_results.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "runtime/base/project_file.h"
#include "runtime/base/text.h"
#include "runtime/checks/mistakes.h"
#include "runtime/report/host_stacks.h"
#include "runtime/report/source_text.h"

namespace lockstep {
namespace {

constexpr char kEndedEarly[] =
    "processes that ended without exit() or became another program (exec), whose doings after their "
    "last finding are missing";
constexpr char kEndedEarlyKnown[] =
    "processes that ended without exit() or became another program (exec), of which what stood then is known";

constexpr char kRunsOn[] = "processes that have not ended, of which it is not known what they will do";

// What a reader calls root number `number`.
std::string RootText(const KernelDescription& kernel, size_t number) {
  if (number < kernel.args.size()) return StrCat("argument '", kernel.args[number].name, "'");
  number -= kernel.args.size();
  if (number < kernel.locals.size()) return StrCat("local '", kernel.locals[number].name, "'");
  number -= kernel.locals.size();
  return number < kernel.variables.size() ? StrCat("variable '", kernel.variables[number].name, "'") : "";
}

// The arguments whose content decides what the kernel touches, if only theirs does: "argument 'a'"; or "".
std::string DecidingContent(const KernelDescription& kernel) {
  std::vector<std::string> names;
  for (const unsigned number : kernel.decided_by) names.push_back(RootText(kernel, number));
  return Join(names, " and ");
}

// Why launches of the kernel may have to be checked each time.
std::string DependenceOf(const KernelDescription& kernel) {
  const std::string content = DecidingContent(kernel);
  if (content.empty()) return kernel.dependence;
  return StrCat(kernel.dependence, "; unless what is in ", content, " is the same as in one before");
}

// Adds what was decided about each access of this launch.
void Explain(const Launch& launch, std::optional<Proof> proof, CheckedKernel& row) {
  for (const Site& site : launch.kernel->sites) {
    if (site.op != SiteOp::kRead && site.op != SiteOp::kWrite && site.op != SiteOp::kRmw) continue;
    const std::optional<size_t> number = site.Root();
    RootDecision decision{Decision::kChecked, "where it goes is known only when it happens", ""};
    std::string root = "memory of unknown origin";
    if (number && *number < launch.roots.size()) {
      decision = launch.roots[*number].decision;
      root = RootText(*launch.kernel, *number);
    }
    if (proof) decision.bounds.clear();  // the launch ran as it is
    if (proof && *proof != Proof::kPruned && decision.decision == Decision::kChecked) {
      const std::string content = DecidingContent(*launch.kernel);
      decision = {Decision::kCertified, "", ""};
      if (!content.empty() || proof == Proof::kFoundAgain) {
        decision.why =
            StrCat("an equal launch", content.empty() ? "" : StrCat(", with the same in ", content, ","),
                   " was checked and ", proof == Proof::kCertified ? "had no conflict" : "showed nothing new");
      }
    }
    auto same = std::find_if(row.accesses.begin(), row.accesses.end(), [&](const ExplainedAccess& other) {
      return other.site == site.id && other.decision.decision == decision.decision &&
             other.decision.why == decision.why && other.decision.bounds == decision.bounds;
    });
    if (same == row.accesses.end()) {
      // Behind what is known of this site and those before it.
      same = std::find_if(row.accesses.begin(), row.accesses.end(),
                          [&](const ExplainedAccess& other) { return other.site > site.id; });
      same = row.accesses.insert(
          same, ExplainedAccess{site.id, site.position, WordOf(site.op), root, decision, 0});
    }
    ++same->launches;
  }
}

}  // namespace

void ProcessResults::CountKernel(const Launch& launch, std::optional<Proof> proof, const Options& options) {
  const KernelDescription& kernel = *launch.kernel;
  auto*& known = known_kernels[{launch.kernel, launch.program}];
  if (known == nullptr) {
    known = &kernels[{kernel.name, launch.program == nullptr ? "" : launch.program->text}];
  }
  auto& [first, row] = *known;
  if (++row.launches == 1) {
    first = launch.id.value;
    row.name = kernel.name;
    if (kernel.sites.size() > 1) row.file = kernel.sites[1].position.file;  // site 0 is none
    row.sites = kernel.sites.empty() ? 0 : kernel.sites.size() - 1;
    row.barriers = kernel.barriers;
    row.transformed = kernel.transformed;
    row.transform_reason = kernel.transform_reason;
    for (const ArgumentDescription& argument : kernel.args) {
      if (!argument.checked && argument.reads && argument.space == ArgumentSpace::kGlobal) {
        row.unchecked_arguments.push_back(StrCat("'", argument.name, "'"));
      }
    }
    row.notes = kernel.notes;
    row.dependence = DependenceOf(kernel);
  }
  row.proofs.Add(launch.proofs);
  if (options.explain_pruning) Explain(launch, proof, row);
  if (proof == Proof::kPruned) ++row.pruned;
  if (proof && *proof != Proof::kPruned) ++row.certified;
  if (launch.id.value < first) first = launch.id.value;
  for (const std::string& note : kernel.notes) ++incomplete[{kernel.name, note}];
}

void ProcessResults::AddIncomplete(const std::vector<Incomplete>& items) {
  for (const Incomplete& item : items) incomplete[{item.kernel, item.what}] += item.count;
}

LeftOut ProcessResults::DescribeLeftOut(const Options& options) const {
  LeftOut all;
  all.kernel = options.kernel;
  all.exclude_kernel = options.exclude_kernel;
  all.by_launch = left_out_by;
  std::set<std::string> names;
  for (const auto& [name, count] : left_out) {
    all.launches += count;
    names.insert(name);
  }
  for (const auto& [name, count] : unchecked) names.insert(name);
  for (const auto& [key, row] : kernels) names.insert(row.second.name);
  all.kernels.assign(names.begin(), names.end());
  return all;
}

Report ProcessResults::Build(std::vector<std::string> command, EndedEarly ended_early, const Options& options,
                             const Agreements& agreements) const {
  Report report;
  report.version = Version();
  report.command = std::move(command);
  SelectFindings(MistakesOf(collector.Sorted()), options, agreements, &report);
  const auto complete = [](Mistake& mistake) {
    AddSnippets(&mistake);
    AddHostStacks(&mistake);
  };
  for (Mistake& mistake : report.findings) complete(mistake);
  for (Mistake& mistake : report.known) complete(mistake);
  for (Suppressed& one : report.suppressed) complete(one.mistake);
  if (options.project != kNoProject) report.project_file = options.project;
  for (const auto& [key, kernel] : skipped) report.not_instrumented.push_back(kernel);
  report.timed_out = timed_out;
  std::stable_sort(report.timed_out.begin(), report.timed_out.end(),
                   [](const TimedOut& a, const TimedOut& b) {
                     const auto id = [](const TimedOut& t) { return t.launch ? t.launch->id.value : 0; };
                     return id(a) < id(b);
                   });
  report.totals.errors += report.timed_out.size();
  if (ended_early != EndedEarly::kNot) {
    report.incomplete.push_back({"",
                                 ended_early == EndedEarly::kRunsOn      ? kRunsOn
                                 : ended_early == EndedEarly::kAllIsHere ? kEndedEarlyKnown
                                                                         : kEndedEarly,
                                 1});
  }
  for (const auto& [key, count] : incomplete) {
    report.incomplete.push_back({key.first, key.second, count});
  }
  std::map<std::pair<uint64_t, std::string>, const CheckedKernel*> by_launch;
  for (const auto& [key, row] : kernels) by_launch[{row.first, key.first}] = &row.second;
  for (const auto& [key, kernel] : by_launch) report.kernels.push_back(*kernel);
  report.launches = launches;
  report.checked_launches = checked_launches;
  report.pruned_launches = pruned_launches;
  report.certified_launches = certified_launches;
  report.shadow_bytes = shadow_bytes;
  report.left_out = DescribeLeftOut(options);
  report.devices = devices;
  CountUnchecked(&report);
  return report;
}

}  // namespace lockstep
