#include "host/commands/lent_memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

namespace lockstep::host {

std::optional<uint64_t> SumOf(const void* address, size_t size) {
  constexpr size_t kPieces = 32, kPiece = kSummedWhole / kPieces;
  std::array<char, kPieces * kPiece> bytes;
  std::array<iovec, kPieces> from;
  const bool whole = size <= bytes.size();
  const size_t read = whole ? size : bytes.size();
  char* const begin = const_cast<char*>(static_cast<const char*>(address));
  for (size_t i = 0; i < kPieces; ++i) from[i] = {begin + (size - kPiece) / (kPieces - 1) * i, kPiece};
  if (whole) from[0] = {begin, size};
  const iovec to{bytes.data(), read};
  // By the kernel: the application may have unmapped it.
  if (process_vm_readv(getpid(), &to, 1, from.data(), whole ? 1 : kPieces, 0) != static_cast<ssize_t>(read)) {
    return std::nullopt;
  }
  return std::hash<std::string_view>()(std::string_view(bytes.data(), read));
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

std::vector<CommandRecordRef> LentMemory::Return(const CommandRef& seen) {
  std::vector<CommandRecordRef> changed;
  if (seen == nullptr || seen->open()) return changed;
  Sums sums;
  for (auto at = by_command_.begin(); at != by_command_.end();) {
    ++looks_;
    const auto [chain, number] = at->first;
    if (!seen->clock.Knows(chain, number)) {  // nor those behind it in its chain
      at = by_command_.lower_bound({chain + 1, 0});
      continue;
    }
    const ByAddress::iterator lent = at->second;
    if (sums.AreChanged(lent->first, lent->second)) changed.push_back(lent->second.record);
    lent_.erase(lent);
    at = by_command_.erase(at);
  }
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
  const auto [first, last] = by_command_.equal_range({command->chain, command->in_chain});
  for (auto at = first; at != last;) {
    ++looks_;
    if (at->second->second.command != command) {
      ++at;
      continue;
    }
    lent_.erase(at->second);
    at = by_command_.erase(at);
  }
}

}  // namespace lockstep::host
