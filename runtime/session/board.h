// What a process is doing right now, in memory that `lockstep run` can still read when the process is gone: the numbers
// of its launches, and what compiles, waits and runs.
//
//   +--------+-------------+---------+---------+- - -+
//   | counts | last native | entry 0 | entry 1 | …   |   at the end of the process's window (channel.h)
//   +--------+-------------+---------+---------+- - -+
//
// Writing takes no lock and no memory and makes no call to the system: it is done around every call that may take
// long, and a signal may end the process in the middle of it.
#ifndef LOCKSTEP_RUNTIME_SESSION_BOARD_H_
#define LOCKSTEP_RUNTIME_SESSION_BOARD_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/report/interrupted.h"

namespace lockstep {

// Launches of a process; all but the first two as ProcessResults counts them.
struct BoardCounts {
  std::atomic<uint64_t> twins_begun;  // checked launches that the driver took,
  std::atomic<uint64_t> twins_ended;  // and of these, those of which the result is counted
  std::atomic<uint64_t> launches;     // counted, those left out by the filters not among them
  std::atomic<uint64_t> checked;
  std::atomic<uint64_t> pruned;
  std::atomic<uint64_t> certified;
  std::atomic<uint64_t> unsaved;  // 1: the process's text (process_slot.h) does not say all yet
};

// What one thread or one launch is doing.
struct BoardEntry {
  std::atomic<uint32_t> taken;  // somebody writes here
  std::atomic<uint32_t> doing;  // Doing; set last, and cleared first
  std::atomic<uint64_t> since;  // nanoseconds of the monotonic clock
  uint64_t launch;              // 0: none
  char kernel[128];             // these end with 0, and are cut if they are longer
  char what[96];
  uint32_t part, parts;  // kCompiling: UnderWay's
};
static_assert(sizeof(BoardEntry) == 256);

struct Board {
  static constexpr uint32_t kEntries = 62;
  static constexpr uint32_t kForQueued = 32;  // launches that have not begun leave the others free
  BoardCounts counts;
  char unused[256 - sizeof(BoardCounts)];
  BoardEntry native;  // the last launch of the application's own kernel: when it ends is not followed
  BoardEntry entries[kEntries];
};
inline constexpr uint64_t kBoardBytes = uint64_t{16} << 10;
static_assert(sizeof(Board) == kBoardBytes);

// kQueued: a launch that the device has not begun; kWaiting: a thread; kChecking: what a launch did, after its end.
enum class Doing : uint32_t { kNothing, kCompiling, kWaiting, kQueued, kRunning, kChecking };

// Where an entry is; it may be none.
struct BoardPlace {
  Board* board = nullptr;
  uint32_t number = 0;
};

// This process's board from now on; null: none (a child that was forked has its own).
void UseBoard(Board* board);
Board* CurrentBoard();

// Writes an entry; none if there is no board, or it is full. Of a launch the kernel's name and the number.
// Of a compilation, the how manieth it is of how many, so far.
struct BoardPart {
  uint32_t part = 0, parts = 0;
};
BoardPlace Post(Doing doing, std::string_view what, std::string_view kernel = "", uint64_t launch = 0,
                BoardPart part = {});
// That entry's owner does this from now on. Gets an entry if it has none.
void Repost(BoardPlace* place, Doing doing, std::string_view kernel, uint64_t launch);
void Unpost(BoardPlace place);

// A launch went to the driver as the application's own kernel, proved or unchecked. `launch`: its number; 0: not known.
void PostNative(std::string_view kernel, uint64_t launch);

// What this thread does until the end of the scope.
class Activity {
 public:
  explicit Activity(Doing doing, std::string_view what, std::string_view kernel = "", uint64_t launch = 0,
                    BoardPart part = {})
      : place_(Post(doing, what, kernel, launch, part)) {}
  ~Activity() { Unpost(place_); }
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;

 private:
  const BoardPlace place_;
};

// What stood on a board, as `lockstep run` reads it; may be damaged.
struct BoardContent {
  uint64_t twins_begun = 0, twins_ended = 0, launches = 0, checked = 0, pruned = 0, certified = 0;
  bool unsaved = false;
  std::vector<UnderWay> under_way;  // longest first
  std::optional<UnderWay> native;   // the last launch of that kind, ended or not
};
BoardContent ReadBoard(const Board& board);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_BOARD_H_
