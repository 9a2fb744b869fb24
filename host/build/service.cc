#include "host/build/service.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>

#include "host/build/helper.h"
#include "runtime/base/text.h"
#include "runtime/session/board.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

static_assert(static_cast<cl_device_type>(DeviceKind::kCpu) == CL_DEVICE_TYPE_CPU);
static_assert(static_cast<cl_device_type>(DeviceKind::kGpu) == CL_DEVICE_TYPE_GPU);
static_assert(static_cast<cl_device_type>(DeviceKind::kAny) == CL_DEVICE_TYPE_ALL);

// The look for the device and eight planted kernels, two at a time, of which each may take a minute.
constexpr uint64_t kTrialSeconds = 300;

// Set for the kernels of a trial, which are to run whatever comes of it.
bool IsOnTrial() {
  const char* trial = std::getenv("LOCKSTEP_TRIAL");
  return trial != nullptr && *trial != '\0';
}

// What stands against serving this device, as `lockstep trial` says; "" if it passed.
std::string FailureOfTrial(const DeviceIdentity& device) {
  const StatusOr<std::string> program = FindInstalled("lockstep");
  if (!program.ok()) return program.status().message();
  const Activity trying(Doing::kCompiling, "planted kernels, to see whether checks work on this driver");
  const StatusOr<std::string> answer =
      RunTool({"lockstep trial", {*program, "trial"}}, WriteIdentity(device), kTrialSeconds);
  return answer.ok() ? *answer : answer.status().message();
}

Service Decide(const Device& device) {
  // Addresses and log records are 64-bit little-endian words.
  if (device.address_bits != 64 || !device.little_endian)
    return {nullptr, StrCat("no back end for device ", device.name)};
  const DeviceIdentity& identity = device.identity;
  const Serving serving = ServingOf(identity, Session::Get().options().backend);
  if (serving.row == nullptr || !serving.needs_trial || IsOnTrial()) return {serving.row, serving.why};
  const std::string failure = FailureOfTrial(identity);
  if (failure.empty()) return {serving.row, ""};
  return {nullptr,
          StrCat("device ", device.name, " with driver ", device.driver_version,
                 " did not pass its trial, so nothing on it is checked: ", failure, "; `lockstep doctor` tries again")};
}

// Quirk::kFullReplication. PoCL asks for the variable whenever it compiles a kernel; its usual method computes the
// same.
void AvoidFullReplication(const Service& service) {
  if (service.row != nullptr && service.row->backend->Has(Quirk::kFullReplication))
    setenv("POCL_FULL_REPLICATION_THRESHOLD", "0", /*overwrite=*/0);
}

}  // namespace

const Service& ServiceOf(const Device& device) {
  static auto* mutex = new std::mutex;
  // Whether it can be served at all is no part of its identity.
  static auto* decided = new std::map<std::tuple<DeviceIdentity, cl_uint, bool>, Service>;
  // Every launch asks. What is known of whole devices stays where it is.
  static auto* known = new std::unordered_map<const Device*, const Service*>;
  std::lock_guard<std::mutex> lock(*mutex);
  if (const auto found = known->find(&device); found != known->end()) return *found->second;
  const auto key = std::make_tuple(device.identity, device.address_bits, device.little_endian);
  auto found = decided->find(key);
  if (found == decided->end()) {
    found = decided->emplace(key, Decide(device)).first;
    AvoidFullReplication(found->second);
  }
  if (!device.is_part) known->emplace(&device, &found->second);
  return found->second;
}

const DeviceRow* BackendFor(const Device& device) { return ServiceOf(device).row; }

}  // namespace lockstep::host
