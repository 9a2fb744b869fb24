// Sessions in processes of their own: what they write, leave behind and exit with.
#include "runtime/session/session.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>

#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/session/board.h"
#include "runtime/session/kept_launches.h"
#include "runtime/session/left_report.h"
#include "runtime/session/run_channel.h"
#include "tests/unit/runtime/fake_launch.h"
#include "tests/unit/temporary_folder.h"

namespace lockstep {
namespace {

FakeLog RacyLog() {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(2, 0, 1, LS_CLASS_W),
              Record(33, 0, 1, LS_CLASS_W), 0, 64);
  return log;
}

class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    auto channel = RunChannel::Make();
    EXPECT_TRUE(channel.ok()) << channel.status().message();
    channel_ = std::move(*channel);
  }

  // Runs `body` in a child whose stderr goes to a file; returns its wait status. `channel`: the value of
  // LOCKSTEP_CHANNEL.
  int InChild(const std::string& options, const std::string& channel,
              const std::function<void()>& body) {
    pid_ = fork();
    if (pid_ == 0) {
      std::string path = directory_ + "/stderr";
      if (freopen(path.c_str(), "w", stderr) == nullptr) _exit(99);
      setenv("LOCKSTEP_OPTIONS", options.c_str(), 1);
      setenv("LOCKSTEP_CHANNEL", channel.c_str(), 1);
      body();
      exit(0);
    }
    int status = -1;
    waitpid(pid_, &status, 0);
    return status;
  }
  std::string Stderr() { return ReadFile(directory_ + "/stderr").value(); }

  static void Race() {
    FakeLog log = RacyLog();
    Session::Get().AddLaunch(FakeLaunch(), log.data(), log.size());
  }

  // What `lockstep run` says of a process that crashed.
  std::string AfterCrash(const Options& options = {}) {
    auto results = channel_->Results();
    if (results.size() != 1) return "no result";
    return RenderReport(ReportOf(results[0], options), options);
  }
  Report ReportOf(const ProcessResult& result, const Options& options = {}) {
    bool whole = false;
    return ReportOfLeft(result, *channel_, {"was killed by SIGSEGV", SIGSEGV}, options, &whole);
  }

  TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
  std::unique_ptr<RunChannel> channel_;
  pid_t pid_ = 0;
};

TEST_F(SessionTest, WithoutAParentTheExitStatusIsSetHere) {
  int status = InChild("", "", [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
  });
  EXPECT_EQ(WEXITSTATUS(status), 66);
  EXPECT_EQ(Stderr().rfind("lockstep: data race:", 0), 0u);
}

TEST_F(SessionTest, AllOtherExitHandlersStillRun) {
  std::string path = directory_ + "/handlers";
  int status = InChild("error-exitcode=9", "", [&] {
    static std::string file;
    file = path;
    atexit([] { (void)WriteFile(file, "early ", true); });
    Session::Get().InstallExitHandler([] { (void)WriteFile(file, "drain ", true); });
    atexit([] { (void)WriteFile(file, "late ", true); });
    Race();
    printf("buffered output");
    if (freopen((file + ".out").c_str(), "w", stdout) == nullptr) _exit(99);
    printf("flushed");
  });
  EXPECT_EQ(WEXITSTATUS(status), 9);
  EXPECT_EQ(ReadFile(path).value(), "late drain early ");
  EXPECT_EQ(ReadFile(path + ".out").value(), "flushed");
}

TEST_F(SessionTest, TheProgramsOwnFailureStays) {
  int status = InChild("", "", [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
    exit(3);
  });
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST_F(SessionTest, ZeroExitCodeAndMilderFindingsLeaveTheStatusAlone) {
  for (const char* options : {"error-exitcode=0", "fail-on=error"}) {
    int status = InChild(options, "", [&] {
      Session::Get().InstallExitHandler(nullptr);
      if (options == std::string("fail-on=error")) {
        FakeLog log;
        log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 1, LS_CLASS_W),
                    Record(2, 1, 2, LS_CLASS_R), 0, 0);
        Session::Get().AddLaunch(FakeLaunch(), log.data(), log.size());
      } else {
        Race();
      }
    });
    EXPECT_EQ(WEXITSTATUS(status), 0) << options;
  }
}

TEST_F(SessionTest, AProcessWithoutOpenClSaysNothing) {
  int status = InChild("", channel_->variable(), [] { Session::Get().InstallExitHandler(nullptr); });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(Stderr(), "");
  EXPECT_TRUE(channel_->Results().empty());
}

TEST_F(SessionTest, WithAParentTheResultIsLeftForIt) {
  int status = InChild("", channel_->variable(), [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
  });
  EXPECT_EQ(WEXITSTATUS(status), 0);
  auto results = channel_->Results();
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].finished);
  EXPECT_EQ(results[0].pid, pid_);
  EXPECT_EQ(Stderr(), "");
  const Report report = ReportOf(results[0]);
  EXPECT_EQ(report.totals.errors, 1u);
  EXPECT_EQ(report.process.pid, static_cast<uint64_t>(pid_));
  EXPECT_NE(report.process.end, "");
  EXPECT_TRUE(report.incomplete.empty());
}

TEST_F(SessionTest, WhoFinishesWhenNobodyWaitsAnyMoreReportsItself) {
  for (const bool taken_before : {false, true}) {
    int status = InChild("", channel_->variable(), [&] {
      Session::Get().InstallExitHandler(nullptr);
      if (taken_before) Session::Get().NoteActive();
      channel_->Take();
      Race();
    });
    EXPECT_EQ(WEXITSTATUS(status), 66);
    EXPECT_EQ(Stderr().rfind("lockstep: data race:", 0), 0u);
  }
}

TEST_F(SessionTest, WhoFinishesAfterItsParentWasKilledReportsItself) {
  int told[2];
  ASSERT_EQ(pipe(told), 0);
  const pid_t run = fork();
  if (run == 0) {
    const auto channel = RunChannel::Make();
    const std::string variable = (*channel)->variable();
    (void)!write(told[1], variable.data(), variable.size());
    pause();
    _exit(0);
  }
  char variable[128] = {};
  ASSERT_GT(read(told[0], variable, sizeof(variable) - 1), 0);
  const int status = InChild("", variable, [&] {
    Session::Get().InstallExitHandler(nullptr);
    Session::Get().NoteActive();
    const int file = ChannelDescriptor();
    if (file < 0 || !LockHeld(file, kRunLock)) _exit(98);
    kill(run, SIGKILL);
    while (LockHeld(file, kRunLock)) usleep(1000);
    Race();
  });
  waitpid(run, nullptr, 0);
  EXPECT_EQ(WEXITSTATUS(status), 66);
  EXPECT_EQ(Stderr().rfind("lockstep: data race:", 0), 0u);
  for (const int fd : told) close(fd);
}

TEST_F(SessionTest, ACrashedProcessLeavesItsFindings) {
  int status = InChild("", channel_->variable(), [] {
    Race();
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  auto results = channel_->Results();
  ASSERT_EQ(results.size(), 1u);
  EXPECT_FALSE(results[0].finished);
  const std::string report = AfterCrash();
  EXPECT_NE(report.find("lockstep: data race:"), std::string::npos);
  EXPECT_NE(report.find("processes that ended without exit()"), std::string::npos);
}

TEST_F(SessionTest, ALaunchSurvivesItsText) {
  auto launch = std::make_shared<Launch>(*FakeLaunch());
  launch->device = "a \"device\"";
  launch->global_offset[1] = 7;
  launch->first_actor = UINT64_MAX;
  launch->log_in_place = false;
  launch->roots[0].label = "line\n";
  launch->roots[0].image = ImageShape{{4, 5, 6}, 2, true, 16, 64, 640};
  launch->roots[0].over_buffer = true;
  launch->roots[0].decision = {Decision::kNotAsked, "so", "and so"};
  std::map<uint64_t, std::string> kernels;
  const auto there = [&](const std::shared_ptr<const Launch>& one) {
    return LaunchKeeper([&](uint64_t number, const std::string& text) { kernels[number] = text; }).Text(one);
  };
  const std::string text = there(launch);
  const auto back = LaunchReader(kernels).ReadLaunch(text);
  ASSERT_TRUE(back.ok()) << back.status().message();
  EXPECT_EQ((*back)->device, launch->device);
  EXPECT_EQ((*back)->first_actor, UINT64_MAX);
  EXPECT_FALSE((*back)->log_in_place);
  EXPECT_EQ((*back)->roots[0].label, "line\n");
  EXPECT_EQ((*back)->roots[0].image->size[2], 6u);
  EXPECT_EQ((*back)->roots[0].decision.why, "so");
  EXPECT_EQ((*back)->kernel->sites.size(), launch->kernel->sites.size());
  EXPECT_EQ(there(*back), text);                          // nothing else was lost
  EXPECT_FALSE(LaunchReader({}).ReadLaunch(text).ok());  // whose kernel is not there
}

// covers: killed-under-way
TEST_F(SessionTest, ALaunchUnderWayLeavesItsFindings) {
  InChild("", channel_->variable(), [] {
    Session::Get().NoteActive();
    FakeLog log = RacyLog();
    auto region = Session::Get().TakeLog(log.size());
    auto closed = Session::Get().TakeLog(log.size());
    if (region == nullptr || closed == nullptr) _exit(98);
    Session::Get().NoteUnderWay(FakeLaunch(), *region);
    Session::Get().NoteUnderWay(FakeLaunch(), *closed);
    std::memcpy(region->log(), log.data(), log.size());
    std::memcpy(closed->log(), log.data(), log.size());
    closed->Close();
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  });
  const std::string report = AfterCrash();
  EXPECT_NE(report.find("seen      once"), std::string::npos) << report;
  EXPECT_NE(report.find("launches under way when the program was killed by SIGSEGV, checked up to "
                        "there: 1\n"),
            std::string::npos)
      << report;
}

TEST_F(SessionTest, AKernelUnderWayIsOneThatWasSeen) {
  InChild("kernel=wanted", channel_->variable(), [] {
    Session::Get().NoteActive();
    Session::Get().AddLeftOutLaunch("other", "");
    const Activity compiling(Doing::kCompiling, "the checks", "wanted", 2);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  });
  Options options;
  options.kernel = "wanted";
  const std::string report = AfterCrash(options);
  EXPECT_NE(report.find("1 launch left out by --kernel=wanted"), std::string::npos) << report;
  EXPECT_EQ(report.find("matches none"), std::string::npos) << report;
}

// covers: killed-under-way
TEST_F(SessionTest, WhatAWildWriteDamagedIsCountedNotBelieved) {
  InChild("", channel_->variable(), [] {
    Session::Get().NoteActive();
    auto region = Session::Get().TakeLog(4096);
    if (region == nullptr) _exit(98);
    Session::Get().NoteUnderWay(FakeLaunch(), *region);
    std::memset(static_cast<char*>(region->log()) - kBoxTextRoom, 0xff, 64);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  });
  const std::string report = AfterCrash();
  EXPECT_NE(report.find("whose records are damaged: 1\n"), std::string::npos) << report;
  EXPECT_NE(report.find("no findings"), std::string::npos) << report;
}

TEST_F(SessionTest, WithoutAChannelLogsAreOrdinaryMemory) {
  std::string elsewhere = directory_ + "/file";
  ASSERT_TRUE(WriteFile(elsewhere, "no channel").ok());
  const int file = open(elsewhere.c_str(), O_RDWR);
  const std::string token = channel_->variable().substr(0, channel_->variable().find(':') + 1);
  const std::string wrong_token = "1" + channel_->variable();
  for (const std::string& text : {std::string(), StrCat(token, file, ":0"), StrCat(token, "999999:0"),
                                  wrong_token, std::string("::"), std::string("x")}) {
    const int status = InChild("", text, [] {
      if (Session::Get().TakeLog(4096) != nullptr) _exit(98);
    });
    EXPECT_EQ(status, 0) << text;
  }
  close(file);
  EXPECT_EQ(*ReadFile(elsewhere), "no channel");
}

TEST_F(SessionTest, AProcessThatCannotTellItsParentSaysSoAndFailsByItself) {
  const int status = InChild("", "1:999999:0", [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
  });
  EXPECT_EQ(WEXITSTATUS(status), 66);
  EXPECT_NE(Stderr().find("cannot tell `lockstep run` what it found"), std::string::npos) << Stderr();
}

TEST_F(SessionTest, ClosedDescriptorsLoseNothing) {
  for (const bool crashes : {false, true}) {
    InChild("", channel_->variable(), [&] {
      Session::Get().InstallExitHandler(nullptr);
      Session::Get().NoteActive();
      close_range(3, ~0u, 0);
      Race();
      if (crashes) _exit(0);
    });
    const auto results = channel_->Results();
    ASSERT_EQ(results.size(), crashes ? 2u : 1u);
    EXPECT_EQ(results.back().finished, !crashes);
    EXPECT_EQ(ReportOf(results.back()).totals.errors, 1u);
    EXPECT_FALSE(results.back().lost);
  }
}

TEST_F(SessionTest, AProcessIsAliveUntilItEndsWhateverItClosesAndWhoeverWaits) {
  int told[2], go[2];
  ASSERT_EQ(pipe(told), 0);
  ASSERT_EQ(pipe(go), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    setenv("LOCKSTEP_CHANNEL", channel_->variable().c_str(), 1);
    Session::Get().NoteActive();
    dup2(go[0], 0);
    dup2(told[1], 1);
    close_range(2, ~0u, 0);
    // A child of its own does not count as it.
    if (fork() == 0) {
      char byte;
      (void)!read(0, &byte, 1);
      (void)!read(0, &byte, 1);
      _exit(0);
    }
    char byte = 1;
    (void)!write(1, &byte, 1);
    (void)!read(0, &byte, 1);
    _exit(0);
  }
  char byte = 1;
  ASSERT_EQ(read(told[0], &byte, 1), 1);
  ASSERT_EQ(channel_->Results().size(), 1u);
  EXPECT_TRUE(channel_->Results()[0].alive);
  kill(pid, SIGKILL);
  siginfo_t info;
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT), 0);
  EXPECT_EQ(kill(pid, 0), 0);  // a zombie has its number still
  EXPECT_FALSE(channel_->Results()[0].alive);
  ASSERT_EQ(write(go[1], "xx", 2), 2);
  waitpid(pid, nullptr, 0);
  for (const int fd : {told[0], told[1], go[0], go[1]}) close(fd);
}

TEST_F(SessionTest, StatesMayGrowAndOfEachKernelOneTextIsKept) {
  InChild("", channel_->variable(), [] {
    auto slot = ProcessSlot::Take();
    if (slot == nullptr) _exit(1);
    for (uint64_t i = 0; i < 40; ++i) {
      if (!slot->AddKernel(i, std::string(i * 1000, static_cast<char>('a' + i % 26)))) _exit(2);
      const std::string state(1 + i * 20000, static_cast<char>('a' + i % 26));
      if (!slot->Leave(state)) _exit(3);
    }
    const size_t most = ChannelTable::kWindowBytes;
    void* zeros = mmap(nullptr, most, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slot->Leave({static_cast<const char*>(zeros), most})) _exit(4);
    _exit(0);
  });
  const auto results = channel_->Results();
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].lost);  // the one that was too large
  EXPECT_TRUE(results[0].state == std::string(1 + 39 * 20000, 'n'));
  ASSERT_EQ(results[0].kernels.size(), 40u);
  EXPECT_EQ(results[0].kernels.at(7), std::string(7000, 'h'));
}

TEST_F(SessionTest, RegionsAreTakenAgainAndBeginWithZeros) {
  const int status = InChild("", channel_->variable(), [&] {
    for (uint64_t i = 0; i < 2 * ChannelTable::kMostRegions; ++i) {
      auto region = TakeRegion(1, 4096);
      if (region == nullptr) _exit(1);
      if (*static_cast<const int*>(region->log()) != 0) _exit(2);
      std::memset(region->log(), 1, 4096);
      if (!region->Clear()) _exit(3);
      if (*static_cast<const int*>(region->log()) != 0) _exit(4);
      std::memset(region->log(), 1, 4096);
    }
  });
  EXPECT_EQ(status, 0);
}

TEST_F(SessionTest, AForkedChildDoesNotReportItsParentsFindings) {
  InChild("", channel_->variable(), [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
    if (fork() == 0) exit(0);
    wait(nullptr);
  });
  std::string said = Stderr();
  EXPECT_EQ(said.find("lockstep: summary:"), said.rfind("lockstep: summary:"));
  EXPECT_EQ(channel_->Results().size(), 1u);
}

TEST_F(SessionTest, ReportFileTakesTheReportAndKeepsStderrClean) {
  std::string path = directory_ + "/report.%p.json";
  InChild(StrCat("format=json report=", path), "", [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
  });
  EXPECT_EQ(Stderr(), "");
  auto text = ReadFile(StrCat(directory_, "/report.", pid_, ".json"));
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text->front(), '{');
}

TEST_F(SessionTest, AReportFileThatCannotBeWrittenFallsBackToStderr) {
  InChild("report=/no/such/directory/r.txt", "", [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
  });
  EXPECT_EQ(Stderr().rfind("lockstep: --report: cannot write /no/such/directory/r.txt", 0), 0u);
  EXPECT_NE(Stderr().find("lockstep: data race:"), std::string::npos);
}

TEST_F(SessionTest, OfTwoThatReportThemselvesTheSecondDoesNotOverwriteTheFirst) {
  std::string path = directory_ + "/r.txt";
  channel_->Take();
  for (int i = 0; i < 2; ++i) {
    InChild("report=" + path, channel_->variable(), [] {
      Session::Get().InstallExitHandler(nullptr);
      Race();
    });
  }
  EXPECT_TRUE(ReadFile(path).ok());
  EXPECT_TRUE(ReadFile(StrCat(path, ".", pid_)).ok());
}

TEST_F(SessionTest, WrongOptionsAreSaidInOneLineAndTheProgramGoesOn) {
  int status = InChild("colour=1", "", [] { Session::Get().NoteActive(); });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(Stderr(),
            "lockstep: LOCKSTEP_OPTIONS: unknown option 'colour'; did you mean 'color'? "
            "(ignored)\n");
}

TEST_F(SessionTest, ReportSurvivesAProgramThatClosesItsStderr) {
  InChild("", "", [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
    close(2);
  });
  EXPECT_NE(Stderr().find("lockstep: summary:"), std::string::npos);
}

TEST_F(SessionTest, WhatComesAfterTheReportIsSaid) {
  constexpr int kWrong = 9;
  const int status = InChild("", "", [] {
    Race();
    if (Session::Get().IsTooLate()) _exit(kWrong);
    Session::Get().Finish();
    Race();
    if (!Session::Get().IsTooLate()) _exit(kWrong);
    Race();
  });
  EXPECT_NE(status, kWrong);
  std::string said = Stderr();
  size_t late = said.find("lockstep: incomplete: launches that ended after the report");
  EXPECT_NE(late, std::string::npos);
  EXPECT_EQ(said.find("lockstep: incomplete:", late + 1), std::string::npos);
}

TEST_F(SessionTest, LaunchesAreCountedByTheReasonThatLeftThemUnchecked) {
  const int status = InChild("fail-on=unchecked", "", [] {
    Session& session = Session::Get();
    session.InstallExitHandler(nullptr);
    session.AddNotInstrumented("k", "one", "k");
    session.AddNotInstrumented("k", "one", "k");
    session.AddNotInstrumented("k", "another", "k");
    session.AddNotInstrumented("", "no back end", "m");
  });
  EXPECT_EQ(WEXITSTATUS(status), 66);
  const std::string said = Stderr();
  EXPECT_NE(said.find("lockstep: not instrumented: k: one (2 launches)\n"), std::string::npos) << said;
  EXPECT_NE(said.find("lockstep: not instrumented: k: another\n"), std::string::npos);
  EXPECT_NE(said.find("lockstep: not instrumented: no back end\n"), std::string::npos);
  EXPECT_NE(said.find("none of 4 launches was checked"), std::string::npos);
}

TEST_F(SessionTest, ALostLaunchIsUncheckedAndIncomplete) {
  for (const char* option : {"fail-on=unchecked", "fail-on=incomplete"}) {
    const int status = InChild(option, "", [] {
      Session::Get().InstallExitHandler(nullptr);
      Session::Get().AddLostLaunch("k", "launches that were lost");
    });
    EXPECT_EQ(WEXITSTATUS(status), 66) << option;
  }
}

TEST_F(SessionTest, ThreadsMayReportAtOnce) {
  InChild("", "", [] {
    Session::Get().InstallExitHandler(nullptr);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([t] {
        for (int i = 0; i < 50; ++i) {
          FakeLog log = RacyLog();
          Session::Get().AddLaunch(FakeLaunch(1 + t * 50 + i), log.data(), log.size());
          Session::Get().AddNotInstrumented("k2", "why", "k2");
          Session::Get().AddIncomplete("k", "what");
        }
      });
    }
    for (auto& thread : threads) thread.join();
  });
  std::string said = Stderr();
  EXPECT_NE(said.find("seen      200 times in 200 launches"), std::string::npos) << said;
  EXPECT_NE(said.find("lockstep: incomplete: k: what: 200\n"), std::string::npos);
  EXPECT_NE(said.find("lockstep: not instrumented: k2: why (200 launches)\n"), std::string::npos);
  EXPECT_NE(said.find("lockstep: summary: 1 error in 200 launches of 1 kernel (200 more launches "
                      "not checked); not instrumented: k2: why; incomplete, see above\n"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep
