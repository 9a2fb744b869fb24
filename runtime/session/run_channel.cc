// The channel in `lockstep run`.
#include "runtime/session/run_channel.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/base/write_signals.h"

namespace lockstep {
namespace {

// How long AskForFindings waits at most, in steps.
constexpr int kAskSteps = 15;
constexpr auto kAskStep = std::chrono::milliseconds(20);

Status Failed(const char* what) { return UnavailableError(StrCat(what, ": ", strerror(errno))); }

uint64_t NewToken() {
  uint64_t token = 0;
  if (getrandom(&token, sizeof(token), GRND_NONBLOCK) == sizeof(token)) return token;
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

// `file` under a number high up, where programs that count their descriptors do not look, and inherited.
int MovedUp(int file) {
  for (const int least : {900, 100, 10}) {
    const int moved = fcntl(file, F_DUPFD, least);
    if (moved < 0) continue;
    close(file);
    return moved;
  }
  return file;
}

}  // namespace

StatusOr<std::unique_ptr<RunChannel>> RunChannel::Make() {
  const WriteSignalGuard guard;  // a limit on file sizes counts here too
  std::unique_ptr<RunChannel> channel(new RunChannel);
  // Some systems want to be told that no code will be run from it; older ones do not know the word.
  constexpr unsigned kNoCode = 8;  // MFD_NOEXEC_SEAL
  int file = memfd_create("lockstep", kNoCode);
  if (file < 0) file = memfd_create("lockstep", 0);
  if (file < 0) return Failed("memfd_create");
  channel->file_ = MovedUp(file);
  if (ftruncate(channel->file_, ChannelTable::kFileBytes) != 0) return Failed("ftruncate");
  channel->table_ = ChannelTable::Map(channel->file_);
  if (channel->table_ == nullptr) return Failed("mmap");
  ChannelHeader& header = channel->table_->header();
  header.magic = kChannelMagic;
  header.token = channel->token_ = NewToken();
  header.next.store(ChannelTable::kRegions);
  // Of the process: those that are started from here share the descriptor.
  header.locked = TakeLock(channel->file_, kRunLock, /*by_process=*/true) ? 1 : 0;
  return channel;
}

RunChannel::~RunChannel() {
  delete table_;
  if (file_ >= 0) close(file_);
}

std::string RunChannel::variable() const { return ChannelText(token_, file_); }

bool RunChannel::IsDamaged() const {
  const ChannelHeader& header = table_->header();
  return header.magic != kChannelMagic || header.token != token_;
}

uint64_t RunChannel::entries() const {
  if (IsDamaged()) return ChannelTable::kMostProcesses;
  return std::min<uint64_t>(table_->header().entries.load(), ChannelTable::kMostProcesses);
}

std::vector<ProcessResult> RunChannel::ResultsNow(const std::map<uint64_t, uint64_t>& seen) const {
  std::vector<ProcessResult> results;
  const uint64_t count = entries();
  for (uint64_t slot = 0; slot < count; ++slot) {
    const auto known = seen.find(slot);
    SlotContent content;
    if (!ReadSlotNow(*table_, file_, slot, known == seen.end() ? 0 : known->second, &content)) continue;
    results.push_back(ReadResult(std::move(content)));
  }
  return results;
}

void RunChannel::AskForFindings() const {
  table_->header().wanted.fetch_add(1);
  const uint64_t count = entries();
  const auto is_behind = [&](uint64_t slot) {
    BoardContent board;
    return ReadBoardOf(*table_, file_, slot, &board) && board.unsaved && LockHeld(file_, slot);
  };
  for (int step = 0; step < kAskSteps; ++step) {
    bool behind = false;
    for (uint64_t slot = 0; slot < count && !behind; ++slot) behind = is_behind(slot);
    if (!behind) return;
    std::this_thread::sleep_for(kAskStep);
  }
}

std::vector<ProcessResult> RunChannel::Take() const {
  table_->header().closed.store(1);
  const uint64_t count = entries();
  for (uint64_t slot = 0; slot < count; ++slot) TakeSlot(*table_, slot);
  return Results();
}

std::vector<ProcessResult> RunChannel::Results() const {
  std::vector<ProcessResult> results;
  const uint64_t count = entries();
  for (uint64_t slot = 0; slot < count; ++slot) {
    SlotContent content;
    if (ReadSlot(*table_, file_, slot, &content)) results.push_back(ReadResult(std::move(content)));
  }
  return results;
}

uint64_t RunChannel::Refused() const {
  const uint64_t asked = table_->header().entries.load();
  return asked - std::min<uint64_t>(asked, ChannelTable::kMostProcesses);
}

}  // namespace lockstep
