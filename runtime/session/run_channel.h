// The channel in `lockstep run`, which makes it and reads it when the program has ended.
#ifndef LOCKSTEP_RUNTIME_SESSION_RUN_CHANNEL_H_
#define LOCKSTEP_RUNTIME_SESSION_RUN_CHANNEL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/session/black_box.h"
#include "runtime/session/channel.h"
#include "runtime/session/run_dir.h"

namespace lockstep {

class RunChannel {
 public:
  // A descriptor of it is inherited by all programs that are started from here until it is destroyed.
  static StatusOr<std::unique_ptr<RunChannel>> Make();
  ~RunChannel();
  RunChannel(const RunChannel&) = delete;
  RunChannel& operator=(const RunChannel&) = delete;

  // The value of kChannelVariable for those programs.
  std::string variable() const;

  const ChannelTable& table() const { return *table_; }

  // What all processes that used OpenCL left, in the order in which they began to.
  std::vector<ProcessResult> Results() const;

  // The same for the last time: processes report by themselves what is not there yet.
  std::vector<ProcessResult> Take() const;

  // What stands while the processes go on: each as it was at one time. Where nothing was saved since the number of
  // saves that `seen` has for a slot, there is no state.
  std::vector<ProcessResult> ResultsNow(const std::map<uint64_t, uint64_t>& seen) const;

  // Makes processes save what they have found when their next launch is complete, and gives those some time for it that
  // have something new.
  void AskForFindings() const;

  // Whether something has written over its beginning, so that not all processes may be found in it.
  bool IsDamaged() const;

  // Processes for which there was no place.
  uint64_t Refused() const;

  // What the process of this slot had open when it ended.
  std::vector<OpenRegion> LeftOpen(uint64_t slot) const { return OpenRegions(*table_, file_, slot); }

 private:
  RunChannel() = default;
  uint64_t entries() const;  // to be looked at; some may be free

  int file_ = -1;
  uint64_t token_ = 0;
  const ChannelTable* table_ = nullptr;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_RUN_CHANNEL_H_
