// The random-kernel differential test: the interleaving semantics against the tool on the real
// device.
//
//   oracle-differential --lockstep=PATH --runner=PATH [options, see --help]
//
// Exit status 0 if the tool agreed on every kernel. Kernels that the driver alone gets wrong, and that ran
// unchecked since nothing was left to check, are counted as "the driver's own results". --show prints one kernel and
// what is expected;
// --reduce makes one on which the tool disagrees as small as it gets. With --simt=1 the SIMT semantics
// is what the tool is held to, under --model=lockstep:N; kernels that it cannot say are left out. Then
// --block=N makes groups of several blocks of N; otherwise every group is one block.
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/flags/usage_config.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/oracle/interpreters/interleaving.h"
#include "tests/oracle/language/normalise.h"
#include "tests/oracle/tool/batch.h"
#include "tests/oracle/tool/reduce.h"
#include "tests/oracle/tool/simt_verdict.h"

ABSL_FLAG(std::string, lockstep, "", "the command `lockstep`");
ABSL_FLAG(std::string, runner, "", "oracle-run-batch");
ABSL_FLAG(int, first, 0, "the first kernel's seed");
ABSL_FLAG(int, count, 2000, "how many kernels");
ABSL_FLAG(int, batch, 50, "kernels that run in one process");
ABSL_FLAG(int, jobs, 2, "processes at a time");
ABSL_FLAG(bool, simt, false, "hold the tool to the SIMT semantics, under --model=lockstep:N");
ABSL_FLAG(int, block, 8, "with --simt: N; groups of several blocks if it is less than 8");
ABSL_FLAG(bool, parts, false, "kernels with sub-groups, their barriers, and functions of groups and sub-groups");
ABSL_FLAG(std::string, emulation, "", "with --parts: the folder of tests/e2e, if the driver has no sub-groups");
ABSL_FLAG(int, show, -1, "print the kernel with this seed and what is expected");
ABSL_FLAG(int, reduce, -1, "make the kernel with this seed, on which the tool disagrees, as small as it gets");

namespace lockstep::oracle {
namespace {

struct Options {
  Tools tools;
  int first = 0, count = 0, batch = 0, jobs = 0, show = -1, reduce = -1, block = 0;
  bool simt = false, parts = false;
};

struct Case {
  RandomKernel random;
  Outcome expected;                 // of the interleaving semantics
  std::optional<SimtOutcome> simt;  // instead, with --simt=1
  std::optional<SimtBlocksOutcome> blocks;  // or, with a --block smaller than the group
};

Outcome Expect(const RandomKernel& random) {
  InterleavingOptions options;
  options.geometry = random.geometry;
  options.on_divergence = InterleavingOptions::OnDivergence::kResume;
  options.max_states = 20000;
  return Interleave(WithExitBarrier(WithSingleAccesses(WithoutDeadEdges(random.kernel))), options);
}

// Nullopt if the language of the SIMT paper cannot say the kernel, or there are too many evaluations.
std::optional<SimtOutcome> ExpectSimt(const RandomKernel& random) {
  if (!random.source) return std::nullopt;
  SimtOptions options;
  options.threads = random.geometry.threads;
  options.shared_assign = SimtOptions::SharedAssign::kGoOn;
  const std::optional<SimtOutcome> outcome = RunSimt(*random.source, options);
  return outcome && outcome->infinite ? std::nullopt : outcome;
}

// Nullopt as above, or if the group is one block.
std::optional<SimtBlocksOutcome> ExpectBlocks(const RandomKernel& random, int block) {
  if (!random.source || random.geometry.threads <= block) return std::nullopt;
  SimtOptions options;
  options.threads = random.geometry.threads;
  const std::optional<SimtBlocksOutcome> outcome = RunSimtBlocks(*random.source, options, block);
  return outcome && outcome->infinite ? std::nullopt : outcome;
}

// What generated kernels are at most: then with --block=8 every group is one block.
constexpr int kMostThreads = 8;

// Whether the kernel is worth the driver's time: it is small, and independent work-items would race, so
// that lock step has something to order. One in eight of the others is, too.
bool WorthInLockstep(const RandomKernel& random, int seed) {
  constexpr size_t kMostStatements = 14;
  if (KernelText(random, 1).line_of.size() > kMostStatements) return false;
  const Outcome independent = Expect(random);
  return seed % 8 == 0 || std::any_of(independent.may.begin(), independent.may.end(),
                                      [](const Race& r) { return r.kind == RaceClass::kRace; });
}

void PrintSimt(const Case& c) {
  const Layout layout(c.random.kernel, c.random.geometry);
  const auto print = [&](const char* title, const SimtRaces& races) {
    for (const auto& [statement, element] : races) {
      std::printf("\n%s: %s[%d] statement %d", title,
                  c.random.kernel.shared[layout.ArrayOf(element)].name.c_str(),
                  layout.IndexOf(element), statement);
    }
  };
  print("must race", c.simt->must);
  print("may race", c.simt->may);
  std::printf("\ndivergence: may %d must %d\n", c.simt->divergence, c.simt->always_diverges);
}

void PrintExpected(const Case& c) {
  std::printf("%s%d group(s) of %d\n", KernelText(c.random, 1).text.c_str(),
              c.random.geometry.groups, c.random.geometry.threads);
  std::printf("statements by line:");
  for (const auto& [statement, line] : KernelText(c.random, 1).line_of) {
    std::printf(" %d@%d", statement, line);
  }
  if (c.simt) return PrintSimt(c);
  if (c.blocks) {
    std::printf("\nrace %d divergence %d equal values %d wrong flag %d\n", c.blocks->race,
                c.blocks->divergence, c.blocks->same_value, c.blocks->wrong_flag);
    return;
  }
  const Layout layout(c.random.kernel, c.random.geometry);
  const auto print = [&](const char* title, const RaceSet& races) {
    for (const Race& race : races) {
      std::printf("\n%s: %s[%d] statements %d%s %d%s kind %d%s", title,
                  c.random.kernel.shared[layout.ArrayOf(race.element)].name.c_str(),
                  layout.IndexOf(race.element), race.statement_a, race.write_a ? "w" : "r",
                  race.statement_b, race.write_b ? "w" : "r", static_cast<int>(race.kind),
                  race.inter_group ? " between groups" : "");
    }
  };
  print("must race", c.expected.must);
  print("may race", c.expected.may);
  std::printf("\ndivergence: may %d must %d\n", c.expected.diverged_may, c.expected.diverged_must);
  for (const std::vector<int>& store : c.expected.finals) {
    std::printf("final state:");
    for (int value : store) std::printf(" %d", value);
    std::printf("\n");
  }
}

void ExpectLockstep(const Options& options, Case* c) {
  if (options.block < kMostThreads) {
    c->blocks = ExpectBlocks(c->random, options.block);
  } else {
    c->simt = ExpectSimt(c->random);
  }
}

class Campaign {
 public:
  explicit Campaign(const Options& options) : options_(options) {}

  int Run() {
    std::vector<std::thread> workers;
    for (int j = 0; j < options_.jobs; ++j) workers.emplace_back([this, j] { Work(j); });
    for (std::thread& worker : workers) worker.join();
    std::printf("%d kernels: %d race free without divergence, %d with a race, %d only with a "
                "warning or equal values, %d divergent; %d left out as too large for all schedules, %d "
                "because they may run without end; %d the driver's own results; %d disagreements\n",
                checked_, clean_, racy_, lesser_, divergent_, skipped_, endless_, drivers_own_,
                disagreements_.load());
    return disagreements_ == 0 && checked_ > 0 ? 0 : 1;
  }

 private:
  void Work(int job) {
    for (;;) {
      const int start = next_.fetch_add(options_.batch);
      if (start >= options_.count || disagreements_ > 20) return;
      std::vector<Case> cases;
      for (int i = start; i < std::min(options_.count, start + options_.batch); ++i) {
        Case c;
        GeneratorOptions generator;
        generator.several_groups = !options_.simt;
        generator.parts = options_.parts;
        c.random = Generate(options_.first + i, generator);
        if (options_.simt) {
          ExpectLockstep(options_, &c);
          if (!c.simt && !c.blocks) continue;
          if (!WorthInLockstep(c.random, options_.first + i)) continue;
        } else {
          c.expected = Expect(c.random);
        }
        if (c.simt || c.blocks || (c.expected.complete && !c.expected.infinite)) {
          cases.push_back(std::move(c));
        } else {
          std::lock_guard<std::mutex> lock(mutex_);
          ++(c.expected.complete ? endless_ : skipped_);
        }
      }
      if (!cases.empty()) CheckCases(cases, absl::StrCat("job", job));
    }
  }

  // A run that fails as a whole is halved until the kernel is found that makes it fail.
  void CheckCases(const std::vector<Case>& cases, const std::string& tag) {
    std::vector<RandomKernel> kernels;
    for (const Case& c : cases) kernels.push_back(c.random);
    const absl::StatusOr<std::vector<Verdict>> verdicts = RunBatch(kernels, options_.tools, tag);
    if (verdicts.ok()) {
      for (size_t i = 0; i < cases.size(); ++i) Judge(cases, i, (*verdicts)[i], tag);
    } else if (cases.size() == 1) {
      const std::string message(verdicts.status().message());
      if (!absl::IsAborted(verdicts.status()) || !IsDriversOwn(cases, 0, message, tag)) {
        Complain(cases[0], {message});
      }
    } else {
      const auto middle = cases.begin() + static_cast<long>(cases.size() / 2);
      CheckCases({cases.begin(), middle}, tag);
      CheckCases({middle, cases.end()}, tag);
    }
  }

  std::vector<std::string> Wrongs(const Case& c, const Verdict& verdict) const {
    return c.blocks ? SimtBlocksDisagreements(verdict, *c.blocks)
           : c.simt ? SimtDisagreements(verdict, *c.simt, c.random.kernel, c.random.geometry)
                    : Disagreements(verdict, c.expected, c.random.kernel, c.random.geometry);
  }

  void Judge(const std::vector<Case>& cases, size_t number, const Verdict& verdict, const std::string& tag) {
    const Case& c = cases[number];
    Count(c);
    const std::vector<std::string> wrong = Wrongs(c, verdict);
    if (wrong.empty()) return;
    const bool only_state = wrong.size() == 1 && absl::StartsWith(wrong[0], "final state");
    if (!only_state || !IsDriversOwn(cases, number, wrong[0], tag)) Complain(c, wrong);
  }

  // Whether the program, without the tool, ends and leaves a possible state of the kernel.
  bool IsRightAlone(const std::vector<Case>& cases, size_t number, const std::string& tag) const {
    const std::string name = absl::StrCat(tag, "native");
    std::vector<RandomKernel> kernels;
    for (const Case& each : cases) kernels.push_back(each.random);
    NativeResult native = RunNatively(kernels, options_.tools, name);
    if (native.status != 0 && cases.size() > 1) {  // another kernel may have ended it
      native = RunNatively({cases[number].random}, options_.tools, name);
    }
    if (native.status != 0) return false;
    const std::vector<int>& globals = native.globals[native.globals.size() == 1 ? 0 : number];
    return cases[number].expected.finals.count(globals) != 0;
  }

  // Where nothing is left to check the application's own kernel runs (docs/pruning.md), and the driver may
  // compile that wrongly. It is the driver's own result, and no disagreement, if the same program comes to
  // a wrong state or an early end without the tool as well (not to the same one: what a kernel does that was
  // compiled wrongly may depend on what lay in memory), and if the tool agrees when it is made to check it.
  bool IsDriversOwn(const std::vector<Case>& cases, size_t number, const std::string& wrong,
                    const std::string& tag) {
    const Case& c = cases[number];
    if (c.simt || c.blocks) return false;  // what the driver does alone says nothing about lock step
    if (IsRightAlone(cases, number, tag)) return false;
    Tools checking = options_.tools;
    // With a time limit a kernel's twin runs even if it makes no access at all.
    absl::StrAppend(&checking.options, " --prune=off --certify=off --launch-timeout=600");
    const absl::StatusOr<std::vector<Verdict>> checked =
        RunBatch({c.random}, checking, absl::StrCat(tag, "checked"));
    if (!checked.ok() || !Wrongs(c, (*checked)[0]).empty()) return false;
    if (absl::StartsWith(wrong, "the run ended")) Count(c);  // who ended the process was not judged
    std::lock_guard<std::mutex> lock(mutex_);
    ++drivers_own_;
    std::printf("the driver's own result, without the tool as well: %s: %s\n", c.random.kernel.name.c_str(),
                wrong.substr(0, 80).c_str());
    std::fflush(stdout);
    return true;
  }

  void Count(const Case& c) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++checked_;
    if (c.simt) {
      racy_ += c.simt->race;
      divergent_ += c.simt->divergence;
      clean_ += !c.simt->race && !c.simt->divergence;
      return;
    }
    if (c.blocks) {
      racy_ += c.blocks->race;
      divergent_ += c.blocks->divergence;
      const bool lesser = c.blocks->same_value || c.blocks->wrong_flag;
      lesser_ += !c.blocks->race && !c.blocks->divergence && lesser;
      clean_ += !c.blocks->race && !c.blocks->divergence && !lesser;
      return;
    }
    const Outcome& expected = c.expected;
    const bool race = std::any_of(expected.may.begin(), expected.may.end(),
                                  [](const Race& r) { return r.kind == RaceClass::kRace; });
    racy_ += race;
    lesser_ += !race && !expected.may.empty();
    divergent_ += expected.diverged_may;
    clean_ += expected.race_free() && !expected.diverged_may;
  }

  void Complain(const Case& c, const std::vector<std::string>& wrong) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++disagreements_;
    std::printf("\n==== %s\n", c.random.kernel.name.c_str());
    for (const std::string& line : wrong) std::printf("%s\n", line.c_str());
    PrintExpected(c);
    std::fflush(stdout);
  }

  const Options& options_;
  std::mutex mutex_;
  std::atomic<int> next_{0};
  std::atomic<int> disagreements_{0};
  int checked_ = 0, clean_ = 0, racy_ = 0, lesser_ = 0, divergent_ = 0, skipped_ = 0, endless_ = 0,
      drivers_own_ = 0;
};

// What is wrong with the tool's verdict on one kernel; empty if nothing or if it cannot be told.
std::vector<std::string> Wrong(const Case& c, const Tools& tools) {
  if (!c.expected.complete || c.expected.infinite) return {};
  const absl::StatusOr<std::vector<Verdict>> verdicts = RunBatch({c.random}, tools, "reduce");
  if (!verdicts.ok()) return {std::string(verdicts.status().message())};
  return Disagreements((*verdicts)[0], c.expected, c.random.kernel, c.random.geometry);
}

void ReduceAndPrint(const Options& options) {
  Case c;
  GeneratorOptions generator;
  generator.parts = options.parts;
  c.random = Generate(options.reduce, generator);
  c.random.source.reset();
  c.expected = Expect(c.random);
  const std::vector<std::string> first = Wrong(c, options.tools);
  if (first.empty()) {
    std::printf("the tool agrees on this kernel\n");
    return;
  }
  // The same kind of failure: how the complaint begins, or for crashes the line that says where.
  const auto kind = [](const std::string& complaint) {
    return complaint.substr(0, complaint.find("run ended") == std::string::npos ? 20 : 100);
  };
  c.random = Reduce(std::move(c.random), [&](const RandomKernel& smaller) {
    const std::vector<std::string> wrong =
        Wrong({smaller, Expect(smaller), std::nullopt, std::nullopt}, options.tools);
    return !wrong.empty() && kind(wrong[0]) == kind(first[0]);
  });
  c.expected = Expect(c.random);
  for (const std::string& line : Wrong(c, options.tools)) std::printf("%s\n", line.c_str());
  PrintExpected(c);
}

int Main(int argc, char** argv) {
  absl::SetProgramUsageMessage("oracle-differential --lockstep=PATH --runner=PATH [options]");
  absl::FlagsUsageConfig usage;  // --help lists the flags of this file
  usage.contains_help_flags = [](absl::string_view file) { return absl::EndsWith(file, "differential.cc"); };
  absl::SetFlagsUsageConfig(usage);
  const std::vector<char*> words = absl::ParseCommandLine(argc, argv);
  Options options;
  options.tools.lockstep = absl::GetFlag(FLAGS_lockstep);
  options.tools.runner = absl::GetFlag(FLAGS_runner);
  options.first = absl::GetFlag(FLAGS_first);
  options.count = absl::GetFlag(FLAGS_count);
  options.batch = absl::GetFlag(FLAGS_batch);
  options.jobs = absl::GetFlag(FLAGS_jobs);
  options.simt = absl::GetFlag(FLAGS_simt);
  options.parts = absl::GetFlag(FLAGS_parts);
  options.tools.emulation = absl::GetFlag(FLAGS_emulation);
  options.block = absl::GetFlag(FLAGS_block);
  options.show = absl::GetFlag(FLAGS_show);
  options.reduce = absl::GetFlag(FLAGS_reduce);
  if (words.size() > 1) {
    std::fprintf(stderr, "oracle-differential takes no '%s', only options; see --help\n", words[1]);
    return 2;
  }
  if (options.show < 0 && (options.tools.lockstep.empty() || options.tools.runner.empty())) {
    std::fprintf(stderr, "oracle-differential needs --lockstep=PATH and --runner=PATH; see --help\n");
    return 2;
  }
  if (options.show >= 0) {
    Case c;
    GeneratorOptions generator;
    generator.several_groups = !options.simt;
    generator.parts = options.parts;
    c.random = Generate(options.show, generator);
    c.expected = Expect(c.random);
    if (options.simt) ExpectLockstep(options, &c);
    PrintExpected(c);
    return 0;
  }
  const char* temporary = getenv("TMPDIR");
  std::string folder = absl::StrCat(temporary ? temporary : "/tmp", "/lockstep-oracle-XXXXXX");
  if (!mkdtemp(folder.data())) return std::perror(folder.c_str()), 2;
  options.tools.folder = folder;
  if (options.simt) options.tools.options = absl::StrCat("--model=lockstep:", options.block);
  int status = 0;
  if (options.reduce >= 0) {
    ReduceAndPrint(options);
  } else {
    status = Campaign(options).Run();
  }
  std::error_code failed;
  std::filesystem::remove_all(folder, failed);
  return failed ? 2 : status;
}

}  // namespace
}  // namespace lockstep::oracle

int main(int argc, char** argv) { return lockstep::oracle::Main(argc, argv); }
