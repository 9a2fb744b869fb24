// The report: everything that is said about one process, as data. Text and JSON are pure functions
// of it.
#ifndef LOCKSTEP_RUNTIME_REPORT_REPORT_H_
#define LOCKSTEP_RUNTIME_REPORT_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/base/proof_cost.h"
#include "runtime/model/decisions.h"
#include "runtime/model/mistake.h"
#include "runtime/model/timed_out.h"
#include "runtime/report/agreements.h"
#include "runtime/report/interrupted.h"
#include "runtime/report/left_out.h"
#include "runtime/report/process_facts.h"

namespace lockstep {

// A kernel that could not be checked.
struct SkippedKernel {
  std::string kernel;
  std::string reason;
  uint64_t launches = 0;  // that ran unchecked
};

// What --explain-pruning says of one access.
struct ExplainedAccess {
  unsigned site = 0;
  SourcePosition position;
  std::string op;    // read, write, rmw
  std::string root;  // argument 'a', local 'tile'
  RootDecision decision;
  uint64_t launches = 0;  // in which it was decided so
};

// A kernel that was checked.
struct CheckedKernel {
  std::string name;
  std::string file;  // of the first access or barrier in it, as findings call it; may be empty
  uint64_t launches = 0;
  uint64_t pruned = 0;     // of these, launches that needed no check because nothing could conflict
  uint64_t certified = 0;  // ... because an equal launch had been checked
  uint64_t sites = 0;
  uint64_t barriers = 0;
  bool transformed = false;
  std::string transform_reason;
  std::string dependence;  // why its launches cannot be certified; empty if they can
  std::vector<std::string> unchecked_arguments;  // that the variant left out
  std::vector<std::string> notes;
  ProofCost proofs;  // of all its launches; says how long something took, so only --verbose shows it
  std::vector<ExplainedAccess> accesses;  // in the order of the sites
};

// A mistake that is not told.
struct Suppressed {
  Mistake mistake;
  std::string by;  // "FILE:3: race:^old"
};

// What decides about the exit status, and numbers over all mistakes, shown or not.
struct Totals {
  uint64_t errors = 0;
  uint64_t warnings = 0;
  uint64_t infos = 0;
  uint64_t hidden_same_value = 0;  // left out by --same-value=hide; in none of the above
  uint64_t over_limit = 0;         // left out by --max-findings; counted above
  uint64_t suppressed = 0;         // left out by --suppressions; in none of the above
  uint64_t known = 0;              // left out because --baseline has them; in none of the above
  // Launches that ran unchecked, and those that the filters left out if they left none in.
  uint64_t unchecked = 0;
  uint64_t incomplete = 0;  // what the report calls so: launches, accesses, processes
  // Processes of which nothing is known although they may have used OpenCL: they count as unchecked and as
  // incomplete. A process does not know of others: `lockstep run` alone sets it.
  uint64_t unseen = 0;
  bool no_baseline = false;  // one was asked for and cannot be read
};

// One of the processes that a merged report is about.
struct ReportedProcess {
  ProcessFacts facts;
  std::vector<std::string> command;
  std::optional<Interrupted> interrupted;
};

struct Report {
  std::string version;
  ProcessFacts process;
  std::vector<ReportedProcess> processes;  // of several reports merged
  std::vector<DeviceUse> devices;  // in order of their first launch
  std::vector<std::string> command;
  std::vector<Mistake> findings;  // those to show, in order
  std::vector<Suppressed> suppressed;
  std::vector<Mistake> known;          // to the baseline
  std::vector<Mistake> gone;           // of two reports compared: those that only the old one has
  std::string suppressions_file;       // empty: none was read
  std::vector<uint32_t> used_entries;  // of that file: places in Suppressions::entries, each once and in order
  std::vector<std::string> unused;     // its other entries, as "FILE:3: race:^old"
  std::string project_file;            // that options came from; empty: none
  std::vector<SkippedKernel> not_instrumented;
  std::vector<Incomplete> incomplete;
  std::vector<TimedOut> timed_out;  // each counts as an error
  std::vector<CheckedKernel> kernels;
  bool opencl_used = true;  // a context was created
  uint64_t launches = 0;  // of all kernels, checked or not
  LeftOut left_out;
  uint64_t checked_launches = 0;    // of these, those that stand checked, in one of three ways:
  uint64_t pruned_launches = 0;     // nothing in them could conflict
  uint64_t certified_launches = 0;  // an equal launch had been checked; the rest ran instrumented
  bool halted = false;              // the process was ended because of what it found: --halt-on-error
  std::optional<Interrupted> interrupted;  // the process was ended, or left; nullopt: it reported itself
  uint64_t shadow_bytes = 0;  // most that the records of one launch took, those of local memory aside
  Totals totals;
};

// Whether these options leave the finding out of the report, where it is counted.
bool IsHidden(const Finding& finding, const Options& options);

// Applies --same-value, suppressions, the baseline and --max-findings to all that was found, in order. The latter is
// spent on mistakes that need a repair of their own first.
void SelectFindings(std::vector<Mistake> all, const Options& options, const Agreements& agreements, Report* report);

// Kernels with barriers: how many were made resumable, and how many were left as they are because
// all their barriers are provably uniform.
struct BarrierForms {
  uint64_t transformed = 0;
  uint64_t left = 0;
};
BarrierForms CountBarrierForms(const Report& report);

// Sets the totals that follow from the rest of the report: what was not checked, or not as a whole.
void CountUnchecked(Report* report);

// True if there is anything that --fail-on counts.
bool Fails(const Totals& totals, const FailOn& fail_on);

// The last line of the text report, without "lockstep: summary: ". `rest`: where the report says more, seen from there.
std::string SummaryLine(const Report& report, std::string_view rest = "above");

// The command line of this process.
std::vector<std::string> CommandLine();

// The version of this tool.
std::string Version();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_REPORT_H_
