// Memory of a checked process that `lockstep run` can still read when the process has been killed: the logs
// of launches under way, each with what is needed to read it.
// They are regions of the channel (channel.h); each is kBoxTextRoom bytes for a text, then the log.
#ifndef LOCKSTEP_RUNTIME_SESSION_BLACK_BOX_H_
#define LOCKSTEP_RUNTIME_SESSION_BLACK_BOX_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/session/channel.h"

namespace lockstep {

inline constexpr uint64_t kBoxEntryBytes = 64;

// One region, in the process that writes it. Zero when taken. Given back when destroyed.
class BoxRegion {
 public:
  ~BoxRegion();
  BoxRegion(const BoxRegion&) = delete;
  BoxRegion& operator=(const BoxRegion&) = delete;

  void* log() const;
  uint64_t log_bytes() const { return log_bytes_; }

  // From here to Close the log belongs to a launch: what it holds then, and `text`, can be read afterwards.
  // A text of more than kBoxTextRoom bytes is left out.
  void Open(std::string_view text);
  void Close();

  // Makes the whole log zero and gives its pages back. False if that cannot be done so.
  bool Clear();

 private:
  friend std::unique_ptr<BoxRegion> TakeRegion(uint64_t slot, uint64_t log_bytes);
  BoxRegion() = default;

  BoxEntry* entry_ = nullptr;
  uint64_t slot_ = 0;
  long process_ = 0;
  char* data_ = nullptr;
  uint64_t bytes_ = 0;  // of the region
  uint64_t log_bytes_ = 0;
};

// What was left open in one region.
struct OpenRegion {
  std::string text;  // may be damaged: whoever crashed may have written anywhere
  std::string log;
};

inline constexpr uint64_t kBoxTextRoom = uint64_t{1} << 20;

// In a checked process that has taken this slot: a region with a log of `log_bytes`; null if its channel has
// no room, or cannot be reached any more.
std::unique_ptr<BoxRegion> TakeRegion(uint64_t slot, uint64_t log_bytes);

// In `lockstep run`: what the process of this slot had open when it ended.
std::vector<OpenRegion> OpenRegions(const ChannelTable& table, int file, uint64_t slot);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_BLACK_BOX_H_
