// One checked process: collects what its launches found and writes the report at the end.
#include "runtime/session/session.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "runtime/base/forked.h"
#include "runtime/base/log.h"
#include "runtime/base/regex.h"
#include "runtime/base/text.h"
#include "runtime/checks/loops.h"
#include "runtime/checks/mistakes.h"
#include "runtime/model/fingerprint.h"
#include "runtime/model/rules.h"
#include "runtime/report/report.h"
#include "runtime/session/agreed.h"
#include "runtime/session/board.h"
#include "runtime/session/channel.h"
#include "runtime/session/found_again.h"
#include "runtime/session/kept_launches.h"
#include "runtime/session/process_results.h"
#include "runtime/session/process_slot.h"
#include "runtime/session/run_dir.h"

namespace lockstep {
namespace {

constexpr char kOutOfReach[] =
    "this process cannot tell `lockstep run` what it found: its report counts for its own exit status only";
constexpr char kNoMemory[] = "lockstep: incomplete: there was not enough memory to write the report\n";
constexpr char kNoMemoryInRun[] =
    "lockstep: incomplete: there was not enough memory to write the report; `lockstep run` writes what it knows\n";

// A crashed process loses nothing of the first findings; later ones are saved less often, so that
// saving stays a small part of the run.
constexpr uint64_t kFirstSaves = 64;

using Clock = std::chrono::steady_clock;

// What is no finding is saved when something begins that may take long: so often at first, which is all of a short
// program, and then if saving took less than this part of the time since the last one.
constexpr uint64_t kSavedAtFirst = 32;
constexpr int kPartSaved = 100;

}  // namespace

struct Session::State {
  explicit State(Options o) : options(std::move(o)), launch_filter(options), keeper(KernelSink()) {}

  const Options options;
  std::optional<Agreements> agreements;  // read when they are first needed, which is seldom below `lockstep run`
  LaunchFilter launch_filter;
  std::atomic<bool> active{false};
  std::mutex mutex;
  // What this process found; replaced by nothing in a forked child.
  ProcessResults results;
  // Its place in the channel of `lockstep run`; null before it is asked for, or if there is none.
  std::unique_ptr<ProcessSlot> slot;
  bool slot_asked = false;
  std::map<LaunchId, std::vector<Finding>> under_way;  // what launches under way have shown so far
  FoundAgain found_again;
  LaunchKeeper keeper;
  AskSymbols ask_symbols;
  uint64_t saves = 0;
  uint64_t quiet_saves = 0;  // those in which there was no finding
  uint64_t left_out = 0;     // launches
  std::atomic<bool> unsaved{false};
  Clock::time_point saved{};     // when
  Clock::duration save_took{};
  std::atomic<bool> finished{false};
  bool halted = false;  // --halt-on-error ends the process
  bool fails = false;
  bool told_run = false;  // `lockstep run` reports what there is, and gives the exit status
  uint32_t wanted = 0;    // ChannelHeader's, when what was found was saved for somebody last
  std::atomic<uint64_t> own_failures{0};
  std::atomic<uint64_t> lost_launches{0};

  LaunchKeeper::KernelSink KernelSink();
  ProcessSlot* Slot();
  ProcessResults All() const;
  const Agreements& Agreed();
  bool FailsNow();
  void CountUnchecked(const std::string& kernel);
  void Changed();
  bool SaveNow() const;
  bool IsCheap() const;
  void Save();
  void SaveIfCheap();
  void SaveIfWanted();
  void WriteReport();
  void BecomeChild();
  void NoteTooLate();
};

LaunchKeeper::KernelSink Session::State::KernelSink() {
  return [this](uint64_t number, const std::string& text) {
    if (ProcessSlot* to = Slot()) to->AddKernel(number, text);
  };
}

ProcessSlot* Session::State::Slot() {
  if (!slot_asked) slot = ProcessSlot::Take();
  slot_asked = true;
  return slot.get();
}

// In a child that was forked: what the parent found is the parent's to report.
void Session::State::BecomeChild() {
  results = ProcessResults();
  under_way.clear();
  found_again = FoundAgain();
  own_failures = lost_launches = 0;
  (void)slot.release();  // its memory is the parent's
  slot_asked = false;
  keeper = LaunchKeeper(KernelSink());
  saves = quiet_saves = left_out = 0;
  unsaved = false;
  UseBoard(nullptr);  // its memory is the parent's, too
  finished = false;
  halted = fails = told_run = false;
  active = false;
}

// What there is to report: the rest of `results` too, which found no memory when it happened or may yet change.
ProcessResults Session::State::All() const {
  ProcessResults all = results;
  if (const uint64_t count = lost_launches.load(); count > 0) {
    all.launches += count;
    all.incomplete[{"", "launches not checked, or not to their end, for want of memory"}] += count;
  }
  if (const uint64_t count = own_failures.load(); count > 0) {
    all.incomplete[{"", "calls that lockstep could not follow, for want of memory or an error of its own"}] += count;
  }
  if (!finished) {
    for (const auto& [launch, findings] : under_way) all.collector.Add(findings);
  }
  return all;
}

const Agreements& Session::State::Agreed() {
  if (!agreements) {
    agreements = ReadAgreements(options);
    // `lockstep run` has said it once for all.
    if (!ChannelNamed()) {
      for (const std::string& problem : agreements->problems) LogOnce(problem);
    }
  }
  return *agreements;
}

// Whether there is anything by now that --fail-on counts.
bool Session::State::FailsNow() {
  const ProcessResults all = All();
  Report report;
  SelectFindings(MistakesOf(all.collector.Sorted()), options, Agreed(), &report);
  report.totals.errors += all.timed_out.size();
  report.launches = all.launches;
  report.checked_launches = all.checked_launches;
  report.left_out = all.DescribeLeftOut(options);
  for (const auto& [key, count] : all.incomplete) {
    report.incomplete.push_back({key.first, key.second, count});
  }
  lockstep::CountUnchecked(&report);
  return Fails(report.totals, options.fail_on);
}

void Session::State::CountUnchecked(const std::string& kernel) {
  active = true;
  ++results.launches;
  const bool first = ++results.unchecked[kernel] == 1;
  Changed();
  if (first && SaveNow()) Save();
  SaveIfWanted();
}

// `results` is not what it was when it was saved.
void Session::State::Changed() {
  unsaved = true;
  Board* board = CurrentBoard();
  if (board == nullptr) return;
  BoardCounts& counts = board->counts;
  counts.unsaved.store(1, std::memory_order_relaxed);
  counts.launches.store(results.launches - left_out, std::memory_order_relaxed);
  counts.checked.store(results.checked_launches, std::memory_order_relaxed);
  counts.pruned.store(results.pruned_launches, std::memory_order_relaxed);
  counts.certified.store(results.certified_launches, std::memory_order_relaxed);
}

// Leaves the present state for `lockstep run`, in case this process does not live to report it.
void Session::State::Save() {
  if (finished || Slot() == nullptr) return;
  ++saves;
  const Clock::time_point begin = Clock::now();
  const ProcessResults all = All();
  const bool left = slot->Leave(keeper.Text(all));
  saved = Clock::now();
  save_took = saved - begin;
  Changed();  // the first time the board was not there before
  unsaved = !left;
  if (Board* board = CurrentBoard()) board->counts.unsaved.store(left ? 0 : 1, std::memory_order_release);
}

// Whether saving has not taken much of the time lately.
bool Session::State::IsCheap() const { return Clock::now() - saved >= kPartSaved * save_took; }

// Whether a finding is saved at once.
bool Session::State::SaveNow() const { return saves < kFirstSaves || results.launches % 64 == 0 || IsCheap(); }

void Session::State::SaveIfCheap() {
  SaveIfWanted();
  if (!unsaved || (quiet_saves >= kSavedAtFirst && !IsCheap())) return;
  ++quiet_saves;
  Save();
}

// A launch ends after this process has reported.
void Session::State::NoteTooLate() {
  if (told_run) return slot->NoteLate();
  LogOnce(StrCat("incomplete: ", kLateLaunches, ", are not in it"));
}

// Somebody asks `lockstep run` what has been found so far.
void Session::State::SaveIfWanted() {
  const ChannelTable* table = ChannelInReach();
  if (table == nullptr) return;
  const uint32_t now = table->header().wanted.load(std::memory_order_relaxed);
  if (std::exchange(wanted, now) != now && unsaved) Save();
}

Session& Session::Get() {
  static Session* session = [] {
    RememberStderr();
    return new Session(OptionsFromEnvironment());
  }();
  static const bool watched = [] {
    pthread_atfork([] { session->state_->mutex.lock(); }, [] { session->state_->mutex.unlock(); }, nullptr);
    OnFork([](bool unannounced) {
      State& state = *session->state_;
      if (unannounced) new (&state.mutex) std::mutex;  // somebody may have held it that is not here
      state.BecomeChild();
      if (JoinedChannel() != nullptr) ForgetStderr();  // `lockstep run` says what it finds
      if (!unannounced) state.mutex.unlock();
    });
    return true;
  }();
  (void)watched;
  return *session;
}

Session::Session(Options options) : state_(std::make_unique<State>(std::move(options))) {}
Session::~Session() = default;

const Options& Session::options() const { return state_->options; }

void Session::NoteActive() {
  if (state_->active.load(std::memory_order_relaxed)) return;
  std::lock_guard<std::mutex> lock(state_->mutex);
  if (state_->active.exchange(true)) return;
  state_->Save();
}

void Session::AddDevice(const std::string& name, const std::string& platform,
                        const std::string& driver, const std::string& version) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  std::vector<DeviceUse>& devices = state_->results.devices;
  auto known = std::find_if(devices.begin(), devices.end(), [&](const DeviceUse& device) {
    return device.name == name && device.platform == platform && device.driver == driver;
  });
  if (known == devices.end()) known = devices.insert(known, {name, platform, driver, version, 0});
  ++known->launches;
}

bool Session::IsTooLate() const {
  if (!state_->finished) return false;
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->NoteTooLate();
  return true;
}

bool Session::IsSelected(const std::string& kernel) const {
  return KernelSelected(kernel, state_->options.kernel, state_->options.exclude_kernel);
}

namespace {

// A write of equal values that every equal launch makes, too, and that nobody wants to hear of.
bool IsSettled(const Finding& finding, const Options& options) {
  return finding.kind == InfoOf(Kind::kSameValue).kind && IsHidden(finding, options) &&
         std::all_of(std::begin(finding.accesses), std::end(finding.accesses),
                     [](const FindingAccess& access) { return access.site.fixed_value; });
}

SpeaksFor WhomItSpeaksFor(const CheckResult& result, const Options& options) {
  if (!result.incomplete.empty() || result.told_to_stop) return SpeaksFor::kNone;
  if (result.findings.empty()) return SpeaksFor::kAll;
  const bool settled = std::all_of(result.findings.begin(), result.findings.end(),
                                   [&](const Finding& one) { return IsSettled(one, options); });
  return settled ? SpeaksFor::kThisProcess : SpeaksFor::kNone;
}

// Whether the two statements that wrote `equal` values have, in `findings` of the same launch, written different ones,
// too.
bool DifferElsewhere(const Finding& equal, const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
    return other.kind == InfoOf(Kind::kWriteWrite).kind && other.reach == equal.reach && other.region == equal.region &&
           ObjectName(other) == ObjectName(equal) &&
           std::equal(std::begin(other.accesses), std::end(other.accesses), std::begin(equal.accesses),
                      [](const FindingAccess& a, const FindingAccess& b) { return a.site.id == b.site.id; });
  });
}

// Whether what a checked launch found is there in each equal one, so that it need not be looked for again: races of
// bytes, in which no data has a part but for what two writes leave there. Where they left one value they may leave two
// the next time, which is news unless they have done so elsewhere.
bool ComesAgain(const Launch& launch, const CheckResult& result, const Options& options) {
  return !launch.certificate_key.empty() && result.incomplete.empty() && !result.told_to_stop &&
         std::all_of(result.findings.begin(), result.findings.end(), [&](const Finding& one) {
           if (one.rule != Rule::kDataRace) return false;
           return one.kind != InfoOf(Kind::kSameValue).kind || IsSettled(one, options) ||
                  DifferElsewhere(one, result.findings);
         });
}

}  // namespace

SpeaksFor Session::AddLaunch(std::shared_ptr<const Launch> launch, const void* log, size_t log_bytes,
                             CheckResult replayed, const std::function<void()>& on_news) {
  CheckResult result = CheckLog(launch, log, log_bytes);
  if (!result.loops_ended) {
    std::move(replayed.findings.begin(), replayed.findings.end(), std::back_inserter(result.findings));
  }
  std::move(replayed.incomplete.begin(), replayed.incomplete.end(),
            std::back_inserter(result.incomplete));
  const SpeaksFor speaks_for = WhomItSpeaksFor(result, state_->options);
  const bool comes_again = speaks_for == SpeaksFor::kNone && ComesAgain(*launch, result, state_->options);
  std::unique_lock<std::mutex> lock(state_->mutex);
  ProcessResults& results = state_->results;
  if (state_->finished) {
    state_->NoteTooLate();
    return SpeaksFor::kNone;
  }
  state_->active = true;
  state_->under_way.erase(launch->id);
  ++results.launches;
  ++results.checked_launches;
  results.shadow_bytes = std::max(results.shadow_bytes, launch->shadow_bytes);
  results.CountKernel(*launch, std::nullopt, state_->options);
  results.AddIncomplete(result.incomplete);
  // What the report shows, behind what it does not.
  const auto shown = std::stable_partition(result.findings.begin(), result.findings.end(),
                                           [&](const Finding& one) { return IsHidden(one, state_->options); });
  std::vector<Finding> hidden(std::make_move_iterator(result.findings.begin()), std::make_move_iterator(shown));
  result.findings.erase(result.findings.begin(), shown);
  std::vector<FindingCollector::Key> keys, hidden_keys;
  const bool shows = results.collector.Add(std::move(result.findings), comes_again ? &keys : nullptr);
  const bool news = results.collector.Add(std::move(hidden), comes_again ? &hidden_keys : nullptr) || shows;
  if (comes_again && !news) {
    keys.insert(keys.end(), hidden_keys.begin(), hidden_keys.end());
    state_->found_again.Add(launch->certificate_key, keys);
  }
  state_->Changed();
  if (result.told_to_stop) {
    // It may have been said to run on, and have ended after all.
    auto& known = results.timed_out;
    known.erase(std::remove_if(known.begin(), known.end(),
                               [&](const TimedOut& other) { return other.launch == launch; }),
                known.end());
    const auto end =
        result.stopped.empty() ? TimedOut::End::kByItself : TimedOut::End::kStopped;
    results.timed_out.push_back({launch->kernel->name, launch, state_->options.launch_timeout, end,
                                  std::move(result.stopped)});
    state_->Save();
  }
  if (news && state_->SaveNow()) state_->Save();
  state_->SaveIfWanted();
  const bool told = news || result.told_to_stop;
  if ((shows || result.told_to_stop) && on_news) {
    lock.unlock();
    on_news();
    lock.lock();
  }
  if (told) HaltIfAsked(lock);
  return speaks_for;
}

void Session::HaltIfAsked(std::unique_lock<std::mutex>& lock) {
  if (!state_->options.halt_on_error || !state_->FailsNow()) return;
  state_->halted = true;
  lock.unlock();
  _exit(ExitStatus(0));
}

void Session::AddCommandFindings(std::vector<Finding> findings) {
  std::unique_lock<std::mutex> lock(state_->mutex);
  if (state_->finished) {
    state_->NoteTooLate();
    return;
  }
  state_->active = true;
  const bool news = state_->results.collector.Add(std::move(findings));
  state_->Changed();
  if (!news) return;
  if (state_->SaveNow()) state_->Save();
  HaltIfAsked(lock);
}

std::unique_ptr<BoxRegion> Session::TakeLog(uint64_t log_bytes) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  const ProcessSlot* slot = state_->Slot();
  return slot == nullptr ? nullptr : TakeRegion(slot->number(), log_bytes);
}

void Session::NoteUnderWay(const std::shared_ptr<const Launch>& launch, BoxRegion& log) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->SaveIfCheap();
  log.Open(state_->keeper.Text(launch));
}

void Session::NoteMayTakeLong() {
  if (!state_->unsaved.load(std::memory_order_relaxed)) return;
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->SaveIfCheap();
}

bool Session::LeavesState() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->Slot() != nullptr;
}

void Session::NoteFoundSoFar(const std::shared_ptr<const Launch>& launch, CheckResult found) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->active = true;
  state_->under_way[launch->id] = std::move(found.findings);
  state_->Save();
}

void Session::AddProvenLaunch(const Launch& launch, Proof proof) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  ProcessResults& results = state_->results;
  if (state_->finished) return state_->NoteTooLate();
  state_->active = true;
  ++results.launches;
  ++results.checked_launches;
  ++(proof == Proof::kPruned ? results.pruned_launches : results.certified_launches);
  if (const auto* found = state_->found_again.Of(launch.certificate_key); found != nullptr && proof != Proof::kPruned) {
    results.collector.AddEqual(*found);
    proof = Proof::kFoundAgain;
  }
  results.CountKernel(launch, proof, state_->options);
  state_->Changed();
  state_->SaveIfWanted();
}

bool Session::IsFoundAgain(const std::string& certificate_key) const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->found_again.Of(certificate_key) != nullptr;
}

void Session::AddWarnings(const std::shared_ptr<const Launch>& launch) {
  if (state_->options.warn != Warnings::kIrregularLoop) return;
  CheckResult result = CheckLoops(launch);
  std::lock_guard<std::mutex> lock(state_->mutex);
  ProcessResults& results = state_->results;
  if (state_->finished) return;
  state_->active = true;
  results.AddIncomplete(result.incomplete);
  state_->Changed();
  // Saved even if it is the last thing this process does: the loop may not end.
  if (results.collector.Add(std::move(result.findings))) state_->Save();
}

void Session::AddStillRunning(const std::string& kernel, std::shared_ptr<const Launch> launch) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  ProcessResults& results = state_->results;
  if (state_->finished) return;
  state_->active = true;
  results.timed_out.push_back({kernel, std::move(launch), state_->options.launch_timeout,
                                TimedOut::End::kStillRunning, {}});
  state_->Save();
}

void Session::AddNotInstrumented(const std::string& kernel, const std::string& reason,
                                 const std::string& launched) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  SkippedKernel& row = state_->results.skipped[{kernel, reason}];
  row.kernel = kernel;
  row.reason = reason;
  ++row.launches;
  state_->CountUnchecked(launched);
}

void Session::AddUncheckedLaunch(const std::string& kernel) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->CountUnchecked(kernel);
}

void Session::AddLostLaunch(const std::string& kernel, const std::string& what) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  ++state_->results.incomplete[{kernel, what}];
  state_->CountUnchecked(kernel);
}

LaunchFilter& Session::launch_filter() { return state_->launch_filter; }

void Session::AddLeftOutLaunch(const std::string& kernel, const std::string& by) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->active = true;
  ++state_->results.launches;
  ++state_->left_out;
  state_->Changed();
  if (!by.empty()) ++state_->results.left_out_by[by];
  if (++state_->results.left_out[kernel] == 1 && state_->SaveNow()) state_->Save();
  state_->SaveIfWanted();
}

void Session::AddIncomplete(const std::string& kernel, const std::string& what, uint64_t count) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->active = true;
  state_->results.incomplete[{kernel, what}] += count;
  state_->Changed();
}

void Session::CountOwnFailure() noexcept { ++state_->own_failures; }

void Session::CountLostLaunch() noexcept {
  state_->active = true;
  ++state_->lost_launches;
}

void Session::State::WriteReport() {
  const ProcessResults all = All();
  if (Slot() != nullptr) {
    const LaunchKeeper::Last last = keeper.LastText(all, halted);
    told_run = slot->Finish(last.text, last.kernels);
    if (told_run) return;
  }
  Report report = all.Build(CommandLine(), ProcessResults::EndedEarly::kNot, options, Agreed());
  if (ask_symbols) GiveSources({&report}, ask_symbols);
  report.process = keeper.facts();
  report.process.end = UtcNow();
  report.halted = halted;
  fails = Fails(report.totals, options.fail_on);
  KeepAgreements(report, options);
  if (!options.quiet && !ChannelNamed()) SayUnused(report.unused);
  EmitForms(report, options.report_files, options, JoinedChannel());
  EmitGraph(report, options, JoinedChannel());
  EmitReport(report, options, JoinedChannel());
  if (ChannelNamed() && Slot() == nullptr) Log(kOutOfReach);
}

void Session::SetSymbolizer(AskSymbols ask) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->ask_symbols = std::move(ask);
}

bool Session::Finish() {
  std::lock_guard<std::mutex> lock(state_->mutex);
  if (state_->finished || !state_->active) return state_->fails;
  state_->finished = true;
  try {
    state_->WriteReport();
  } catch (...) {
    // `lockstep run`, if there is one, reports what was left last.
    state_->fails = state_->fails || !state_->results.collector.all().empty();
    state_->told_run = state_->slot != nullptr;
    WriteStderr(state_->told_run ? kNoMemoryInRun : kNoMemory);
  }
  return state_->fails;
}

int Session::ExitStatus(int status) {
  bool fails = Finish();
  if (status != 0 || !fails || state_->told_run) return status;
  uint64_t wanted = state_->options.error_exitcode;
  return wanted == 0 ? status : static_cast<int>(wanted);
}

void Session::InstallExitHandler(void (*drain)()) {
  auto handler = [](int status, void* drain) {
    ForgetParent();
    if (drain != nullptr) reinterpret_cast<void (*)()>(drain)();
    int wanted = Session::Get().ExitStatus(status);
    if (wanted != status) exit(wanted);
  };
  on_exit(handler, reinterpret_cast<void*>(drain));
}

}  // namespace lockstep
