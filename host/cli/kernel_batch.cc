// `lockstep kernel` for a folder or several files.
#include "host/cli/kernel_batch.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <thread>

#include "host/cli/job.h"
#include "host/cli/kernel.h"
#include "host/cli/kernel_verdict.h"
#include "host/cli/launch_comment.h"
#include "host/cli/progress_line.h"
#include "host/cli/report.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/output_file.h"
#include "runtime/base/text.h"
#include "runtime/report/merge_reports.h"
#include "runtime/report/read_report.h"
#include "runtime/report/report.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The kernel files below `path`, in order; hidden folders are left out. False if a folder cannot be
// read, which is said.
bool FilesIn(const std::string& path, std::vector<std::string>* files) {
  struct stat facts;
  if (stat(path.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode)) {
    files->push_back(path);
    return true;
  }
  std::error_code error;
  std::vector<std::string> below;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    std::string name = at->path().filename().string();
    std::error_code ignored;
    if (name[0] == '.') continue;
    bool folder = at->is_directory(ignored) && !at->is_symlink(ignored);
    if (folder || EndsWith(name, ".cl")) below.push_back(at->path().string());
  }
  if (error) Log(StrCat("cannot read ", path, ": ", error.message()));
  std::sort(below.begin(), below.end());
  bool all = !error;
  for (const std::string& one : below) all = FilesIn(one, files) && all;
  return all;
}

// What is known about one file and what was found in its kernels.
struct FileRun {
  std::string file;
  std::vector<std::vector<std::string>> launches;  // words, each complete but for the kernel's name
  std::vector<KernelVerdict> verdicts;             // in order of kernels and launches
  size_t open = 0;                                 // verdicts still to come
  bool listed = false;
};

// Options that this process itself obeys; all others go on to each kernel's process.
bool IsOurs(const std::string& name) {
  return name == "jobs" || name == "timeout" || name == "kernel" || name == "launch";
}

// Processes at a time if nobody says. Most of a short kernel's time goes to compilers that use one core; each
// takes some hundred megabytes.
unsigned UsualJobs() { return std::clamp(std::thread::hardware_concurrency(), 1u, 16u); }

// The name that a launch's words give its kernel; "" if they leave it open.
std::string NamedKernel(const std::vector<std::string>& words) {
  std::string named;
  for (const std::string& word : words) {
    if (word.rfind("--kernel=", 0) == 0) named = word.substr(9);
  }
  return named;
}

class Batch {
 public:
  explicit Batch(const ParsedLine& line) : line_(line) {
    for (const auto& one : line.own) {
      if (!IsOurs(one.first)) given_.own.push_back(one);
    }
  }
  int Run();

 private:
  bool Prepare();
  void ReadLaunches(FileRun* run);
  Job ListJob(FileRun* run);
  std::vector<Job> KernelJobs(FileRun* run, const std::string& list);
  Job KernelJob(FileRun* run, size_t index);
  Job UncheckedJob(FileRun* run, size_t index);
  void NotRun(FileRun* run, const std::string& reason);
  void Print();
  void PrintVerdicts();
  std::string Temporary(const char* suffix) {
    return StrCat(folder_, "/", ++temporaries_, suffix);
  }

  const ParsedLine& line_;
  ParsedLine given_;  // of it, what every kernel's process gets
  uint64_t parallel_ = 1;
  uint64_t timeout_ = 0;
  std::string folder_;  // for what the processes write
  std::string environment_;
  Agreements agreements_;  // each kernel's process reads them again
  uint64_t temporaries_ = 0;
  bool all_read_ = true;  // all folders
  std::vector<FileRun> runs_;
  size_t printed_ = 0;  // files
  std::vector<KernelVerdict> verdicts_;
  ProgressLine progress_;
};

bool Batch::Prepare() {
  auto jobs = ParseUnsigned(line_.Own("jobs", std::to_string(UsualJobs())));
  auto timeout = ParseUnsigned(line_.Own("timeout", "60"));
  if (!jobs || *jobs == 0 || !timeout) {
    Log("--jobs needs a number from 1 on, --timeout a number of seconds (0: none)");
    return false;
  }
  for (const char* name : {"output", "unchecked", "list"}) {
    if (!line_.HasOwn(name)) continue;
    Log(StrCat("--", name, " is for one kernel, not for several files or folders"));
    return false;
  }
  parallel_ = *jobs;
  timeout_ = *timeout;
  std::vector<std::string> files;
  for (const std::string& path : line_.rest) all_read_ = FilesIn(path, &files) && all_read_;
  if (files.empty()) {
    Log(StrCat("no .cl file in ", Join(line_.rest, ", ")));
    return false;
  }
  for (const std::string& file : files) {
    runs_.emplace_back();
    runs_.back().file = file;
  }
  const StatusOr<std::string> folder = MakeTemporaryDirectory("lockstep-kernel");
  if (!folder.ok()) {
    Log(folder.status().message());
    return false;
  }
  folder_ = *folder;
  agreements_ = ReadAgreements(line_.options);
  for (const std::string& problem : agreements_.problems) Log(problem);
  Options options = line_.options;
  options.report.clear();
  options.report_files.clear();
  options.commands = options.HowCommands();
  options.command_graph.clear();
  options.format = ReportFormat::kJson;
  options.max_findings = 0;
  options.quiet = options.verbose = false;
  options.kernel.clear();
  environment_ = options.ToText();
  return true;
}

// The launches that the file's comment asks for, with the command line's options, which win. Without
// a comment the command line alone says what to launch.
void Batch::ReadLaunches(FileRun* run) {
  auto text = ReadFile(run->file);
  if (!text.ok()) return NotRun(run, text.status().message());
  auto comment = ReadLaunchComment(*text);
  if (!comment.ok()) return NotRun(run, comment.status().message());
  if (comment->launches.empty()) {
    if (!line_.HasOwn("global")) {
      return NotRun(run, "no //launch: comment in its first lines, and no --global");
    }
    comment->launches.emplace_back();
  }
  for (size_t i = 0; i < comment->launches.size(); ++i) {
    run->launches.push_back(LaunchWords(*comment, i, run->file, given_));
  }
}

void Batch::NotRun(FileRun* run, const std::string& reason) {
  KernelVerdict verdict;
  verdict.file = run->file;
  verdict.reason = reason;
  run->verdicts = {verdict};
  run->listed = true;
}

// A process that prints the names of the file's kernels.
Job Batch::ListJob(FileRun* run) {
  Job job;
  job.command = {ExecutableDirectory() + "/lockstep", "kernel"};
  for (const std::string& word : run->launches[0]) {
    bool needed = word == run->file || word.rfind("--build-options=", 0) == 0 ||
                  word.rfind("--device=", 0) == 0;
    if (needed) job.command.push_back(word);
  }
  job.command.push_back("--list");
  job.changes = {{"TMPDIR", folder_},
                 {kListVariable, "exact"},
                 {"LOCKSTEP_OPTIONS", environment_},
                 {kProjectVariable, line_.options.project}};
  job.stdout_file = Temporary(".list");
  job.stderr_file = Temporary(".messages");
  job.done = [this, run, out = job.stdout_file, err = job.stderr_file](const ProcessEnd& end,
                                                                        bool timed_out) {
    auto list = ReadFile(out);
    auto messages = ReadFile(err);
    unlink(out.c_str());
    unlink(err.c_str());
    std::vector<Job> jobs;
    if (!timed_out && end.signal == 0 && end.status == 0 && list.ok()) {
      jobs = KernelJobs(run, *list);
    } else {
      KernelEnd how;
      how.status = end.status;
      how.signal = end.signal;
      how.timed_out = timed_out;
      how.timeout_seconds = timeout_;
      if (messages.ok()) how.messages = *messages;
      KernelVerdict verdict;
      verdict.file = run->file;
      Judge(how, &verdict);
      run->verdicts = {verdict};
    }
    run->listed = true;
    Print();
    return jobs;
  };
  return job;
}

std::vector<Job> Batch::KernelJobs(FileRun* run, const std::string& list) {
  std::vector<std::vector<std::string>> launches = std::move(run->launches);
  run->launches.clear();
  std::string only = line_.Own("kernel");
  unsigned number = 0;
  for (const std::vector<std::string>& words : launches) {
    ++number;
    const std::string named = NamedKernel(words);
    std::vector<std::string> kernels = Split(list, '\n');
    // A comment may name a kernel that is not there: its own process says so.
    if (!named.empty()) kernels = {named};
    for (const std::string& kernel : kernels) {
      if (kernel.empty() || (!only.empty() && kernel != only)) continue;
      KernelVerdict verdict;
      verdict.file = run->file;
      verdict.kernel = kernel;
      verdict.launch = launches.size() > 1 ? number : 0;
      run->verdicts.push_back(verdict);
      run->launches.push_back(words);
      if (named.empty()) run->launches.back().push_back("--kernel=" + kernel);
    }
  }
  run->open = run->verdicts.size();
  std::vector<Job> jobs;
  for (size_t i = 0; i < run->verdicts.size(); ++i) jobs.push_back(KernelJob(run, i));
  return jobs;
}

Job Batch::KernelJob(FileRun* run, size_t index) {
  KernelVerdict& verdict = run->verdicts[index];
  verdict.command = {"lockstep", "kernel", run->file, "--kernel=" + verdict.kernel};
  if (verdict.launch != 0) verdict.command.push_back(StrCat("--launch=", verdict.launch));
  for (const auto& [name, value] : given_.own) {
    verdict.command.push_back(StrCat("--", name, "=", value));
  }
  std::string report = Temporary(".json");
  Job job;
  job.command = {ExecutableDirectory() + "/lockstep", "kernel"};
  job.command.insert(job.command.end(), run->launches[index].begin(), run->launches[index].end());
  job.command.push_back("--report=" + report);
  job.changes = {{"TMPDIR", folder_}, {"LOCKSTEP_OPTIONS", environment_}, {kProjectVariable, line_.options.project}};
  job.stdout_file = Temporary(".output");
  job.stderr_file = Temporary(".messages");
  job.done = [this, run, index, report, out = job.stdout_file, err = job.stderr_file](
                 const ProcessEnd& end, bool timed_out) {
    KernelEnd how;
    how.status = end.status;
    how.signal = end.signal;
    how.timed_out = timed_out;
    how.timeout_seconds = timeout_;
    if (auto messages = ReadFile(err); messages.ok()) how.messages = *messages;
    if (auto text = ReadFile(report); text.ok()) how.report = *text;
    for (const std::string& file : {report, out, err}) unlink(file.c_str());
    Judge(how, &run->verdicts[index]);
    if (end.signal != 0 && !timed_out) return std::vector<Job>{UncheckedJob(run, index)};
    --run->open;
    Print();
    return std::vector<Job>();
  };
  return job;
}

// The same launch without lockstep, to say whose the crash is.
Job Batch::UncheckedJob(FileRun* run, size_t index) {
  Job job;
  job.command = {ExecutableDirectory() + "/lockstep", "kernel"};
  job.command.insert(job.command.end(), run->launches[index].begin(), run->launches[index].end());
  job.command.push_back("--unchecked");
  job.changes = {{"TMPDIR", folder_}};
  job.stdout_file = job.stderr_file = "/dev/null";
  job.done = [this, run, index](const ProcessEnd& end, bool timed_out) {
    run->verdicts[index].reason += end.signal != 0 && !timed_out
                                       ? ", as it does without lockstep"
                                       : "; without lockstep it does not";
    --run->open;
    Print();
    return std::vector<Job>();
  };
  return job;
}

// How far it is, and the verdicts of all files up to the first that is not finished.
void Batch::Print() {
  PrintVerdicts();
  uint64_t done = verdicts_.size();
  uint64_t all = done;
  for (size_t i = printed_; i < runs_.size(); ++i) {
    const FileRun& run = runs_[i];
    const size_t known = run.verdicts.empty() ? run.launches.size() : run.verdicts.size();
    all += known;
    if (run.listed) done += known - run.open;
  }
  if (done < all) progress_.Show(done, all);
}

void Batch::PrintVerdicts() {
  bool text = line_.options.format == ReportFormat::kText;
  for (; printed_ < runs_.size(); ++printed_) {
    FileRun& run = runs_[printed_];
    if (!run.listed || run.open > 0) return;
    for (KernelVerdict& verdict : run.verdicts) {
      bool dull = line_.options.quiet && verdict.state == KernelVerdict::State::kClean &&
                  verdict.remarks.empty();
      if (text && line_.options.report.empty() && !dull) {
        progress_.Clear();
        std::fputs(VerdictText(verdict, line_.options.verbose).c_str(), stdout);
        std::fflush(stdout);
      }
      verdicts_.push_back(std::move(verdict));
    }
  }
}

int Batch::Run() {
  if (!Prepare()) return 2;
  std::vector<Job> jobs;
  for (FileRun& run : runs_) {
    ReadLaunches(&run);
    if (run.listed) continue;
    const bool all_named = std::all_of(run.launches.begin(), run.launches.end(),
                                       [](const auto& words) { return !NamedKernel(words).empty(); });
    if (all_named) {
      run.listed = true;
      for (Job& job : KernelJobs(&run, "")) jobs.push_back(std::move(job));
    } else {
      jobs.push_back(ListJob(&run));
    }
  }
  Print();
  int signal = RunJobs(std::move(jobs), parallel_, timeout_);
  Print();
  progress_.Clear();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  if (signal != 0) EndLike({128 + signal, signal, true});
  std::string text;
  if (line_.options.format == ReportFormat::kJson) {
    text = VerdictsJson(verdicts_);
  } else {
    if (!line_.options.report.empty()) {
      for (const KernelVerdict& verdict : verdicts_) {
        text += VerdictText(verdict, line_.options.verbose);
      }
    }
    text += SummaryText(verdicts_, line_.options.verbose);
  }
  Status status = OkStatus();
  if (!line_.options.report.empty()) status = WriteOutput(ExpandReportPath(line_.options.report), text);
  if (!status.ok()) Log(StrCat("--report: ", status.message(), "; the report follows on stdout"));
  if (line_.options.report.empty() || !status.ok()) std::fputs(text.c_str(), stdout);
  if (!line_.options.report_files.empty() || !line_.options.command_graph.empty()) {
    const auto reports = ReadReports(VerdictsJson(verdicts_));
    if (reports.ok() && !reports->empty()) {
      const Status forms = WriteForms(MergeReports(*reports, line_.options, {}), line_.options);
      if (status.ok()) status = forms;
    } else {
      Log(StrCat("--report: no kernel has a report", reports.ok() ? "" : ": ", reports.status().message()));
    }
  }
  Totals totals;
  totals.no_baseline = agreements_.no_baseline;
  bool all_ran = status.ok() && all_read_;
  for (const KernelVerdict& verdict : verdicts_) {
    totals.errors += verdict.Errors();
    totals.warnings += verdict.warnings;
    totals.infos += verdict.infos;
    totals.unchecked += verdict.unchecked;
    totals.incomplete += verdict.incomplete;
    bool ended_badly = verdict.state == KernelVerdict::State::kFindings && !verdict.reason.empty();
    if (verdict.state == KernelVerdict::State::kNotRun || ended_badly) all_ran = false;
  }
  if (Fails(totals, line_.options.fail_on) && line_.options.error_exitcode != 0) {
    return static_cast<int>(line_.options.error_exitcode);
  }
  return all_ran ? 0 : 1;
}

}  // namespace

int KernelBatch(const ParsedLine& line) { return Batch(line).Run(); }

}  // namespace lockstep
