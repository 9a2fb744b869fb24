// What one process leaves in the channel.
#include "runtime/session/process_slot.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/base/page.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr uint64_t kFirstMapped = uint64_t{64} << 10;
constexpr uint64_t kTextEnd = ChannelTable::kWindowBytes - kBoardBytes;  // behind it lies the board
constexpr uint64_t kMostText = ChannelTable::kWindowBytes / 16;

// Before each kernel's text.
struct KernelHead {
  uint64_t earlier;  // offset of the kernel before it; 0: none
  uint64_t number;
  uint64_t bytes;
};

uint64_t WindowOf(uint64_t slot) { return ChannelTable::kWindows + slot * ChannelTable::kWindowBytes; }

// Whether `lockstep run` will look at what is left from now on.
bool IsAwaited() {
  const ChannelHeader& header = JoinedChannel()->header();
  if (header.closed.load() != 0) return false;
  if (header.locked == 0) return true;  // as far as can be told
  const int file = ChannelDescriptor();
  return file < 0 || LockHeld(file, kRunLock);
}

// A description of the channel that is this process's alone; -1 if there is no /proc to get it by.
int OwnDescription(int file) {
  return open(StrCat("/proc/self/fd/", file).c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
}

}  // namespace

std::unique_ptr<ProcessSlot> ProcessSlot::Take() {
  const ChannelTable* table = JoinedChannel();
  if (table == nullptr) return nullptr;
  const int saved = errno;
  std::unique_ptr<ProcessSlot> slot(new ProcessSlot);
  slot->number_ = table->header().entries.fetch_add(1);
  const int shared = ChannelDescriptor();
  if (slot->number_ < ChannelTable::kMostProcesses && shared >= 0) {
    const int own = OwnDescription(shared);
    if (own >= 0 && TakeLock(own, slot->number_, /*by_process=*/false)) {
      slot->window_ = MapChannel(own, WindowOf(slot->number_), kFirstMapped);
      slot->MapBoard(own);
    }
    if (own >= 0) close(own);  // the lock stays with the mapping
    // For want of such a description, or of such locks. After the close, which would end this one.
    if (slot->window_ == nullptr && TakeLock(shared, slot->number_, /*by_process=*/true)) {
      slot->window_ = MapChannel(shared, WindowOf(slot->number_), kFirstMapped);
      slot->MapBoard(shared);
    }
  }
  if (slot->number_ < ChannelTable::kMostProcesses) {
    slot->entry_ = &table->process(slot->number_);
    slot->entry_->pid = static_cast<uint32_t>(getpid());
    slot->entry_->lost.store(slot->window_ == nullptr);
    slot->entry_->state.store(ProcessEntry::kOpen, std::memory_order_release);
  }
  errno = saved;
  if (slot->window_ == nullptr) return nullptr;
  // A child that is forked is a process of its own.
  madvise(slot->window_, kFirstMapped, MADV_DONTFORK);
  slot->mapped_ = kFirstMapped;
  slot->used_ = sizeof(uint64_t);  // no text has offset 0
  UseBoard(slot->board_);
  return slot;
}

void ProcessSlot::MapBoard(int file) {
  if (window_ == nullptr || board_ != nullptr) return;
  char* data = MapChannel(file, WindowOf(number_) + kTextEnd, kBoardBytes);
  if (data == nullptr) return;
  madvise(data, kBoardBytes, MADV_DONTFORK);
  // Written at any time, so the memory must be there now (see Write).
  if (madvise(data, kBoardBytes, MADV_POPULATE_WRITE) != 0 && errno != EINVAL) {
    munmap(data, kBoardBytes);
    return;
  }
  board_ = reinterpret_cast<Board*>(data);
}

uint64_t ProcessSlot::Allocate(uint64_t bytes) {
  const uint64_t offset = (used_ + 15) & ~uint64_t{15};
  if (bytes > kMostText || offset + bytes > kTextEnd) return 0;
  if (offset + bytes > mapped_) {
    const uint64_t wanted = std::min(kTextEnd, RoundUpToPages(2 * (offset + bytes)));
    // Growing the mapping needs no descriptor, which the program may have closed.
    void* grown = mremap(window_, mapped_, wanted, MREMAP_MAYMOVE);
    if (grown == MAP_FAILED) return 0;
    window_ = static_cast<char*>(grown);
    mapped_ = wanted;
  }
  used_ = offset + bytes;
  return offset;
}

bool ProcessSlot::Write(uint64_t offset, std::string_view text) {
  // Where the system promises no more memory than it has, a write to a page that it has not would be a
  // SIGBUS; asked for like this, it says so. Older ones do not know the question.
  const uint64_t begin = offset & ~(kPage - 1);
  if (madvise(window_ + begin, offset + text.size() - begin, MADV_POPULATE_WRITE) != 0 &&
      errno != EINVAL) {
    return false;
  }
  std::memcpy(window_ + offset, text.data(), text.size());
  return true;
}

bool ProcessSlot::Leave(std::string_view text) {
  const int saved = errno;
  // What stands must stay whole until the new one is.
  const uint32_t next = entry_->current.load() == 1 ? 1 : 0;
  TextPlace& place = entry_->texts[next];
  entry_->saves.fetch_add(1);
  if (capacity_[next] < text.size()) {
    place.offset = Allocate(2 * text.size());
    capacity_[next] = place.offset == 0 ? 0 : 2 * text.size();
  }
  const bool left = place.offset != 0 && Write(place.offset, text);
  if (left) {
    place.bytes = text.size();
    entry_->current.store(1 + next, std::memory_order_release);
  }
  entry_->lost.store(left ? 0 : 1);
  errno = saved;
  return left;
}

bool ProcessSlot::Finish(std::string_view text, const std::map<uint64_t, std::string>& kernels) {
  if (entry_->state.load() != ProcessEntry::kOpen) return false;
  const int saved = errno;
  used_ = RoundUpToPages(used_);
  const uint64_t begin = used_;
  const uint32_t next = entry_->current.load() == 1 ? 1 : 0;
  TextPlace& place = entry_->texts[next];
  entry_->saves.fetch_add(1);
  uint64_t newest = 0;
  bool left = true;
  for (const auto& [number, kernel] : kernels) left = left && WriteKernel(number, kernel, &newest);
  place.offset = left ? Allocate(text.size()) : 0;
  capacity_[next] = text.size();
  left = place.offset != 0 && Write(place.offset, text);
  bool read = false;
  if (left) {
    // The kernels' numbers are those of the text that stands, too.
    place.bytes = text.size();
    entry_->newest_kernel.store(newest, std::memory_order_release);
    entry_->current.store(1 + next, std::memory_order_release);
    uint32_t state = ProcessEntry::kOpen;
    read = entry_->state.compare_exchange_strong(state, ProcessEntry::kFinished);
    if (read) madvise(window_, begin, MADV_REMOVE);
    UseBoard(nullptr);
    if (read && board_ != nullptr) madvise(board_, kBoardBytes, MADV_REMOVE);
    if (read && !IsAwaited()) {
      // It may have been read all the same: who changes this first has it.
      state = ProcessEntry::kFinished;
      read = !entry_->state.compare_exchange_strong(state, ProcessEntry::kOwn);
    }
  }
  entry_->lost.store(left ? 0 : 1);
  errno = saved;
  return read;
}

void ProcessSlot::NoteLate() { entry_->late.fetch_add(1); }

bool ProcessSlot::WriteKernel(uint64_t number, std::string_view text, uint64_t* newest) {
  const uint64_t offset = Allocate(sizeof(KernelHead) + text.size());
  const KernelHead head = {*newest, number, text.size()};
  const std::string_view head_bytes(reinterpret_cast<const char*>(&head), sizeof(head));
  if (offset == 0 || !Write(offset, head_bytes) || !Write(offset + sizeof(KernelHead), text)) return false;
  *newest = offset;
  return true;
}

bool ProcessSlot::AddKernel(uint64_t number, std::string_view text) {
  const int saved = errno;
  uint64_t newest = entry_->newest_kernel.load();
  const bool added = WriteKernel(number, text, &newest);
  if (added) {
    entry_->newest_kernel.store(newest, std::memory_order_release);
  } else {
    entry_->lost.store(1);
  }
  errno = saved;
  return added;
}

namespace {

// Reads `bytes` at `offset` of a window, all of which must lie before `end`; false if they cannot.
bool ReadWindow(int file, uint64_t slot, uint64_t offset, uint64_t bytes, uint64_t end, void* to) {
  if (bytes > end || offset > end - bytes) return false;
  return pread(file, to, bytes, static_cast<off_t>(WindowOf(slot) + offset)) ==
         static_cast<ssize_t>(bytes);
}

bool ReadText(int file, uint64_t slot, uint64_t offset, uint64_t bytes, uint64_t end, std::string* text) {
  if (bytes > kMostText) return false;
  text->resize(bytes);
  return ReadWindow(file, slot, offset, bytes, end, text->data());
}

bool ReadBoardIn(int file, uint64_t slot, BoardContent* content) {
  const std::unique_ptr<Board> board(new Board());
  if (!ReadWindow(file, slot, kTextEnd, kBoardBytes, ChannelTable::kWindowBytes, board.get())) return false;
  *content = ReadBoard(*board);
  return true;
}

}  // namespace

bool ReadBoardOf(const ChannelTable& table, int file, uint64_t slot, BoardContent* content) {
  const uint32_t state = table.process(slot).state.load(std::memory_order_acquire);
  if (state != ProcessEntry::kOpen && state != ProcessEntry::kLeft) return false;
  return ReadBoardIn(file, slot, content);
}

void TakeSlot(const ChannelTable& table, uint64_t slot) {
  std::atomic<uint32_t>& state = table.process(slot).state;
  uint32_t expected = ProcessEntry::kOpen;
  if (state.compare_exchange_strong(expected, ProcessEntry::kLeft)) return;
  expected = ProcessEntry::kFinished;
  state.compare_exchange_strong(expected, ProcessEntry::kTaken);
}

bool ReadSlotNow(const ChannelTable& table, int file, uint64_t slot, uint64_t saves, SlotContent* content) {
  const ProcessEntry& entry = table.process(slot);
  constexpr int kReadings = 5;
  for (int i = 0; i < kReadings; ++i) {
    const uint64_t now = entry.saves.load();
    *content = SlotContent();
    if (now != 0 && now == saves) {
      content->alive = LockHeld(file, slot);
      content->slot = slot;
      content->saves = now;
      content->finished = !ReadBoardOf(table, file, slot, &content->board);
      return true;
    }
    if (!ReadSlot(table, file, slot, content)) return false;
    if (entry.saves.load() == now) return true;
  }
  return true;  // nearly always writing: its text may not be one
}

bool ReadSlot(const ChannelTable& table, int file, uint64_t slot, SlotContent* content) {
  const ProcessEntry& entry = table.process(slot);
  // First, so that a process that finishes now is not taken for dead.
  content->alive = LockHeld(file, slot);
  const uint32_t state = entry.state.load(std::memory_order_acquire);
  if (state == ProcessEntry::kFree || state == ProcessEntry::kOwn) return false;
  content->slot = slot;
  content->pid = static_cast<long>(entry.pid);
  content->finished = state == ProcessEntry::kFinished || state == ProcessEntry::kTaken;
  content->lost = entry.lost.load() != 0;
  content->late = entry.late.load();
  content->saves = entry.saves.load();
  const uint32_t current = entry.current.load(std::memory_order_acquire);
  const TextPlace place = current == 1 || current == 2 ? entry.texts[current - 1] : TextPlace{0, 0};
  if (place.offset == 0 || !ReadText(file, slot, place.offset, place.bytes, kTextEnd,
                                     &content->text)) {
    content->lost = true;
  }
  // Each lies before the one that was written after it.
  uint64_t end = kTextEnd;
  for (uint64_t offset = entry.newest_kernel.load(std::memory_order_acquire); offset != 0;) {
    KernelHead head = {};
    std::string text;
    if (!ReadWindow(file, slot, offset, sizeof(head), end, &head) ||
        !ReadText(file, slot, offset + sizeof(head), head.bytes, end, &text)) {
      break;
    }
    content->kernels.emplace(head.number, std::move(text));
    end = offset;
    offset = head.earlier;
  }
  if (!content->finished) ReadBoardIn(file, slot, &content->board);
  return true;
}

}  // namespace lockstep
