// Memory of a checked process that `lockstep run` can still read when the process has been killed.
#include "runtime/session/black_box.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

#include "runtime/base/page.h"

namespace lockstep {

// A process that takes regions writes all but the state before it sets that. Nothing in here is believed by
// the reader: it may be what a wild write left.
struct BoxEntry {
  std::atomic<uint64_t> owner;  // Owner(): the process's slot and a state
  uint64_t offset;      // of the region, bytes from the file's start
  uint64_t bytes;       // of the region
  uint64_t log_bytes;   // from offset + kBoxTextRoom on
  uint64_t text_bytes;  // from offset on; 0: it did not fit
  uint64_t unused[3];
};
static_assert(sizeof(BoxEntry) == kBoxEntryBytes);

namespace {

constexpr uint64_t kFree = 0, kTaken = 1, kOpen = 2;
constexpr uint64_t kMostLog = uint64_t{1} << 30;
// More than the log of the most slots that --log-slots allows.
constexpr uint64_t kMostRead = uint64_t{96} << 20;

constexpr uint64_t Owner(uint64_t slot, uint64_t state) { return state == kFree ? 0 : slot << 2 | state; }
constexpr uint64_t SlotOf(uint64_t owner) { return owner >> 2; }
constexpr uint64_t StateOf(uint64_t owner) { return owner & 3; }

// An entry of our own, state kTaken; null if all are in use.
BoxEntry* TakeEntry(const ChannelTable& table, int file, uint64_t slot) {
  for (uint64_t i = 0; i < ChannelTable::kMostRegions; ++i) {
    BoxEntry& entry = table.region(i);
    uint64_t owner = entry.owner.load(std::memory_order_acquire);
    // Those of a process that ended well can be had again. (Our own lock we would not see held.)
    const bool left = StateOf(owner) == kTaken && SlotOf(owner) != slot && !LockHeld(file, SlotOf(owner));
    if (StateOf(owner) != kFree && !left) continue;
    if (entry.owner.compare_exchange_strong(owner, Owner(slot, kTaken))) return &entry;
  }
  return nullptr;
}

// Leaves `to` empty if that cannot be read.
void Read(int file, uint64_t offset, uint64_t bytes, std::string* to) {
  try {
    to->resize(bytes);
  } catch (const std::bad_alloc&) {
    return;
  }
  uint64_t done = 0;
  while (done < bytes) {
    const ssize_t got = pread(file, to->data() + done, bytes - done, static_cast<off_t>(offset + done));
    if (got <= 0) break;
    done += static_cast<uint64_t>(got);
  }
  to->resize(done);
}

}  // namespace

BoxRegion::~BoxRegion() {
  if (process_ != getpid()) return;  // a child that was forked
  if (data_ != nullptr) {
    madvise(data_, bytes_, MADV_REMOVE);
    munmap(data_, bytes_);
  }
  entry_->owner.store(Owner(slot_, kFree), std::memory_order_release);
}

void* BoxRegion::log() const { return data_ + kBoxTextRoom; }

void BoxRegion::Open(std::string_view text) {
  const bool fits = text.size() <= kBoxTextRoom;
  if (fits) std::memcpy(data_, text.data(), text.size());
  entry_->text_bytes = fits ? text.size() : 0;
  entry_->owner.store(Owner(slot_, kOpen), std::memory_order_release);
}

void BoxRegion::Close() { entry_->owner.store(Owner(slot_, kTaken), std::memory_order_release); }

bool BoxRegion::Clear() { return madvise(log(), log_bytes_, MADV_REMOVE) == 0; }

std::unique_ptr<BoxRegion> TakeRegion(uint64_t slot, uint64_t log_bytes) {
  const uint64_t bytes = RoundUpToPages(kBoxTextRoom + log_bytes);
  if (bytes < log_bytes || log_bytes > kMostLog) return nullptr;
  const ChannelTable* table = JoinedChannel();
  const int file = ChannelDescriptor();
  if (table == nullptr || file < 0) return nullptr;
  BoxEntry* entry = TakeEntry(*table, file, slot);
  if (entry == nullptr) return nullptr;
  std::unique_ptr<BoxRegion> region(new BoxRegion);  // gives the entry back
  region->entry_ = entry;
  region->slot_ = slot;
  region->process_ = getpid();
  const uint64_t offset = table->header().next.fetch_add(bytes);
  if (offset >= ChannelTable::kRegions && offset <= ChannelTable::kFileBytes - bytes) {
    region->data_ = MapChannel(file, offset, bytes);
  }
  region->bytes_ = bytes;
  region->log_bytes_ = bytes - kBoxTextRoom;
  entry->offset = offset;
  entry->bytes = bytes;
  entry->log_bytes = bytes - kBoxTextRoom;
  entry->text_bytes = 0;
  if (region->data_ == nullptr) return nullptr;
  madvise(region->data_, bytes, MADV_DONTFORK);  // what a child forks is not its own launches
  return region;
}

std::vector<OpenRegion> OpenRegions(const ChannelTable& table, int file, uint64_t slot) {
  std::vector<OpenRegion> regions;
  for (uint64_t i = 0; i < ChannelTable::kMostRegions; ++i) {
    const BoxEntry& entry = table.region(i);
    if (entry.owner.load(std::memory_order_acquire) != Owner(slot, kOpen)) continue;
    OpenRegion region;
    const uint64_t text = std::min(entry.text_bytes, kBoxTextRoom);
    if (entry.offset % kPage == 0 && entry.offset >= ChannelTable::kRegions &&
        entry.log_bytes <= kMostLog + kPage &&
        entry.offset < ChannelTable::kFileBytes - kBoxTextRoom - entry.log_bytes) {
      Read(file, entry.offset, text, &region.text);
      // Behind the longest log lies nothing that is read.
      Read(file, entry.offset + kBoxTextRoom, std::min(entry.log_bytes, kMostRead), &region.log);
    }
    regions.push_back(std::move(region));
  }
  return regions;
}

}  // namespace lockstep
