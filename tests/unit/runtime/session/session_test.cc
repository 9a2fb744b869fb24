// Sessions in processes of their own: what they write, leave behind and exit with.
#include "runtime/session/session.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <thread>

#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/session/black_box.h"
#include "runtime/session/kept_launches.h"
#include "runtime/session/killed.h"
#include "runtime/session/run_dir.h"
#include "tests/unit/runtime/fake_launch.h"

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
    directory_ = testing::TempDir() + "/lockstep-session-XXXXXX";
    EXPECT_NE(mkdtemp(directory_.data()), nullptr);
  }
  ~SessionTest() override { std::filesystem::remove_all(directory_); }

  // Runs `body` in a child whose stderr goes to a file; returns its wait status.
  int InChild(const std::string& options, const std::string& run_directory,
              const std::function<void()>& body) {
    pid_ = fork();
    if (pid_ == 0) {
      std::string path = directory_ + "/stderr";
      if (freopen(path.c_str(), "w", stderr) == nullptr) _exit(99);
      setenv("LOCKSTEP_OPTIONS", options.c_str(), 1);
      setenv("LOCKSTEP_RUN_DIR", run_directory.c_str(), 1);
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

  std::string directory_;
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
  int status = InChild("", directory_, [] { Session::Get().InstallExitHandler(nullptr); });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(Stderr(), "");
  EXPECT_TRUE(ReadResults(directory_).empty());
}

TEST_F(SessionTest, WithAParentTheResultIsLeftForIt) {
  int status = InChild("", directory_, [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
  });
  EXPECT_EQ(WEXITSTATUS(status), 0);
  auto results = ReadResults(directory_);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].finished);
  EXPECT_EQ(results[0].pid, pid_);
  EXPECT_EQ(results[0].totals.errors, 1u);
}

TEST_F(SessionTest, ACrashedProcessLeavesItsFindings) {
  int status = InChild("", directory_, [] {
    Race();
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  auto results = ReadResults(directory_);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_FALSE(results[0].finished);
  EXPECT_EQ(results[0].totals.errors, 1u);
  const std::string report = RenderReport(
      ReportOfKilled(results[0], directory_, nullptr, "was killed by SIGSEGV", Options()), Options());
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
  launch->roots[0].decision = {Decision::kNotAsked, "so"};
  const auto there = [&](const std::shared_ptr<const Launch>& one, uint64_t process) {
    return LaunchKeeper(directory_, process).Text(one);
  };
  LaunchReader reader(directory_);
  const auto back = reader.ReadLaunch(1, there(launch, 1));
  ASSERT_TRUE(back.ok()) << back.status().message();
  EXPECT_EQ((*back)->device, launch->device);
  EXPECT_EQ((*back)->first_actor, UINT64_MAX);
  EXPECT_FALSE((*back)->log_in_place);
  EXPECT_EQ((*back)->roots[0].label, "line\n");
  EXPECT_EQ((*back)->roots[0].image->size[2], 6u);
  EXPECT_EQ((*back)->roots[0].decision.why, "so");
  EXPECT_EQ((*back)->kernel->sites.size(), launch->kernel->sites.size());
  EXPECT_EQ(there(*back, 2), there(launch, 2));  // nothing else was lost
  EXPECT_FALSE(reader.ReadLaunch(3, there(launch, 1)).ok());  // whose kernel is not there
}

// What `lockstep run` says of a process that leaves `log` open and crashes.
std::string AfterCrash(const std::string& directory, const BlackBox& box) {
  auto results = ReadResults(directory);
  if (results.size() != 1) return "no result";
  return RenderReport(
      ReportOfKilled(results[0], directory, &box, "was killed by SIGSEGV", Options()), Options());
}

TEST_F(SessionTest, ALaunchUnderWayLeavesItsFindings) {
  const std::unique_ptr<BlackBox> box = BlackBox::Make(directory_);
  ASSERT_NE(box, nullptr);
  InChild("", directory_, [] {
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
  const std::string report = AfterCrash(directory_, *box);
  EXPECT_NE(report.find("seen      once"), std::string::npos) << report;
  EXPECT_NE(report.find("launches under way when the program was killed by SIGSEGV, checked up to "
                        "there: 1\n"),
            std::string::npos)
      << report;
}

TEST_F(SessionTest, WhatAWildWriteDamagedIsCountedNotBelieved) {
  const std::unique_ptr<BlackBox> box = BlackBox::Make(directory_);
  ASSERT_NE(box, nullptr);
  InChild("", directory_, [] {
    Session::Get().NoteActive();
    auto region = Session::Get().TakeLog(4096);
    if (region == nullptr) _exit(98);
    Session::Get().NoteUnderWay(FakeLaunch(), *region);
    std::memset(static_cast<char*>(region->log()) - BlackBox::kTextRoom, 0xff, 64);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  });
  const std::string report = AfterCrash(directory_, *box);
  EXPECT_NE(report.find("whose records are damaged: 1\n"), std::string::npos) << report;
  EXPECT_NE(report.find("no findings"), std::string::npos) << report;
}

TEST_F(SessionTest, WithoutABoxLogsAreOrdinaryMemory) {
  InChild("", directory_, [] {
    if (Session::Get().TakeLog(4096) != nullptr) _exit(98);
  });
  std::string elsewhere = directory_ + "/file";
  ASSERT_TRUE(WriteFile(elsewhere, "not a box").ok());
  ASSERT_EQ(symlink(elsewhere.c_str(), (directory_ + "/box").c_str()), 0);
  const int status = InChild("", directory_, [] {
    if (Session::Get().TakeLog(4096) != nullptr) _exit(98);
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(*ReadFile(elsewhere), "not a box");
}

TEST_F(SessionTest, RegionsAreTakenAgainAndBeginWithZeros) {
  const std::unique_ptr<BlackBox> box = BlackBox::Make(directory_);
  ASSERT_NE(box, nullptr);
  const int status = InChild("", directory_, [&] {
    for (uint64_t i = 0; i < 2 * BlackBox::kMostRegions; ++i) {
      auto region = BlackBox::Take(directory_, 1, 4096);
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
  InChild("", directory_, [] {
    Session::Get().InstallExitHandler(nullptr);
    Race();
    if (fork() == 0) exit(0);
    wait(nullptr);
  });
  std::string said = Stderr();
  EXPECT_EQ(said.find("lockstep: summary:"), said.rfind("lockstep: summary:"));
  EXPECT_EQ(ReadResults(directory_).size(), 1u);
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

TEST_F(SessionTest, TheSecondProcessDoesNotOverwriteTheFirstOnesReport) {
  std::string path = directory_ + "/r.txt";
  for (int i = 0; i < 2; ++i) {
    InChild("report=" + path, directory_, [] {
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
  InChild("", "", [] {
    Race();
    Session::Get().Finish();
    Race();
    Race();
  });
  std::string said = Stderr();
  size_t late = said.find("lockstep: incomplete: launches that ended after the report");
  EXPECT_NE(late, std::string::npos);
  EXPECT_EQ(said.find("lockstep: incomplete:", late + 1), std::string::npos);
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
