#include "host/commands/lent_memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <string_view>

namespace lockstep::host {

std::optional<uint64_t> SumOf(const void* address, size_t size) {
  constexpr size_t kPieces = 32, kPiece = 256;  // beyond so many bytes, so much of them
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

bool LentMemory::IsChanged(uint64_t begin, const Lent& lent) {
  if (lent.command->failed) return false;
  const std::optional<uint64_t> now = SumOf(reinterpret_cast<const void*>(begin), lent.end - begin);
  return now && *now != lent.sum;
}

void LentMemory::Lend(const CommandRef& command, const CommandSide& side, const void* address, size_t size) {
  if (size == 0 || lent_.size() >= kMost) return;
  const std::optional<uint64_t> sum = SumOf(address, size);
  if (!sum) return;
  const auto begin = reinterpret_cast<uint64_t>(address);
  lent_.insert({begin, {command, side, begin + size, *sum}});
  longest_ = std::max<uint64_t>(longest_, size);
}

std::vector<CommandSide> LentMemory::Return(const CommandRef& seen) {
  std::vector<CommandSide> changed;
  if (seen == nullptr || seen->open()) return changed;
  for (auto at = lent_.begin(); at != lent_.end();) {
    const Lent& lent = at->second;
    if (lent.command->open() || !seen->clock.Knows(lent.command->chain, lent.command->in_chain)) {
      ++at;
      continue;
    }
    if (IsChanged(at->first, lent)) changed.push_back(lent.side);
    at = lent_.erase(at);
  }
  return changed;
}

std::vector<CommandSide> LentMemory::LendAgain(const void* address, size_t size) {
  std::vector<CommandSide> changed;
  const auto begin = reinterpret_cast<uint64_t>(address);
  for (auto at = lent_.lower_bound(begin - std::min(begin, longest_)); at != lent_.end() && at->first < begin + size;) {
    const Lent& lent = at->second;
    if (lent.end <= begin || !IsChanged(at->first, lent)) {
      ++at;
      continue;
    }
    changed.push_back(lent.side);
    at = lent_.erase(at);
  }
  return changed;
}

void LentMemory::Written(uint64_t begin, uint64_t end) {
  for (auto at = lent_.lower_bound(begin - std::min(begin, longest_)); at != lent_.end() && at->first < end;) {
    at = at->second.end > begin ? lent_.erase(at) : std::next(at);
  }
}

void LentMemory::Over(const CommandRef& command) {
  for (auto at = lent_.begin(); at != lent_.end();) {
    at = at->second.command == command ? lent_.erase(at) : std::next(at);
  }
}

}  // namespace lockstep::host
