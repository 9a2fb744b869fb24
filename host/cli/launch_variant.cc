#include "host/cli/launch_variant.h"

#include <filesystem>
#include <utility>

#include "host/cli/job.h"
#include "host/cli/replay.h"
#include "runtime/base/file.h"
#include "runtime/base/text.h"
#include "runtime/report/read_report.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSeconds = 60;  // for one launch; a smaller one may wait for work-items that are not there

// `folder`/`name` becomes a link to `from`/`name`.
Status Link(const std::string& from, const std::string& folder, const std::string& name) {
  std::error_code error;
  fs::create_symlink(fs::absolute(StrCat(from, "/", name), error), StrCat(folder, "/", name), error);
  if (error) return InternalError(StrCat("cannot make a link to ", name, ": ", error.message()));
  return OkStatus();
}

}  // namespace

StatusOr<std::unique_ptr<LaunchVariant>> LaunchVariant::Make(const CapturedLaunch& launch, const std::string& folder,
                                                             std::vector<std::string> options) {
  auto own = MakeTemporaryDirectory("lockstep-minimise");
  if (!own.ok()) return own.status();
  std::unique_ptr<LaunchVariant> variant(new LaunchVariant(launch, *own, std::move(options)));
  if (Status linked = Link(folder, *own, launch.program); !linked.ok()) return linked;
  if (launch.headers) {
    if (Status linked = Link(folder, *own, "include"); !linked.ok()) return linked;
  }
  for (CapturedObject& object : variant->launch_.objects) {
    StatusOr<std::string> content = ReadFile(StrCat(folder, "/", object.file));
    if (!content.ok()) return content.status();
    content->resize(object.size);
    object.file = StrCat("object", object.number);
    if (Status put = variant->SetObject(object.number, std::move(*content)); !put.ok()) return put;
  }
  return variant;
}

LaunchVariant::~LaunchVariant() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Status LaunchVariant::SetObject(uint64_t number, std::string bytes) {
  for (CapturedObject& object : launch_.objects) {
    if (object.number != number) continue;
    if (Status written = WriteFile(StrCat(folder_, "/", object.file), bytes); !written.ok()) return written;
    for (CapturedArgument& argument : launch_.arguments) {
      if (argument.object == number && argument.size == object.size) argument.size = bytes.size();
    }
    object.size = bytes.size();
  }
  objects_[number] = std::move(bytes);
  return OkStatus();
}

std::vector<std::string> LaunchVariant::Try() {
  std::vector<std::string> ids;
  const auto words = KernelWords(launch_, folder_);
  if (!words.ok()) return ids;
  const std::string report = StrCat(folder_, "/report", ++tried_, ".json");
  Job job;
  job.command = {ExecutableDirectory() + "/lockstep", "kernel"};
  job.command.insert(job.command.end(), words->begin(), words->end());
  job.command.insert(job.command.end(), options_.begin(), options_.end());
  for (const char* word : {"--quiet", "--max-findings=0", "--format=json"}) job.command.emplace_back(word);
  job.command.push_back("--report=" + report);
  job.stdout_file = folder_ + "/stdout";
  job.stderr_file = folder_ + "/stderr";
  job.done = [](const ProcessEnd&, bool) { return std::vector<Job>(); };
  interrupted_ = RunJobs({job}, 1, kSeconds);
  const StatusOr<std::string> text = ReadFile(report);
  if (!text.ok()) return ids;
  std::error_code ignored;
  fs::remove(report, ignored);
  const StatusOr<std::vector<Report>> reports = ReadReports(*text);
  if (!reports.ok()) return ids;
  for (const Report& one : *reports) {
    for (const Mistake& mistake : one.findings) ids.push_back(mistake.id);
  }
  return ids;
}

}  // namespace lockstep
