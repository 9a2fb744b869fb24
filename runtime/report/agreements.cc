// What a project has agreed on about findings.
#include "runtime/report/agreements.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "runtime/base/file.h"
#include "runtime/base/text.h"
#include "runtime/report/process_facts.h"

namespace lockstep {
namespace {

constexpr size_t kDateBytes = 10;  // "2026-01-31"

void AddIds(const nlohmann::json& report, std::set<std::string>* ids) {
  for (const char* list : {"findings", "known_findings"}) {
    if (!report.contains(list)) continue;
    for (const nlohmann::json& finding : report.at(list)) ids->insert(finding.at("id").get<std::string>());
  }
}

Status Failed(const char* what, const std::string& path) {
  return UnavailableError(StrCat(what, " ", path, ": ", strerror(errno)));
}

}  // namespace

StatusOr<std::set<std::string>> IdsIn(std::string_view report) {
  std::set<std::string> ids;
  const nlohmann::json all = nlohmann::json::parse(report, nullptr, /*allow_exceptions=*/false);
  try {
    if (all.is_object() && all.value("tool", "") == "lockstep" && all.contains("kernels")) {
      AddIds(all, &ids);
      for (const nlohmann::json& kernel : all.at("kernels")) {
        if (kernel.contains("report") && kernel.at("report").is_object()) AddIds(kernel.at("report"), &ids);
      }
      return ids;
    }
  } catch (const nlohmann::json::exception&) {
    // Some field is not what reports have there.
  }
  return InvalidArgumentError("is no report in JSON (--format=json) of a lockstep whose findings have ids");
}

Agreements ReadAgreements(const Options& options) {
  Agreements agreements;
  if (!options.suppressions.empty()) {
    const StatusOr<std::string> content = ReadFile(options.suppressions);
    if (content.ok()) {
      agreements.suppressions = ParseSuppressions(*content, options.suppressions, UtcNow().substr(0, kDateBytes));
      for (const std::string& problem : agreements.suppressions.problems) {
        agreements.problems.push_back(StrCat("--suppressions: ", problem));
      }
    } else {
      agreements.no_suppressions = true;
      agreements.problems.push_back(StrCat("--suppressions: ", content.status().message(), "; nothing is suppressed"));
    }
  }
  if (!options.baseline.empty()) {
    const StatusOr<std::string> content = ReadFile(options.baseline);
    const StatusOr<std::set<std::string>> ids = content.ok() ? IdsIn(*content) : content.status();
    agreements.no_baseline = !ids.ok();
    if (ids.ok()) {
      agreements.known = *ids;
    } else {
      agreements.problems.push_back(StrCat("--baseline: ", content.ok() ? StrCat(options.baseline, " ") : "",
                                           ids.status().message(), "; every finding counts as new, and the run fails"));
    }
  }
  return agreements;
}

Status AddSuppressions(const std::string& path, const std::vector<Mistake>& mistakes) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file < 0) return Failed("cannot write", path);
  // Held until the file is closed, so that no other process adds the same meanwhile.
  Status status = flock(file, LOCK_EX) == 0 ? OkStatus() : Failed("cannot lock", path);
  const StatusOr<std::string> there = ReadFile(path);
  if (status.ok() && !there.ok()) status = there.status();
  if (status.ok()) {
    std::vector<std::string> lines = Split(*there, '\n');
    std::set<std::string> known;
    for (const std::string& line : lines) known.insert(std::string(Strip(line)));
    std::vector<const Mistake*> news;
    for (const Mistake& mistake : mistakes) {
      if (known.count(StrCat("id:", mistake.id)) == 0) news.push_back(&mistake);
    }
    const std::string text = StrCat(lines.back().empty() || news.empty() ? "" : "\n", SuppressionsFor(news));
    const ssize_t written = write(file, text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size())) status = Failed("cannot write all of", path);
  }
  close(file);
  return status;
}

}  // namespace lockstep
