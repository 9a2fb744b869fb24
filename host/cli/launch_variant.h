// A captured launch that is changed and tried.
#ifndef LOCKSTEP_HOST_CLI_LAUNCH_VARIANT_H_
#define LOCKSTEP_HOST_CLI_LAUNCH_VARIANT_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/capture/capture.h"

namespace lockstep {

// The launch, in a temporary folder, where its files are links to those of the capture until they change. The folder
// goes with this.
class LaunchVariant {
 public:
  // Of the launch in `folder`; `options`: of `lockstep kernel`, for every trial. Errors: what cannot be read or made.
  static StatusOr<std::unique_ptr<LaunchVariant>> Make(const CapturedLaunch& launch, const std::string& folder,
                                                       std::vector<std::string> options);
  ~LaunchVariant();
  LaunchVariant(const LaunchVariant&) = delete;
  LaunchVariant& operator=(const LaunchVariant&) = delete;

  // Its sizes may be changed; its memory only by SetObject.
  CapturedLaunch& launch() { return launch_; }
  const std::map<uint64_t, std::string>& objects() const { return objects_; }

  // Memory object `number` holds `bytes`, and so do the arguments that had all of it.
  Status SetObject(uint64_t number, std::string bytes);

  // The ids of what the launch shows, in the report's order; none if it fails. Runs it in a process of its own.
  std::vector<std::string> Try();

  unsigned tried() const { return tried_; }
  bool interrupted() const { return interrupted_ != 0; }  // by the user, in a trial

 private:
  LaunchVariant(CapturedLaunch launch, std::string folder, std::vector<std::string> options)
      : launch_(std::move(launch)), folder_(std::move(folder)), options_(std::move(options)) {}

  CapturedLaunch launch_;
  const std::string folder_;
  const std::vector<std::string> options_;
  std::map<uint64_t, std::string> objects_;
  unsigned tried_ = 0;
  int interrupted_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_LAUNCH_VARIANT_H_
