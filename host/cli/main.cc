// The `lockstep` command: picks the sub-command.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "host/cli/built_from.h"
#include "host/cli/commands.h"
#include "host/cli/completions.h"
#include "host/cli/doctor.h"
#include "host/cli/driver_list.h"
#include "host/cli/explain.h"
#include "host/cli/kernel.h"
#include "host/cli/man_page.h"
#include "host/cli/replay.h"
#include "host/cli/report.h"
#include "host/cli/run.h"
#include "host/cli/trial.h"
#include "runtime/base/file.h"
#include "runtime/base/include_dir.h"
#include "runtime/base/log.h"
#include "runtime/base/suggest.h"
#include "runtime/base/text.h"
#include "runtime/report/report.h"
#ifdef LOCKSTEP_WITH_LITMUS
#include "host/cli/litmus_device.h"
#include "runtime/litmus/main.h"
#endif

namespace lockstep {
namespace {

#ifdef LOCKSTEP_WITH_LITMUS
int LitmusCommand(const std::vector<std::string>& words) {
  std::vector<std::string> copies = {"lockstep litmus"};
  copies.insert(copies.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : copies) argv.push_back(word.data());
  argv.push_back(nullptr);
  return litmus::LitmusMain(static_cast<int>(copies.size()), argv.data(), MakeLitmusRunner());
}
#endif

const std::vector<Command>& Commands() {
  static const auto* commands = new std::vector<Command>{
      {"run", RunCommand, RunHelp, WordsAre::kCommandLine, "run a program and check its kernels"},
      {"kernel", KernelCommand, KernelHelp, WordsAre::kFiles, "check one kernel of a file, without a host program"},
      {"replay", ReplayCommand, ReplayHelp, WordsAre::kFiles, "run a launch again that --capture has kept"},
      {"report", ReportCommand, ReportHelp, WordsAre::kFiles,
       "merge, convert and compare reports that were written before"},
      {"doctor", DoctorCommand, DoctorHelp, WordsAre::kNone, "what is there, what would be checked, and a self-test"},
      {"explain", ExplainCommand, ExplainHelp, WordsAre::kKinds,
       "what a kind of finding means, with an example and its repair"},
#ifdef LOCKSTEP_WITH_LITMUS
      {"litmus", LitmusCommand, litmus::LitmusHelp, WordsAre::kFiles,
       "enumerate the executions of a litmus test, and run it on a device"},
#endif
  };
  return *commands;
}

std::string Usage() {
  std::string text =
      "lockstep finds data races and barrier divergence in OpenCL kernels as they run.\n\n"
      "usage: lockstep COMMAND [options]\n\n";
  for (const Command& command : Commands()) {
    std::string name = command.name;
    text += StrCat("  ", name, std::string(10 - name.size(), ' '), command.summary, "\n");
  }
  text += "  version   its version\n";
  return text +
         "\n"
         "`lockstep COMMAND --help` shows its options. The usual way in:\n"
         "  lockstep run -- ./app\n"
         "`lockstep --include-dir` prints the folder of lockstep/rsp.clh, for builds without "
         "lockstep.\n";
}

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// What was meant by a first word that is no command.
std::string WhatInstead(const std::string& word) {
  const std::string quoted = ShellQuote(word);
  if (EndsWith(word, ".cl")) return StrCat("; did you mean `lockstep kernel ", quoted, "`?");
  if (EndsWith(word, ".litmus")) return StrCat("; did you mean `lockstep litmus ", quoted, "`?");
  if (word.find('/') != std::string::npos) return StrCat("; did you mean `lockstep run -- ", quoted, "`?");
  if (word[0] == '-') return "; options stand behind the command, as in `lockstep run --quiet -- ./app`";
  std::vector<std::string> names = {"help", "version"};
  for (const Command& command : Commands()) names.push_back(command.name);
  return DidYouMean(word, names, "; `lockstep --help` lists them");
}

int Main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (IsDriverListHost()) return DriverListHost();
  if (IsKernelHost()) return KernelHost(words);
  if (words.empty()) {
    std::fputs(Usage().c_str(), stderr);
    return 2;
  }
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    std::fputs(Usage().c_str(), stdout);
    return 0;
  }
  if (words[0] == "--version" || words[0] == "version" || words[0] == "-V") {
    std::printf("lockstep %s\nbuilt from %s\n", Version().c_str(), BuiltFrom());
    return 0;
  }
  if (words[0] == "--include-dir") {
    const std::string directory = IncludeDirectory(ExecutableDirectory());
    if (directory.empty()) {
      Log("the headers for kernels (lockstep/rsp.clh) are not installed beside this program");
      return 1;
    }
    std::printf("%s\n", directory.c_str());
    return 0;
  }
  // For whoever installs lockstep.
  if (words[0] == "--man") {
    std::fputs(ManPage(Commands()).c_str(), stdout);
    return 0;
  }
  if (words[0].rfind("--completions=", 0) == 0) {
    const std::string text = Completions(words[0].substr(words[0].find('=') + 1), Commands());
    if (text.empty()) Log("--completions is for bash, zsh or fish");
    std::fputs(text.c_str(), stdout);
    return text.empty() ? 2 : 0;
  }
  if (words[0] == "trial") return TrialCommand();
  for (const Command& command : Commands()) {
    if (words[0] == command.name) return command.run({words.begin() + 1, words.end()});
  }
  Log(StrCat("unknown command '", words[0], "'", WhatInstead(words[0])));
  return 2;
}

}  // namespace
}  // namespace lockstep

int main(int argc, char** argv) {
  lockstep::NoteStderr();
  const int status = lockstep::Main(argc, argv);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  lockstep::Log(lockstep::StrCat("cannot write to stdout: ", std::strerror(errno)));
  return status == 0 ? 1 : status;
}
