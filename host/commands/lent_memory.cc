#include "host/commands/lent_memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <utility>

namespace lockstep::host {

namespace {

constexpr uint64_t kFirst = 0x9E3779B185EBCA87, kSecond = 0xC2B2AE3D27D4EB4F;

uint64_t Mixed(uint64_t lane, uint64_t word) {
  lane += word * kSecond;
  return (lane << 31 | lane >> 33) * kFirst;
}

// Four lanes of eight bytes each, as in xxHash64 (Collet), so that the multiplications need not wait for one another.
struct Lanes {
  uint64_t a = kFirst, b = kSecond, c = 0, d = ~kFirst;
  void Add(const char* bytes) {
    uint64_t words[4];
    std::memcpy(words, bytes, sizeof(words));
    a = Mixed(a, words[0]);
    b = Mixed(b, words[1]);
    c = Mixed(c, words[2]);
    d = Mixed(d, words[3]);
  }
};

uint64_t HashOf(const char* bytes, size_t size) {
  constexpr size_t kBlock = 4 * sizeof(uint64_t);
  Lanes lanes;
  size_t at = 0;
  for (; size - at >= kBlock; at += kBlock) lanes.Add(bytes + at);
  char rest[kBlock] = {};
  std::memcpy(rest, bytes + at, size - at);
  lanes.Add(rest);
  const uint64_t hash = Mixed(Mixed(Mixed(Mixed(size, lanes.a), lanes.b), lanes.c), lanes.d);
  return hash ^ hash >> 32;
}

}  // namespace

std::optional<uint64_t> SumOf(const void* address, size_t size) {
  constexpr size_t kPieces = 32, kPiece = kSummedWhole / kPieces;
  std::array<char, kPieces * kPiece> bytes;
  std::array<iovec, kPieces> from;
  const bool whole = size <= bytes.size();
  const size_t read = whole ? size : bytes.size();
  char* const begin = const_cast<char*>(static_cast<const char*>(address));
  if (whole) {
    from[0] = {begin, size};
  } else {
    for (size_t i = 0; i < kPieces; ++i) from[i] = {begin + (size - kPiece) / (kPieces - 1) * i, kPiece};
  }
  const iovec to{bytes.data(), read};
  // By the kernel: the application may have unmapped it.
  if (process_vm_readv(getpid(), &to, 1, from.data(), whole ? 1 : kPieces, 0) != static_cast<ssize_t>(read)) {
    return std::nullopt;
  }
  return HashOf(bytes.data(), read);
}

bool LentMemory::Sums::AreChanged(uint64_t from, const Lent& lent) {
  if (lent.command->failed) return false;
  if (begin != from || end != lent.end) {
    begin = from;
    end = lent.end;
    sum = SumOf(reinterpret_cast<const void*>(begin), end - begin);
  }
  return sum && *sum != lent.sum;
}

void LentMemory::Lend(const CommandRef& command, CommandRecordRef record, const void* address, size_t size,
                      uint64_t sum) {
  if (size == 0 || !HasRoom()) return;
  const auto begin = reinterpret_cast<uint64_t>(address);
  const auto at = lent_.insert({begin, {command, std::move(record), begin + size, sum}});
  by_command_.insert({PlaceOf(at->second), at});
  longest_ = std::max<uint64_t>(longest_, size);
}

LentMemory::ByAddress::iterator LentMemory::Drop(ByAddress::iterator at) {
  const auto [first, last] = by_command_.equal_range(PlaceOf(at->second));
  by_command_.erase(std::find_if(first, last, [&](const auto& one) { return one.second == at; }));
  return lent_.erase(at);
}

template <typename Look>
void LentMemory::TakeKnown(const CommandClock& clock, Look look) {
  for (auto at = by_command_.begin(); at != by_command_.end();) {
    ++looks_;
    const auto [chain, number] = at->first;
    if (!clock.Knows(chain, number)) {  // nor those behind it in its chain
      at = by_command_.lower_bound({chain + 1, 0});
      continue;
    }
    look(*at->second);
    lent_.erase(at->second);
    at = by_command_.erase(at);
  }
}

std::vector<CommandRecordRef> LentMemory::Return(const CommandRef& seen) {
  std::vector<CommandRecordRef> changed;
  if (seen == nullptr || seen->open()) return changed;
  Sums sums;
  TakeKnown(seen->clock, [&](const ByAddress::value_type& lent) {
    if (sums.AreChanged(lent.first, lent.second)) changed.push_back(lent.second.record);
  });
  return changed;
}

std::vector<CommandRecordRef> LentMemory::LendAgain(const void* address, size_t size) {
  std::vector<CommandRecordRef> changed;
  const auto begin = reinterpret_cast<uint64_t>(address);
  Sums sums;
  for (auto at = lent_.lower_bound(begin - std::min(begin, longest_)); at != lent_.end() && at->first < begin + size;) {
    ++looks_;
    const Lent& lent = at->second;
    if (lent.end <= begin || !sums.AreChanged(at->first, lent)) {
      ++at;
      continue;
    }
    changed.push_back(lent.record);
    at = Drop(at);
  }
  return changed;
}

void LentMemory::Written(uint64_t begin, uint64_t end) {
  for (auto at = lent_.lower_bound(begin - std::min(begin, longest_)); at != lent_.end() && at->first < end;) {
    ++looks_;
    at = at->second.end > begin ? Drop(at) : std::next(at);
  }
}

void LentMemory::Over(const CommandRef& command) {
  if (command == nullptr || command->open()) return;
  TakeKnown(command->clock, [](const ByAddress::value_type&) {});
}

}  // namespace lockstep::host
