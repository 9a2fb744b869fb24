// Global memory, and where the other state spaces lie in generic addresses.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_MEMORY_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>

namespace lockstep::ptx_machine {

// Global addresses are the host's. These windows lie above what a process of x86-64 has, and within 48 bits.
constexpr uint64_t kSharedWindow = 0x8000'0000'0000, kLocalWindow = 0x9000'0000'0000, kParamWindow = 0xa000'0000'0000;
constexpr uint64_t kWindowSize = 0x1'0000'0000;
// Where the variables of a space begin: 0 is the address of none.
constexpr uint64_t kSharedStart = 1024, kLocalStart = 16;

// What kernels may touch. Safe to use from several threads.
class GlobalMemory {
 public:
  enum class Kind { kData, kConstant };

  // `slack`: so many bytes around a module's variables belong to them too (image.h); those around other things are for
  // who adds them to count.
  explicit GlobalMemory(size_t slack = 0) : slack_(slack) {}
  size_t slack() const { return slack_; }

  void Add(uint64_t address, size_t bytes, Kind kind = Kind::kData);
  // False if nothing was added at `address`.
  bool Remove(uint64_t address);
  // Whether these bytes lie in one thing of this kind.
  bool Contains(uint64_t address, size_t bytes, Kind kind) const;

 private:
  struct Range {
    size_t bytes;
    Kind kind;
  };
  const size_t slack_;
  mutable std::mutex mutex_;
  std::map<uint64_t, Range> ranges_;
};

// Notices that a kernel writes what it reads through ld.global.nc, which may give what was there before the launch.
class ReadOnlyWatch {
 public:
  // False if the bytes were written, or read as read-only, by the same launch before; they are noted.
  bool Read(uint64_t address, size_t bytes) { return Note(address, bytes, kRead, kWritten); }
  bool Write(uint64_t address, size_t bytes) { return Note(address, bytes, kWritten, kRead); }

 private:
  static constexpr uint8_t kRead = 1, kWritten = 2;
  static constexpr size_t kPage = 4096;
  struct Page {
    uint8_t marks[kPage] = {};
  };

  bool Note(uint64_t address, size_t bytes, uint8_t mark, uint8_t against) {
    bool good = true;
    for (uint64_t at = address; at < address + bytes; ++at) {
      if (last_ == nullptr || at / kPage != last_number_) {
        last_number_ = at / kPage;
        last_ = &pages_[last_number_];
      }
      uint8_t& marks = last_->marks[at % kPage];
      good = good && (marks & against) == 0;
      marks |= mark;
    }
    return good;
  }

  std::unordered_map<uint64_t, Page> pages_;
  Page* last_ = nullptr;
  uint64_t last_number_ = 0;
};

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_MEMORY_H_
