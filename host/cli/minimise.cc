#include "host/cli/minimise.h"

#include <filesystem>
#include <functional>
#include <utility>

#include "host/cli/job.h"
#include "runtime/base/file.h"
#include "runtime/base/text.h"
#include "runtime/report/read_report.h"

namespace lockstep {
namespace {

constexpr uint64_t kSeconds = 60;  // for one launch; a smaller one may wait for work-items that are not there

// Launches in a folder of its own.
class Trials {
 public:
  Trials(const std::vector<std::string>& words, std::string folder) : words_(words), folder_(std::move(folder)) {}
  ~Trials() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // The ids of what a launch of these sizes shows; none if it fails.
  std::vector<std::string> Ids(const LaunchSizes& sizes) {
    const std::string report = StrCat(folder_, "/", ++count_, ".json");
    Job job;
    job.command = {ExecutableDirectory() + "/lockstep", "kernel"};
    job.command.insert(job.command.end(), words_.begin(), words_.end());
    for (std::string& word : SizeWords(sizes)) job.command.push_back(std::move(word));
    for (const char* word : {"--quiet", "--max-findings=0", "--format=json"}) job.command.emplace_back(word);
    job.command.push_back("--report=" + report);
    job.stdout_file = folder_ + "/stdout";
    job.stderr_file = folder_ + "/stderr";
    job.done = [](const ProcessEnd&, bool) { return std::vector<Job>(); };
    interrupted_ = RunJobs({job}, 1, kSeconds);
    std::vector<std::string> ids;
    const StatusOr<std::string> text = ReadFile(report);
    if (!text.ok()) return ids;
    const StatusOr<std::vector<Report>> reports = ReadReports(*text);
    if (!reports.ok()) return ids;
    for (const Report& one : *reports) {
      for (const Mistake& mistake : one.findings) ids.push_back(mistake.id);
    }
    return ids;
  }

  bool Shows(const LaunchSizes& sizes, const std::string& id) {
    for (const std::string& other : Ids(sizes)) {
      if (other == id) return true;
    }
    return false;
  }

  unsigned count() const { return count_; }
  bool interrupted() const { return interrupted_ != 0; }

 private:
  const std::vector<std::string>& words_;
  const std::string folder_;
  unsigned count_ = 0;
  int interrupted_ = 0;
};

}  // namespace

std::string SizeText(const std::vector<uint64_t>& sizes) {
  std::vector<std::string> texts;
  for (uint64_t size : sizes) texts.push_back(StrCat(size));
  return Join(texts, ",");
}

std::vector<std::string> SizeWords(const LaunchSizes& sizes) {
  return {"--global=" + SizeText(sizes.global), "--local=" + SizeText(sizes.local)};
}

StatusOr<SmallestLaunch> Minimise(const std::vector<std::string>& words, const LaunchSizes& whole) {
  auto folder = MakeTemporaryDirectory("lockstep-minimise");
  if (!folder.ok()) return folder.status();
  Trials trials(words, *folder);
  const std::vector<std::string> ids = trials.Ids(whole);
  if (trials.interrupted()) return InternalError("interrupted");
  if (ids.empty()) return NotFoundError("the launch shows nothing that could stay");
  SmallestLaunch smallest = {ids[0], whole, 0};
  LaunchSizes& now = smallest.sizes;
  const size_t dimensions = now.global.size();
  // A smaller size in one dimension, if one shows the finding: `sized` makes it of a number below `most`.
  const auto shrink = [&](uint64_t most, const std::function<LaunchSizes(uint64_t)>& sized) {
    for (uint64_t number = 1; number < most && !trials.interrupted(); number *= 2) {
      LaunchSizes smaller = sized(number);
      if (!trials.Shows(smaller, smallest.id)) continue;
      now = std::move(smaller);
      return;
    }
  };
  for (size_t d = 0; d < dimensions; ++d) {
    shrink((now.global[d] + now.local[d] - 1) / now.local[d], [&](uint64_t groups) {
      LaunchSizes smaller = now;
      smaller.global[d] = groups * now.local[d];
      return smaller;
    });
  }
  for (size_t d = 0; d < dimensions; ++d) {
    const uint64_t groups = (now.global[d] + now.local[d] - 1) / now.local[d];
    shrink(now.local[d], [&](uint64_t items) {
      LaunchSizes smaller = now;
      smaller.local[d] = items;
      smaller.global[d] = groups * items;
      return smaller;
    });
  }
  if (trials.interrupted()) return InternalError("interrupted");
  smallest.tried = trials.count();
  return smallest;
}

}  // namespace lockstep
