// The memory by which the processes of one `lockstep run` tell it what they find.
#include "runtime/session/channel.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/base/page.h"
#include "runtime/base/text.h"
#include "runtime/session/black_box.h"

namespace lockstep {
namespace {

constexpr uint64_t kLocks = uint64_t{1} << 60;  // locks are on bytes that are no bytes of the file
constexpr uint64_t kProcessTable = sizeof(ChannelHeader);
constexpr uint64_t kRegionTable = kProcessTable + ChannelTable::kMostProcesses * sizeof(ProcessEntry);
constexpr uint64_t kStartTable = kRegionTable + ChannelTable::kMostRegions * kBoxEntryBytes;
constexpr uint64_t kLoadingTable = kStartTable + ChannelTable::kMostStarts * sizeof(StartEntry);
constexpr uint64_t kTableBytes = RoundUpToPages(kLoadingTable + ChannelTable::kLoadings * sizeof(uint64_t));
static_assert(kTableBytes <= ChannelTable::kWindows);

// What LOCKSTEP_CHANNEL says.
struct Named {
  uint64_t token = 0;
  int file = -1;
  uint64_t run = 0;  // the process id of `lockstep run`
};

std::optional<Named> ReadVariable() {
  const char* text = std::getenv(kChannelVariable);
  if (text == nullptr) return std::nullopt;
  const std::vector<std::string> parts = Split(text, ':');
  if (parts.size() != 3) return std::nullopt;
  const auto token = ParseUnsigned(parts[0]), file = ParseUnsigned(parts[1]), run = ParseUnsigned(parts[2]);
  if (!token || !file || *file > 1u << 30 || !run) return std::nullopt;
  return Named{*token, static_cast<int>(*file), *run};
}

// True if `file` may be a channel, by what its descriptor tells; its token is looked at when it is mapped.
bool LooksLikeChannel(int file) {
  struct stat facts = {};
  return fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink == 0 &&
         facts.st_size == static_cast<off_t>(ChannelTable::kFileBytes);
}

std::atomic<const ChannelTable*> in_reach{nullptr};

struct Joined {
  bool asked = false;
  std::optional<Named> named;
  const ChannelTable* table = nullptr;
  int file = -1;  // that led there last
};

std::mutex& JoinMutex() {
  static std::mutex* mutex = new std::mutex;
  return *mutex;
}

Joined& GetJoined() {
  static Joined* joined = new Joined;
  return *joined;
}

// True if `file` is the channel that `named` names; maps it where that is not done yet.
bool Accept(Joined& joined, int file) {
  if (!LooksLikeChannel(file)) return false;
  if (joined.table == nullptr) {
    const ChannelTable* table = ChannelTable::Map(file);
    if (table == nullptr) return false;
    const ChannelHeader& header = table->header();
    if (header.magic != kChannelMagic || header.token != joined.named->token) {
      delete table;
      return false;
    }
    joined.table = table;
    in_reach.store(table, std::memory_order_release);
  } else {
    // The number may have become another file's since.
    uint64_t words[2] = {};
    if (pread(file, words, sizeof(words), 0) != sizeof(words) || words[0] != kChannelMagic ||
        words[1] != joined.named->token) {
      return false;
    }
  }
  joined.file = file;
  return true;
}

// Looks for the channel by all ways there are.
bool Find(Joined& joined) {
  const Named& named = *joined.named;
  if (joined.file >= 0 && Accept(joined, joined.file)) return true;
  if (joined.file != named.file && Accept(joined, named.file)) return true;
  const std::string path = StrCat("/proc/", named.run, "/fd/", named.file);
  const int opened = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (opened < 0) return false;
  if (!Accept(joined, opened)) {
    close(opened);
    return false;
  }
  // For the programs that this process starts: under the number that they look at, if that is free.
  const int kept = fcntl(opened, F_DUPFD, named.file);
  if (kept >= 0 && kept != named.file) fcntl(kept, F_SETFD, FD_CLOEXEC);
  if (kept >= 0) {
    close(opened);
    joined.file = kept;
  }
  return true;
}

struct flock LockOf(uint64_t slot) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(kLocks + slot);
  lock.l_len = 1;
  return lock;
}

}  // namespace

const ChannelTable* ChannelTable::Map(int file) {
  char* data = MapChannel(file, 0, kTableBytes);
  return data == nullptr ? nullptr : new ChannelTable(data);
}

ChannelTable::~ChannelTable() { munmap(data_, kTableBytes); }

ProcessEntry& ChannelTable::process(uint64_t i) const {
  return reinterpret_cast<ProcessEntry*>(data_ + kProcessTable)[i];
}

BoxEntry& ChannelTable::region(uint64_t i) const {
  return *reinterpret_cast<BoxEntry*>(data_ + kRegionTable + i * kBoxEntryBytes);
}

StartEntry& ChannelTable::start(uint64_t i) const {
  return reinterpret_cast<StartEntry*>(data_ + kStartTable)[i];
}

std::atomic<uint64_t>& ChannelTable::loading(uint32_t space, uint32_t pid) const {
  const uint32_t place = pid + space * 2654435761u;
  return reinterpret_cast<std::atomic<uint64_t>*>(data_ + kLoadingTable)[place % kLoadings];
}

bool ChannelTable::Claim(int process) const {
  uint32_t owner = 0;
  const auto self = static_cast<uint32_t>(process);
  return header().claimed.compare_exchange_strong(owner, self) || owner == self;
}

char* MapChannel(int file, uint64_t offset, uint64_t bytes) {
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file,
                    static_cast<off_t>(offset));
  return data == MAP_FAILED ? nullptr : static_cast<char*>(data);
}

bool LockHeld(int file, uint64_t slot) {
  struct flock lock = LockOf(slot);
  if (fcntl(file, F_OFD_GETLK, &lock) == 0) return lock.l_type != F_UNLCK;
  lock = LockOf(slot);  // for systems without locks of descriptions
  return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool TakeLock(int file, uint64_t slot, bool by_process) {
  struct flock lock = LockOf(slot);
  return fcntl(file, by_process ? F_SETLK : F_OFD_SETLK, &lock) == 0;
}

const ChannelTable* JoinedChannel() {
  std::lock_guard<std::mutex> lock(JoinMutex());
  Joined& joined = GetJoined();
  if (!joined.asked) {
    const int saved = errno;
    joined.asked = true;
    joined.named = ReadVariable();
    if (joined.named) Find(joined);
    errno = saved;
  }
  return joined.table;
}

const ChannelTable* ChannelInReach() { return in_reach.load(std::memory_order_acquire); }

bool ChannelNamed() {
  const char* text = std::getenv(kChannelVariable);
  return text != nullptr && *text != '\0';
}

int ChannelDescriptor() {
  if (JoinedChannel() == nullptr) return -1;
  std::lock_guard<std::mutex> lock(JoinMutex());
  const int saved = errno;
  const int file = Find(GetJoined()) ? GetJoined().file : -1;
  errno = saved;
  return file;
}

std::string ChannelText(uint64_t token, int file) { return StrCat(token, ":", file, ":", getpid()); }

}  // namespace lockstep
