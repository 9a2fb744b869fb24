// Memory of a checked process that `lockstep run` can still read when the process has been killed: the logs
// of launches under way, each with what is needed to read it.
//
// `lockstep run` makes it (an anonymous file, of which only written pages take memory) and leaves its address
// in the run directory; processes take regions of it.
//
//   +--------+---------------------------+--------+--------+----
//   | header | kMostRegions BoxEntry     | region | region | …      a region: kTextRoom bytes for a text,
//   +--------+---------------------------+--------+--------+----    then the log
#ifndef LOCKSTEP_RUNTIME_SESSION_BLACK_BOX_H_
#define LOCKSTEP_RUNTIME_SESSION_BLACK_BOX_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct BoxEntry;
class BoxTable;

// One region, in the process that writes it. Zero when taken. Given back when destroyed.
class BoxRegion {
 public:
  ~BoxRegion();
  BoxRegion(const BoxRegion&) = delete;
  BoxRegion& operator=(const BoxRegion&) = delete;

  void* log() const;
  uint64_t log_bytes() const { return log_bytes_; }

  // From here to Close the log belongs to a launch: what it holds then, and `text`, can be read afterwards.
  // A text of more than kTextRoom bytes is left out.
  void Open(std::string_view text);
  void Close();

  // Makes the whole log zero and gives its pages back. False if that cannot be done so.
  bool Clear();

 private:
  friend class BlackBox;
  BoxRegion() = default;

  BoxEntry* entry_ = nullptr;
  char* data_ = nullptr;
  uint64_t bytes_ = 0;  // of the region
  uint64_t log_bytes_ = 0;
};

// What was left open in one region.
struct OpenRegion {
  std::string text;  // may be damaged: whoever crashed may have written anywhere
  std::string log;
};

class BlackBox {
 public:
  static constexpr uint64_t kTextRoom = uint64_t{1} << 20;
  static constexpr uint64_t kMostRegions = 4096;

  // In `lockstep run`: makes one for the processes that find `directory`. Lives until destroyed; null if the
  // system does not let us.
  static std::unique_ptr<BlackBox> Make(const std::string& directory);
  ~BlackBox();
  BlackBox(const BlackBox&) = delete;
  BlackBox& operator=(const BlackBox&) = delete;

  // What this process had open when it ended. `process`: as LaunchKeeper's, because a process number may
  // come again.
  std::vector<OpenRegion> OpenRegions(long pid, uint64_t process) const;

  // In a checked process: a region with a log of `log_bytes`, in the box of the run whose directory this is;
  // null if there is none that we may open, or no room in it. `process`: as LaunchKeeper's.
  static std::unique_ptr<BoxRegion> Take(const std::string& directory, uint64_t process,
                                         uint64_t log_bytes);

 private:
  BlackBox();
  int file_ = -1;
  std::unique_ptr<BoxTable> table_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_BLACK_BOX_H_
