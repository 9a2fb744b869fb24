// The memory by which the processes of one `lockstep run` tell it what they find: an anonymous file that
// `lockstep run` makes and its children inherit. It needs no folder, and what a process wrote there outlives
// it, however it ends.
//
//   +--------+--------------+----------+---------+---------------------+---- - - ----+--------+----
//   | header | ProcessEntry | BoxEntry | started | window of process 0 | of 1 …      | region | …
//   +--------+--------------+----------+---------+---------------------+---- - - ----+--------+----
//    `----------------- ChannelTable ----------'   its texts (process_slot.h)          logs (black_box.h)
//
// The file is much larger than any memory: only pages that were written take any.
//
// A process finds it by the descriptor that it inherited, whose number is in LOCKSTEP_CHANNEL, or, since many
// programs close what they do not know before they start others, below /proc of `lockstep run`. Whoever had
// to look there leaves the descriptor for those that it starts, which may be in a container.
#ifndef LOCKSTEP_RUNTIME_SESSION_CHANNEL_H_
#define LOCKSTEP_RUNTIME_SESSION_CHANNEL_H_

#include <atomic>
#include <cstdint>
#include <string>

namespace lockstep {

inline constexpr char kChannelVariable[] = "LOCKSTEP_CHANNEL";

// A text in a process's window, both in bytes; `offset` from its start.
struct TextPlace {
  uint64_t offset;
  uint64_t bytes;
};

// One process that uses OpenCL. The process writes all but the state before it sets that. Nothing in here is
// believed by the reader: it may be what a wild write left.
struct ProcessEntry {
  // kFinished: all that it found stands here. Then one side takes it: kTaken, `lockstep run` reports it; kOwn, the
  // process itself. kLeft: `lockstep run` has reported what stood here, and waits no longer.
  enum State : uint32_t { kFree, kOpen, kFinished, kTaken, kOwn, kLeft };
  std::atomic<uint32_t> state;
  uint32_t pid;                         // as the process sees it, which may be in a container
  std::atomic<uint32_t> current;        // 1 + which of `texts` is what stands; 0: none
  std::atomic<uint32_t> lost;           // its last text found no room
  TextPlace texts[2];                   // so that one is whole while the other is written
  std::atomic<uint64_t> newest_kernel;  // offset in the window; 0: none (process_slot.cc)
  std::atomic<uint64_t> saves;          // texts begun; the one that stands is whole as long as this does not change
  std::atomic<uint64_t> late;           // launches that ended after it had finished
  uint64_t unused[7];
};
static_assert(sizeof(ProcessEntry) == 128);

// A program that was started by exec or posix_spawn, until the library was loaded in it (started.h).
struct StartEntry {
  std::atomic<uint64_t> clock;  // when; 0: free
  std::atomic<uint32_t> pid;    // 0: not known yet
  uint32_t space;               // the process namespace that has this pid (started.cc)
  uint32_t flags;               // StartFlag
  char path[236];               // ends with 0; cut if it is longer
};
static_assert(sizeof(StartEntry) == 256);

struct BoxEntry;

struct ChannelHeader {
  uint64_t magic;
  uint64_t token;                 // the same as in LOCKSTEP_CHANNEL
  std::atomic<uint64_t> next;     // where the next region begins
  std::atomic<uint32_t> entries;  // processes that have asked for an entry
  std::atomic<uint32_t> claimed;  // the process that writes to --report=FILE; 0: none yet
  std::atomic<uint64_t> clock;    // of starts and loadings
  std::atomic<uint32_t> loaded;   // processes in which the library was loaded
  std::atomic<uint32_t> unnoted;  // starts for which there was no place
  char library[1024];             // as it stands in LD_PRELOAD and OPENCL_LAYERS
  uint32_t may_leave_preload;     // programs that do not bear a preloaded library are checked as a layer
  std::atomic<uint32_t> closed;   // `lockstep run` takes the results: who finishes later reports by itself
  uint32_t locked;                // `lockstep run` holds the lock kRunLock as long as it lives
  std::atomic<uint32_t>
      wanted;  // changes when somebody wants to see what there is: processes save it at their next launch
};
static_assert(sizeof(ChannelHeader) == 1088);

// What is mapped of the channel by all that have to do with it. Children that a process forks keep it.
class ChannelTable {
 public:
  static constexpr uint64_t kMostProcesses = 16384;
  static constexpr uint64_t kMostRegions = 4096;
  static constexpr uint64_t kMostStarts = 2048;
  static constexpr uint64_t kLoadings = 65536;
  static constexpr uint64_t kWindowBytes = uint64_t{1} << 30;
  static constexpr uint64_t kWindows = uint64_t{1} << 30;  // where the first one begins
  static constexpr uint64_t kRegions = kWindows + kMostProcesses * kWindowBytes;
  static constexpr uint64_t kFileBytes = uint64_t{1} << 46;

  // Maps the tables of `file`; null if that cannot be done.
  static const ChannelTable* Map(int file);
  ~ChannelTable();
  ChannelTable(const ChannelTable&) = delete;
  ChannelTable& operator=(const ChannelTable&) = delete;

  ChannelHeader& header() const { return *reinterpret_cast<ChannelHeader*>(data_); }
  ProcessEntry& process(uint64_t i) const;
  BoxEntry& region(uint64_t i) const;
  StartEntry& start(uint64_t i) const;
  // When the library was last loaded in a process with the same place here as this one (started.cc).
  std::atomic<uint64_t>& loading(uint32_t space, uint32_t pid) const;

  // True for the first who asks, whenever it does: it writes to --report=FILE, the others to files beside that.
  bool Claim(int process) const;

 private:
  explicit ChannelTable(char* data) : data_(data) {}
  char* const data_;
};

// `bytes` from `offset` on, shared; null if that cannot be done.
char* MapChannel(int file, uint64_t offset, uint64_t bytes);

// The lock of `lockstep run` itself.
inline constexpr uint64_t kRunLock = ChannelTable::kMostProcesses;

// Whether the process with entry `slot` still lives, as seen by `file`, another description of the channel
// than the one that the process holds. Its entry is locked through a description of its own, which nothing
// refers to but the mapping of its window: the lock ends with the process's memory, at its death or when it
// becomes another program, whatever it closes, in whatever container it is, and whoever waits for it or not.
bool LockHeld(int file, uint64_t slot);

// Takes that lock for this process through `file`. `by_process`: the lock is the process's, not that of the
// description, and ends when the process closes any descriptor of the channel; for want of a description of
// its own.
bool TakeLock(int file, uint64_t slot, bool by_process);

// This process's channel: found at the first call, which should be early, and kept. Null if there is no
// `lockstep run`, or it cannot be found (ChannelNamed). Not for use in a child of vfork before it was called
// once.
const ChannelTable* JoinedChannel();

// The same if JoinedChannel has found it, else null. Takes no lock and no memory.
const ChannelTable* ChannelInReach();

// True if LOCKSTEP_CHANNEL says that there is a `lockstep run`.
bool ChannelNamed();

// A descriptor of this process's channel, which stays the channel's to close; -1 if there is none any more.
int ChannelDescriptor();

// What LOCKSTEP_CHANNEL says of a channel that this process made.
std::string ChannelText(uint64_t token, int file);

inline constexpr uint64_t kChannelMagic = 0x316e6168636b636c;  // "lckchan1"

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_CHANNEL_H_
