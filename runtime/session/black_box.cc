// Memory of a checked process that `lockstep run` can still read when the process has been killed.
#include "runtime/session/black_box.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "runtime/base/text.h"
#include "runtime/base/write_signals.h"

namespace lockstep {

// A process that takes regions writes all but the state before it sets that. Nothing in here is believed by
// the reader: it may be what a wild write left.
struct BoxEntry {
  std::atomic<uint32_t> state;  // kFree, kTaken, kOpen
  uint32_t pid;
  uint64_t process;
  uint64_t offset;      // of the region, bytes from the file's start
  uint64_t bytes;       // of the region
  uint64_t log_bytes;   // from offset + kTextRoom on
  uint64_t text_bytes;  // from offset on; 0: it did not fit
  uint64_t unused[2];
};
static_assert(sizeof(BoxEntry) == 64);

namespace {

constexpr uint32_t kFree = 0, kTaken = 1, kOpen = 2;
constexpr uint64_t kPage = 4096;
constexpr uint64_t kFileBytes = uint64_t{1} << 40;
constexpr uint64_t kMagic = 0x786f62206b63616c;
constexpr char kName[] = "/box";

struct BoxHeader {
  uint64_t magic;
  std::atomic<uint64_t> next;  // where the next region begins
  uint64_t unused[6];
};
static_assert(sizeof(BoxHeader) == 64);

constexpr uint64_t kTableBytes =
    (sizeof(BoxHeader) + BlackBox::kMostRegions * sizeof(BoxEntry) + kPage - 1) & ~(kPage - 1);

void* Map(int file, uint64_t offset, uint64_t bytes) {
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file,
                    static_cast<off_t>(offset));
  return data == MAP_FAILED ? nullptr : data;
}

// The file that the run's directory leads to; -1 if it is not the box. In a container with processes of its
// own the path may lead to any file.
int OpenBox(const std::string& directory) {
  if (directory.empty()) return -1;
  const int file = open((directory + kName).c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return -1;
  struct stat facts = {};
  uint64_t magic = 0;
  if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink == 0 &&
      facts.st_size == static_cast<off_t>(kFileBytes) &&
      pread(file, &magic, sizeof(magic), 0) == sizeof(magic) && magic == kMagic) {
    return file;
  }
  close(file);
  return -1;
}

}  // namespace

// The header and the table. Children that a checked process forks keep it, and leave its entries alone.
class BoxTable {
 public:
  explicit BoxTable(void* data) : data_(static_cast<char*>(data)) {}
  ~BoxTable() { munmap(data_, kTableBytes); }
  BoxTable(const BoxTable&) = delete;
  BoxTable& operator=(const BoxTable&) = delete;

  BoxHeader& header() const { return *reinterpret_cast<BoxHeader*>(data_); }
  BoxEntry& entry(uint64_t i) const {
    return reinterpret_cast<BoxEntry*>(data_ + sizeof(BoxHeader))[i];
  }

  // An entry of our own, state kTaken; null if all are in use.
  BoxEntry* TakeEntry() const {
    const uint32_t self = static_cast<uint32_t>(getpid());
    for (uint64_t i = 0; i < BlackBox::kMostRegions; ++i) {
      BoxEntry& entry = this->entry(i);
      uint32_t state = entry.state.load(std::memory_order_acquire);
      // Those of a process that ended well can be had again.
      const bool left = state == kTaken && entry.pid != 0 && entry.pid != self &&
                        kill(static_cast<pid_t>(entry.pid), 0) != 0 && errno == ESRCH;
      if (state != kFree && !left) continue;
      if (!entry.state.compare_exchange_strong(state, kTaken)) continue;
      entry.pid = self;
      return &entry;
    }
    return nullptr;
  }

 private:
  char* const data_;
};

namespace {

// This process's, mapped at first use and kept.
const BoxTable* TableOfProcess(int file) {
  static std::atomic<const BoxTable*> known{nullptr};
  const BoxTable* table = known.load();
  if (table != nullptr) return table;
  void* data = Map(file, 0, kTableBytes);
  if (data == nullptr) return nullptr;
  auto* made = new BoxTable(data);
  if (known.compare_exchange_strong(table, made)) return made;
  delete made;  // another thread was faster
  return table;
}

}  // namespace

BoxRegion::~BoxRegion() {
  if (entry_->pid != static_cast<uint32_t>(getpid())) return;  // a child that was forked
  if (data_ != nullptr) {
    madvise(data_, bytes_, MADV_REMOVE);
    munmap(data_, bytes_);
  }
  entry_->state.store(kFree, std::memory_order_release);
}

void* BoxRegion::log() const { return data_ + BlackBox::kTextRoom; }

void BoxRegion::Open(std::string_view text) {
  const bool fits = text.size() <= BlackBox::kTextRoom;
  if (fits) std::memcpy(data_, text.data(), text.size());
  entry_->text_bytes = fits ? text.size() : 0;
  entry_->state.store(kOpen, std::memory_order_release);
}

void BoxRegion::Close() { entry_->state.store(kTaken, std::memory_order_release); }

bool BoxRegion::Clear() { return madvise(log(), log_bytes_, MADV_REMOVE) == 0; }

std::unique_ptr<BlackBox> BlackBox::Make(const std::string& directory) {
  const WriteSignalGuard guard;  // a limit on file sizes counts here too
  std::unique_ptr<BlackBox> box(new BlackBox);
  box->file_ = memfd_create("lockstep", MFD_CLOEXEC);
  if (box->file_ < 0 || ftruncate(box->file_, kFileBytes) != 0) return nullptr;
  void* table = Map(box->file_, 0, kTableBytes);
  if (table == nullptr) return nullptr;
  box->table_ = std::make_unique<BoxTable>(table);
  box->table_->header().magic = kMagic;
  box->table_->header().next.store(kTableBytes);
  const std::string target = StrCat("/proc/", getpid(), "/fd/", box->file_);
  if (symlink(target.c_str(), (directory + kName).c_str()) != 0) return nullptr;
  return box;
}

BlackBox::BlackBox() = default;

BlackBox::~BlackBox() {
  if (file_ >= 0) close(file_);
}

std::vector<OpenRegion> BlackBox::OpenRegions(long pid, uint64_t process) const {
  std::vector<OpenRegion> regions;
  for (uint64_t i = 0; i < kMostRegions; ++i) {
    const BoxEntry& entry = table_->entry(i);
    if (entry.state.load(std::memory_order_acquire) != kOpen) continue;
    if (entry.pid != static_cast<uint64_t>(pid) || entry.process != process) continue;
    OpenRegion region;
    const uint64_t text = std::min(entry.text_bytes, kTextRoom);
    if (entry.offset % kPage == 0 && entry.offset >= kTableBytes && entry.log_bytes <= kFileBytes &&
        entry.offset < kFileBytes - kTextRoom - entry.log_bytes) {
      const uint64_t bytes = kTextRoom + entry.log_bytes;
      if (char* data = static_cast<char*>(Map(file_, entry.offset, bytes))) {
        region.text.assign(data, text);
        region.log.assign(data + kTextRoom, entry.log_bytes);
        munmap(data, bytes);
      }
    }
    regions.push_back(std::move(region));
  }
  return regions;
}

std::unique_ptr<BoxRegion> BlackBox::Take(const std::string& directory, uint64_t process,
                                          uint64_t log_bytes) {
  const uint64_t bytes = (kTextRoom + log_bytes + kPage - 1) & ~(kPage - 1);
  if (bytes < log_bytes || bytes > kFileBytes / 2) return nullptr;
  const int file = OpenBox(directory);
  if (file < 0) return nullptr;
  const BoxTable* table = TableOfProcess(file);
  BoxEntry* entry = table == nullptr ? nullptr : table->TakeEntry();
  std::unique_ptr<BoxRegion> region;
  if (entry != nullptr) {
    region.reset(new BoxRegion);  // gives the entry back
    region->entry_ = entry;
    const uint64_t offset = table->header().next.fetch_add(bytes);
    if (offset <= kFileBytes - bytes) region->data_ = static_cast<char*>(Map(file, offset, bytes));
    region->bytes_ = bytes;
    region->log_bytes_ = bytes - kTextRoom;
    entry->process = process;
    entry->offset = offset;
    entry->bytes = bytes;
    entry->log_bytes = bytes - kTextRoom;
    entry->text_bytes = 0;
  }
  close(file);
  if (region == nullptr || region->data_ == nullptr) return nullptr;
  madvise(region->data_, bytes, MADV_DONTFORK);  // what a child forks is not its own launches
  return region;
}

}  // namespace lockstep
