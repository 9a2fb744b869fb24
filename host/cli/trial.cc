#include "host/cli/trial.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/cli/driver_list.h"
#include "host/cli/run.h"
#include "runtime/backends/backends.h"
#include "runtime/base/file.h"
#include "runtime/base/json_fields.h"
#include "runtime/base/log.h"
#include "runtime/base/options.h"
#include "runtime/base/text.h"
#include "runtime/cache/cache.h"
#include "runtime/cache/file_identity.h"

namespace lockstep {
namespace {

using nlohmann::json;

constexpr int kAnswer = 3;  // descriptor

// What the outcome depends on besides the device: this program, the library, the compiler and the device libraries.
std::vector<std::string> OurFiles() {
  const std::string folder = ExecutableDirectory();
  std::vector<std::string> files = {folder + "/lockstep"};
  const StatusOr<std::string> library = LibraryPath();
  if (!library.ok()) return files;
  files.push_back(*library);
  files.push_back(CompilerPath(*library));
  std::error_code ignored;
  std::vector<std::string> bitcode;
  const std::string beside = library->substr(0, library->rfind('/'));
  for (const std::string& place : {beside, beside + "/lockstep"}) {
    for (const auto& entry : std::filesystem::directory_iterator(place, ignored)) {
      if (entry.path().extension() == ".bc") bitcode.push_back(entry.path());
    }
  }
  std::sort(bitcode.begin(), bitcode.end());
  files.insert(files.end(), bitcode.begin(), bitcode.end());
  return files;
}

// The back end that would serve it decides what runs there as much as the driver does.
std::string KeyOf(const DeviceIdentity& device, const Options& options, const Cache& cache) {
  const Serving serving = ServingOf(device, options.backend);
  const std::string backend = serving.row != nullptr ? serving.row->backend->name : "none";
  return CacheKey({"trial", WriteIdentity(device), backend, ContentIdentity(OurFiles(), cache)});
}

// How a trial ended, as the cache has it.
struct Outcome {
  std::vector<std::string> problems;
  int64_t tried = 0;  // seconds since 1970
};

template <typename Archive>
void Fields(Archive& archive, Outcome& outcome) {
  archive("problems", outcome.problems);
  archive("tried", outcome.tried);
}

int64_t SecondsSince1970() { return static_cast<int64_t>(std::time(nullptr)); }

// A failure may be the surroundings' (a busy machine, a full disk), so that it does not count for long; nor for an
// application that starts every second may it be tried each time.
constexpr int64_t kFailureSeconds = 3600;

std::optional<std::vector<std::string>> Remembered(const DeviceIdentity& device) {
  const Options options = OptionsFromEnvironment();
  const Cache cache = Cache::FromOptions(options);
  const auto stored = cache.Get(KeyOf(device, options, cache));
  try {
    Outcome outcome;
    FieldReader::Read("outcome", json::parse(stored.value_or(""), nullptr, /*allow_exceptions=*/false), outcome);
    const int64_t age = SecondsSince1970() - outcome.tried;
    if (!outcome.problems.empty() && (age < 0 || age >= kFailureSeconds)) return std::nullopt;
    return std::move(outcome.problems);
  } catch (const FieldError&) {
    return std::nullopt;
  }
}

// The device has another handle here, and maybe another number.
std::vector<std::string> TryNamed(const DeviceIdentity& device) {
  const DriverList list = ListDrivers({}, SelfTestSetup().timeout_seconds);
  for (const ListedPlatform& platform : list.platforms) {
    for (const ClDevice& one : platform.devices) {
      if (one.identity == device) return TryDevice(device, {one.number, {}});
    }
  }
  return {list.problem.empty() ? "a process of its own does not see the device" : list.problem};
}

std::string ReadStdin() {
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(STDIN_FILENO, buffer, sizeof(buffer))) > 0;)
    text.append(buffer, static_cast<size_t>(got));
  return text;
}

// In a line of the report.
std::string Sentence(const std::vector<std::string>& problems) {
  if (problems.empty()) return "";
  return StrCat(problems.size(), " of ", SelfTestCount(), " planted kernels failed: ", problems[0]);
}

}  // namespace

std::vector<std::string> TryDevice(const DeviceIdentity& device, SelfTestSetup setup) {
  setup.environment.emplace_back("LOCKSTEP_TRIAL", "1");
  std::vector<std::string> problems = SelfTest(setup);
  const Options options = OptionsFromEnvironment();
  const Cache cache = Cache::FromOptions(options);
  cache.Put(KeyOf(device, options, cache), FieldWriter::Written(Outcome{problems, SecondsSince1970()}).dump());
  return problems;
}

int TrialCommand() {
  const auto device = ReadIdentity(ReadStdin());
  if (!device) {
    Log("`lockstep trial` is for the library, which names a device on its stdin; `lockstep doctor` tries devices");
    return 2;
  }
  const auto remembered = Remembered(*device);
  const std::string said = Sentence(remembered ? *remembered : TryNamed(*device));
  const std::string answer = StrCat(said.size(), "\n", said);
  if (write(kAnswer, answer.data(), answer.size()) == static_cast<ssize_t>(answer.size())) return 0;
  Log(StrCat("cannot answer on descriptor ", kAnswer, ": ", std::strerror(errno)));
  return 2;
}

}  // namespace lockstep
