#include "host/cli/driver_list.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "host/cli/job.h"
#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

using nlohmann::json;

// Where the process that asks leaves its answer; what drivers print would be in the way on stdout.
constexpr char kAnswerVariable[] = "LOCKSTEP_DRIVER_LIST";

// Why a driver's file brought nothing to the loader; "" if it has a platform.
std::string RemarkOn(const std::string& file) {
  std::string library = file;
  if (file.size() > 4 && file.compare(file.size() - 4, 4, ".icd") == 0) {
    auto text = ReadFile(file);
    if (!text.ok()) return text.status().message();
    library = Strip(Split(*text, '\n').front());
    if (library.empty()) return StrCat(file, " names no library in its first line");
  }
  void* driver = dlopen(library.c_str(), RTLD_NOW);
  if (driver == nullptr) return StrCat("the driver of ", file, " cannot be loaded: ", dlerror());
  // As the loader does it.
  auto address = reinterpret_cast<void* (*)(const char*)>(dlsym(driver, "clGetExtensionFunctionAddress"));
  auto platforms = address == nullptr ? nullptr
                                      : reinterpret_cast<cl_int (*)(cl_uint, cl_platform_id*, cl_uint*)>(
                                            address("clIcdGetPlatformIDsKHR"));
  if (platforms == nullptr) return StrCat(library, " of ", file, " is no OpenCL driver");
  cl_uint count = 0;
  const cl_int error = platforms(0, nullptr, &count);
  if (error == CL_SUCCESS && count > 0) return "";
  return StrCat("the driver of ", file, " (", library, ") has no platform to offer");
}

json DeviceJson(const ClDevice& device) {
  return {{"number", device.number}, {"identity", WriteIdentity(device.identity)}};
}

ClDevice DeviceFrom(const json& text) {
  ClDevice device;
  device.number = text.value("number", "");
  device.identity = ReadIdentity(text.value("identity", "")).value_or(DeviceIdentity());
  return device;
}

json Ask() {
  json answer = {{"problem", ""}, {"platforms", json::array()}, {"remarks", json::array()}};
  auto cl = LoadOpenCl();
  if (!cl.ok()) {
    answer["problem"] = cl.status().message();
    return answer;
  }
  for (const ClPlatform& platform : ListPlatforms(*cl)) {
    json devices = json::array();
    for (const ClDevice& device : platform.devices) devices.push_back(DeviceJson(device));
    answer["platforms"].push_back(
        {{"name", platform.name},
         {"error", platform.error == CL_SUCCESS ? "" : ClErrorName(platform.error)},
         {"devices", devices}});
  }
  std::string nothing;
  const std::vector<std::string> files = VendorFiles(&nothing);
  const bool all_there = answer["platforms"].size() >= files.size();
  for (const std::string& file : all_there ? std::vector<std::string>() : files) {
    if (const std::string remark = RemarkOn(file); !remark.empty()) answer["remarks"].push_back(remark);
  }
  if (!nothing.empty()) answer["remarks"].push_back(nothing);
  return answer;
}

void Read(const std::string& text, DriverList* list) {
  const json answer = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!answer.is_object()) return;
  list->problem = answer.value("problem", "");
  for (const json& one : answer.at("platforms")) {
    ListedPlatform platform;
    platform.name = one.value("name", "");
    platform.error = one.value("error", "");
    for (const json& device : one.at("devices")) {
      platform.devices.push_back(DeviceFrom(device));
    }
    list->platforms.push_back(std::move(platform));
  }
  for (const json& remark : answer.at("remarks")) list->remarks.push_back(remark.get<std::string>());
}

}  // namespace

DriverList ListDrivers(const Environment& environment, uint64_t timeout_seconds) {
  DriverList list;
  list.environment = environment;
  const StatusOr<std::string> folder = MakeTemporaryDirectory("lockstep-drivers");
  if (!folder.ok()) {
    list.problem = folder.status().message();
    return list;
  }
  const std::string answer = *folder + "/answer";
  Job job;
  job.command = {ExecutableDirectory() + "/lockstep", "doctor"};
  job.changes = environment;
  job.changes.emplace_back(kAnswerVariable, answer);
  job.stdout_file = "/dev/null";
  job.stderr_file = *folder + "/messages";
  job.done = [&](const ProcessEnd& end, bool timed_out) {
    if (auto messages = ReadFile(job.stderr_file); messages.ok()) list.messages = *messages;
    auto text = ReadFile(answer);
    if (text.ok()) {
      Read(*text, &list);
    } else {
      list.ended_badly = true;
      list.problem = HowItEnded(end, timed_out, timeout_seconds);
    }
    unlink(job.stderr_file.c_str());
    unlink(answer.c_str());
    return std::vector<Job>();
  };
  const int signal = RunJobs({job}, 1, timeout_seconds);
  rmdir(folder->c_str());
  if (signal != 0) EndLike({128 + signal, signal, true});
  return list;
}

bool IsDriverListHost() { return std::getenv(kAnswerVariable) != nullptr; }

int DriverListHost() {
  const std::string text = Ask().dump(-1, ' ', false, json::error_handler_t::replace);
  const Status status = ReplaceFile(std::getenv(kAnswerVariable), text);
  // Drivers that crash when a process ends have answered all the same.
  _exit(status.ok() ? 0 : 1);
}

}  // namespace lockstep
