// How the checked processes of one `lockstep run` tell it what they found.
#include "runtime/session/run_dir.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/report/json_report.h"
#include "runtime/report/text_report.h"

namespace lockstep {
namespace {

std::string PathOf(const std::string& directory, long pid, const char* suffix) {
  return StrCat(directory, "/", pid, suffix);
}

// True if this process is the first of its run that asks.
bool Claim(const std::string& directory) {
  if (directory.empty()) return true;
  int fd = open((directory + "/claimed").c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  close(fd);
  return true;
}

bool ParseHead(const std::string& head, Totals* totals) {
  std::vector<std::string> numbers = Split(head, ' ');
  uint64_t* fields[] = {&totals->errors, &totals->warnings, &totals->infos, &totals->unchecked,
                        &totals->incomplete};
  if (numbers.size() != std::size(fields)) return false;
  for (size_t i = 0; i < numbers.size(); ++i) {
    auto number = ParseUnsigned(numbers[i]);
    if (!number) return false;
    *fields[i] = *number;
  }
  return true;
}

}  // namespace

void LeaveResult(const std::string& directory, const Totals& totals, bool finished,
                 std::string_view text) {
  if (directory.empty()) return;
  std::string content = StrCat(totals.errors, " ", totals.warnings, " ", totals.infos, " ",
                               totals.unchecked, " ", totals.incomplete, "\n", text);
  Status status = ReplaceFile(PathOf(directory, getpid(), finished ? ".done" : ".open"), content);
  if (status.code() == StatusCode::kNotFound) return;  // `lockstep run` is gone, nobody waits
  if (!status.ok()) {
    LogOnce(StrCat("the exit status may be wrong: ", status.message()));
    return;
  }
  if (finished) unlink(PathOf(directory, getpid(), ".open").c_str());
}

void KeepResultOfEarlierProgram(const std::string& directory) {
  if (directory.empty()) return;
  const std::string open = PathOf(directory, getpid(), ".open");
  for (int number = 1; access(open.c_str(), F_OK) == 0 && number < 1000; ++number) {
    const std::string kept = PathOf(directory, getpid(), StrCat("-", number, ".open").c_str());
    if (access(kept.c_str(), F_OK) != 0) rename(open.c_str(), kept.c_str());
  }
}

std::vector<ProcessResult> ReadResults(const std::string& directory) {
  std::vector<ProcessResult> results;
  DIR* dir = opendir(directory.c_str());
  if (dir == nullptr) return results;
  while (const dirent* entry = readdir(dir)) {
    std::string name = entry->d_name;
    size_t dot = name.find('.');
    if (dot == std::string::npos) continue;
    std::string suffix = name.substr(dot);
    auto pid = ParseUnsigned(name.substr(0, std::min(dot, name.find('-'))));
    if (!pid || (suffix != ".open" && suffix != ".done")) continue;
    auto content = ReadFile(StrCat(directory, "/", name));
    if (!content.ok()) continue;
    size_t end = content->find('\n');
    ProcessResult result;
    result.pid = static_cast<long>(*pid);
    result.finished = suffix == ".done";
    if (end == std::string::npos || !ParseHead(content->substr(0, end), &result.totals)) continue;
    (result.finished ? result.report : result.state) = content->substr(end + 1);
    results.push_back(std::move(result));
  }
  closedir(dir);
  std::sort(results.begin(), results.end(), [](const auto& a, const auto& b) {
    return std::tie(a.pid, b.finished) < std::tie(b.pid, a.finished);
  });
  return results;
}

std::string RenderReport(const Report& report, const Options& options) {
  if (options.format == ReportFormat::kJson) return JsonReport(report);
  TextStyle style;
  style.color = options.color == ColorMode::kAlways ||
                (options.color == ColorMode::kAuto && options.report.empty() && StderrWantsColor());
  style.quiet = options.quiet;
  style.verbose = options.verbose;
  return TextReport(report, style);
}

bool EmitReport(const std::string& text, const Options& options, const std::string& directory) {
  if (options.report.empty()) return WriteStderr(text);
  std::string path = ExpandReportPath(options.report);
  if (path == options.report && !Claim(directory)) path += StrCat(".", getpid());
  Status status = WriteFile(path, text);
  if (status.ok()) return true;
  Log(StrCat("--report: ", status.message(), "; the report follows here"));
  return WriteStderr(text);
}

}  // namespace lockstep
