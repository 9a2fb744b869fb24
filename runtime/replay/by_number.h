// Things by numbers of which near ones come together, as the work-items of a group and the elements of an array do.
// They are where clocks are (clock_memory.h).
#ifndef LOCKSTEP_RUNTIME_REPLAY_BY_NUMBER_H_
#define LOCKSTEP_RUNTIME_REPLAY_BY_NUMBER_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/order/clock_memory.h"

namespace lockstep {

// A value of a plain type for every number, T() until it is written. A number that is near one of those asked for last
// costs no look into a table of hashes, and what is added makes nothing else move.
template <typename T>
class ValuesByNumber {
 public:
  ValuesByNumber() = default;
  ValuesByNumber(const ValuesByNumber&) = delete;
  ValuesByNumber& operator=(const ValuesByNumber&) = delete;

  T& operator[](uint64_t number) {
    const uint64_t name = number / kChunk;
    Recent& recent = recent_[name % kRecent];
    if (recent.chunk == nullptr || recent.name != name) recent = {name, &chunks_[name]};
    return (*recent.chunk)[number % kChunk];
  }

  // The same for a number that need not be kept.
  T Get(uint64_t number) const {
    const uint64_t name = number / kChunk;
    const Recent& recent = recent_[name % kRecent];
    if (recent.chunk != nullptr && recent.name == name) return (*recent.chunk)[number % kChunk];
    const auto at = chunks_.find(name);
    return at == chunks_.end() ? T() : at->second[number % kChunk];
  }

  // Calls `visit` with each value that is kept.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (const auto& [unused, chunk] : chunks_) {
      for (const T& value : chunk) visit(value);
    }
  }

 private:
  static constexpr size_t kChunk = 32, kRecent = 16;
  using Chunk = std::array<T, kChunk>;
  struct Recent {
    uint64_t name = 0;
    Chunk* chunk = nullptr;  // null: none
  };

  MapWithClocks<uint64_t, Chunk> chunks_;
  std::array<Recent, kRecent> recent_{};
};

// Things that stay where they are, each made by the first who asks for its number.
template <typename T>
class ByNumber {
 public:
  ByNumber() = default;
  ~ByNumber() {
    things_.ForEach([](T* thing) {
      if (thing != nullptr) ClockMemory::End(thing);
    });
  }
  ByNumber(const ByNumber&) = delete;
  ByNumber& operator=(const ByNumber&) = delete;

  T& operator[](uint64_t number) {
    T*& thing = things_[number];
    if (thing == nullptr) thing = ClockMemory::Make<T>();
    return *thing;
  }

  // Null where nobody has asked.
  T* Find(uint64_t number) const { return things_.Get(number); }

 private:
  ValuesByNumber<T*> things_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_BY_NUMBER_H_
