// One checked process: collects what its launches found and writes the report at the end.
#include "runtime/session/session.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "runtime/base/log.h"
#include "runtime/base/regex.h"
#include "runtime/base/text.h"
#include "runtime/checks/collector.h"
#include "runtime/checks/loops.h"
#include "runtime/report/report.h"
#include "runtime/report/source_text.h"
#include "runtime/session/run_dir.h"

namespace lockstep {
namespace {

std::string RunDirectory() {
  const char* directory = std::getenv(kRunDirVariable);
  return directory == nullptr ? "" : directory;
}

constexpr char kTooLate[] =
    "incomplete: launches that ended after the report was written, at the very end of the process, "
    "are not in it";

constexpr char kEndedEarly[] =
    "processes that ended without exit() or became another program (exec), whose doings after their "
    "last finding are missing";

// A crashed process loses nothing of the first findings; later ones are saved less often, so that
// saving stays a small part of the run.
bool SaveNow(uint64_t saves, uint64_t launches) { return saves < 64 || launches % 64 == 0; }

// Which root a site's words mean, and what a reader calls it.
std::string RootText(const KernelImage& image, size_t number) {
  if (number < image.args.size()) return StrCat("argument '", image.args[number].name, "'");
  number -= image.args.size();
  if (number < image.locals.size()) return StrCat("local '", image.locals[number].name, "'");
  number -= image.locals.size();
  return number < image.variables.size() ? StrCat("variable '", image.variables[number].name, "'") : "";
}

std::map<std::string, size_t> RootNumbers(const KernelImage& image) {
  std::map<std::string, size_t> numbers;
  size_t next = 0;
  for (const ArgumentImage& argument : image.args) numbers[StrCat("arg:", argument.index)] = next++;
  for (const LocalImage& local : image.locals) numbers[StrCat("local:", local.name)] = next++;
  for (const VariableImage& variable : image.variables) numbers[StrCat("variable:", variable.name)] = next++;
  return numbers;
}

// Adds what was decided about each access of this launch.
void Explain(const Launch& launch, std::optional<Proof> proof, CheckedKernel& row) {
  const std::map<std::string, size_t> numbers = RootNumbers(*launch.kernel);
  for (const Site& site : launch.kernel->sites) {
    if (site.op != "read" && site.op != "write" && site.op != "rmw") continue;
    const auto number = numbers.find(site.root);
    RootDecision decision{Decision::kChecked, "where it goes is known only when it happens"};
    std::string root = "memory of unknown origin";
    if (number != numbers.end() && number->second < launch.roots.size()) {
      decision = launch.roots[number->second].decision;
      root = RootText(*launch.kernel, number->second);
    }
    if (proof == Proof::kCertified && decision.decision == Decision::kChecked) {
      decision = {Decision::kCertified, ""};
    }
    auto same = std::find_if(row.accesses.begin(), row.accesses.end(), [&](const ExplainedAccess& other) {
      return other.site == site.id && other.decision.decision == decision.decision &&
             other.decision.why == decision.why;
    });
    if (same == row.accesses.end()) {
      // Behind what is known of this site and those before it.
      same = std::find_if(row.accesses.begin(), row.accesses.end(),
                          [&](const ExplainedAccess& other) { return other.site > site.id; });
      same = row.accesses.insert(
          same, ExplainedAccess{site.id, site.position, site.op, root, decision, 0});
    }
    ++same->launches;
  }
}

}  // namespace

struct Session::State {
  // What one process gathered; replaced by a fresh one in a forked child.
  struct Gathered {
    FindingCollector collector;
    std::map<std::pair<std::string, std::string>, SkippedKernel> skipped;  // kernel, reason
    std::map<std::string, uint64_t> unchecked;                             // kernel -> launches
    std::map<std::pair<std::string, std::string>, uint64_t> incomplete;    // kernel, what
    std::map<std::pair<std::string, std::string>, std::pair<uint64_t, CheckedKernel>>
        kernels;  // name, program text -> first launch, row
    // The same rows by the objects that name them, which are kept so that no other can take their
    // addresses.
    std::map<std::pair<std::shared_ptr<const KernelImage>, std::shared_ptr<const ProgramSource>>,
             std::pair<uint64_t, CheckedKernel>*>
        known_kernels;
    std::vector<TimedOut> timed_out;
    uint64_t launches = 0;
    uint64_t checked_launches = 0;  // proven ones included
    uint64_t pruned_launches = 0;
    uint64_t certified_launches = 0;
    uint64_t shadow_bytes = 0;
    uint64_t saves = 0;
    bool finished = false;
    bool fails = false;
  };

  explicit State(Options o) : options(std::move(o)), run_directory(RunDirectory()) {}

  const Options options;
  const std::string run_directory;
  std::atomic<bool> active{false};
  std::mutex mutex;
  Gathered gathered;

  Report Build(bool ended_early);
  void Save();
  // nullopt: it ran instrumented.
  void CountKernel(const Launch& launch, std::optional<Proof> proof);
};

Report Session::State::Build(bool ended_early) {
  Report report;
  report.version = Version();
  report.command = CommandLine();
  SelectFindings(gathered.collector.Sorted(), options, &report);
  SourceText source;
  for (Finding& finding : report.findings) source.AddSnippets(&finding);
  for (const auto& [key, kernel] : gathered.skipped) {
    report.not_instrumented.push_back(kernel);
    auto launches = gathered.unchecked.find(kernel.kernel);
    if (launches != gathered.unchecked.end()) {
      report.not_instrumented.back().launches = launches->second;
    }
  }
  report.timed_out = gathered.timed_out;
  std::stable_sort(report.timed_out.begin(), report.timed_out.end(),
                   [](const TimedOut& a, const TimedOut& b) {
                     const auto id = [](const TimedOut& t) { return t.launch ? t.launch->id.value : 0; };
                     return id(a) < id(b);
                   });
  report.totals.errors += report.timed_out.size();
  if (ended_early) report.incomplete.push_back({"", kEndedEarly, 1});
  for (const auto& [key, count] : gathered.incomplete) {
    report.incomplete.push_back({key.first, key.second, count});
  }
  std::map<std::pair<uint64_t, std::string>, const CheckedKernel*> by_launch;
  for (const auto& [key, row] : gathered.kernels) by_launch[{row.first, key.first}] = &row.second;
  for (const auto& [key, kernel] : by_launch) report.kernels.push_back(*kernel);
  report.launches = gathered.launches;
  report.checked_launches = gathered.checked_launches;
  report.pruned_launches = gathered.pruned_launches;
  report.certified_launches = gathered.certified_launches;
  report.shadow_bytes = gathered.shadow_bytes;
  return report;
}

// Leaves the present state for `lockstep run`, in case this process does not live to report it.
void Session::State::Save() {
  if (run_directory.empty() || gathered.finished) return;
  ++gathered.saves;
  Report report = Build(/*ended_early=*/true);
  LeaveResult(run_directory, report.totals, false, RenderReport(report, options));
}

void Session::State::CountKernel(const Launch& launch, std::optional<Proof> proof) {
  const KernelImage& image = *launch.kernel;
  auto*& known = gathered.known_kernels[{launch.kernel, launch.program}];
  if (known == nullptr) {
    known = &gathered.kernels[{image.name, launch.program == nullptr ? "" : launch.program->text}];
  }
  auto& [first, row] = *known;
  if (++row.launches == 1) {
    first = launch.id.value;
    row.name = image.name;
    row.sites = image.sites.empty() ? 0 : image.sites.size() - 1;
    row.barriers = image.barriers;
    row.transformed = image.transformed;
    row.transform_reason = image.transform_reason;
    for (const ArgumentImage& argument : image.args) {
      if (!argument.checked && argument.reads && argument.space == "global") {
        row.unchecked_arguments.push_back(StrCat("'", argument.name, "'"));
      }
    }
    row.notes = image.notes;
    row.dependence = image.dependence;
  }
  if (options.explain_pruning) Explain(launch, proof, row);
  if (proof == Proof::kPruned) ++row.pruned;
  if (proof == Proof::kCertified) ++row.certified;
  if (launch.id.value < first) first = launch.id.value;
  for (const std::string& note : image.notes) ++gathered.incomplete[{image.name, note}];
}

Session& Session::Get() {
  static Session* session = [] {
    RememberStderr();
    return new Session(OptionsFromEnvironment());
  }();
  static const int at_fork =
      pthread_atfork([] { session->state_->mutex.lock(); }, [] { session->state_->mutex.unlock(); },
                     [] {
                       // What the parent found is the parent's to report.
                       session->state_->gathered = State::Gathered();
                       session->state_->active = false;
                       session->state_->mutex.unlock();
                     });
  (void)at_fork;
  return *session;
}

Session::Session(Options options) : state_(std::make_unique<State>(std::move(options))) {}
Session::~Session() = default;

const Options& Session::options() const { return state_->options; }

void Session::NoteActive() {
  if (state_->active.load(std::memory_order_relaxed)) return;
  std::lock_guard<std::mutex> lock(state_->mutex);
  if (state_->active.exchange(true)) return;
  KeepResultOfEarlierProgram(state_->run_directory);
  state_->Save();
}

bool Session::IsSelected(const std::string& kernel) const {
  return KernelSelected(kernel, state_->options.kernel, state_->options.exclude_kernel);
}

bool Session::AddLaunch(std::shared_ptr<const Launch> launch, const void* log, size_t log_bytes,
                        CheckResult replayed) {
  CheckResult result = CheckLog(launch, log, log_bytes);
  std::move(replayed.findings.begin(), replayed.findings.end(), std::back_inserter(result.findings));
  std::move(replayed.incomplete.begin(), replayed.incomplete.end(),
            std::back_inserter(result.incomplete));
  const bool clean =
      result.findings.empty() && result.incomplete.empty() && !result.told_to_stop;
  std::lock_guard<std::mutex> lock(state_->mutex);
  State::Gathered& gathered = state_->gathered;
  if (gathered.finished) {
    LogOnce(kTooLate);
    return false;
  }
  state_->active = true;
  ++gathered.launches;
  ++gathered.checked_launches;
  gathered.shadow_bytes = std::max(gathered.shadow_bytes, launch->shadow_bytes);
  state_->CountKernel(*launch, std::nullopt);
  for (const Incomplete& item : result.incomplete) {
    gathered.incomplete[{item.kernel, item.what}] += item.count;
  }
  bool news = gathered.collector.Add(std::move(result.findings));
  if (result.told_to_stop) {
    // It may have been said to run on, and have ended after all.
    auto& known = gathered.timed_out;
    known.erase(std::remove_if(known.begin(), known.end(),
                               [&](const TimedOut& other) { return other.launch == launch; }),
                known.end());
    const auto end =
        result.stopped.empty() ? TimedOut::End::kByItself : TimedOut::End::kStopped;
    gathered.timed_out.push_back({launch->kernel->name, launch, state_->options.launch_timeout, end,
                                  std::move(result.stopped)});
    state_->Save();
  }
  if (news && SaveNow(gathered.saves, gathered.launches)) state_->Save();
  return clean;
}

void Session::AddProvenLaunch(const Launch& launch, Proof proof) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  State::Gathered& gathered = state_->gathered;
  if (gathered.finished) return LogOnce(kTooLate);
  state_->active = true;
  ++gathered.launches;
  ++gathered.checked_launches;
  ++(proof == Proof::kPruned ? gathered.pruned_launches : gathered.certified_launches);
  state_->CountKernel(launch, proof);
}

void Session::AddWarnings(const std::shared_ptr<const Launch>& launch) {
  if (state_->options.warn != Warnings::kIrregularLoop) return;
  CheckResult result = CheckLoops(launch);
  std::lock_guard<std::mutex> lock(state_->mutex);
  State::Gathered& gathered = state_->gathered;
  if (gathered.finished) return;
  state_->active = true;
  for (const Incomplete& item : result.incomplete) {
    gathered.incomplete[{item.kernel, item.what}] += item.count;
  }
  // Saved even if it is the last thing this process does: the loop may not end.
  if (gathered.collector.Add(std::move(result.findings))) state_->Save();
}

void Session::AddStillRunning(const std::string& kernel, std::shared_ptr<const Launch> launch) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  State::Gathered& gathered = state_->gathered;
  if (gathered.finished) return;
  state_->active = true;
  gathered.timed_out.push_back({kernel, std::move(launch), state_->options.launch_timeout,
                                TimedOut::End::kStillRunning, {}});
  state_->Save();
}

void Session::AddNotInstrumented(const std::string& kernel, const std::string& reason) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->active = true;
  state_->gathered.skipped[{kernel, reason}] = {kernel, reason, 0};
}

void Session::AddUncheckedLaunch(const std::string& kernel) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->active = true;
  ++state_->gathered.launches;
  ++state_->gathered.unchecked[kernel];
}

void Session::AddIncomplete(const std::string& kernel, const std::string& what, uint64_t count) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->active = true;
  state_->gathered.incomplete[{kernel, what}] += count;
}

bool Session::Finish() {
  std::lock_guard<std::mutex> lock(state_->mutex);
  State::Gathered& gathered = state_->gathered;
  if (gathered.finished || !state_->active) return gathered.fails;
  gathered.finished = true;
  Report report = state_->Build(/*ended_early=*/false);
  gathered.fails = Fails(report.totals, state_->options.fail_on);
  const std::string text = RenderReport(report, state_->options);
  const bool told = EmitReport(text, state_->options, state_->run_directory);
  // What this process has no stderr for, `lockstep run` writes to its own.
  LeaveResult(state_->run_directory, report.totals, told, told ? "" : text);
  return gathered.fails;
}

int Session::ExitStatus(int status) {
  bool fails = Finish();
  if (status != 0 || !fails || !state_->run_directory.empty()) return status;
  uint64_t wanted = state_->options.error_exitcode;
  return wanted == 0 ? status : static_cast<int>(wanted);
}

void Session::InstallExitHandler(void (*drain)()) {
  auto handler = [](int status, void* drain) {
    if (drain != nullptr) reinterpret_cast<void (*)()>(drain)();
    int wanted = Session::Get().ExitStatus(status);
    if (wanted != status) exit(wanted);
  };
  on_exit(handler, reinterpret_cast<void*>(drain));
}

}  // namespace lockstep
