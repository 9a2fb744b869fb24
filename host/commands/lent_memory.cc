#include "host/commands/lent_memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>

namespace lockstep::host {

std::optional<uint64_t> SumOf(const void* address, size_t size) {
  constexpr size_t kAtOnce = size_t{1} << 16;
  static thread_local std::vector<char> piece(kAtOnce);
  uint64_t sum = size;
  for (size_t done = 0; done < size;) {
    const size_t next = std::min(kAtOnce, size - done);
    const iovec to{piece.data(), next};
    const iovec from{const_cast<char*>(static_cast<const char*>(address)) + done, next};
    // By the kernel: the application may have unmapped it.
    if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != static_cast<ssize_t>(next)) return std::nullopt;
    sum = sum * 0x9e3779b97f4a7c15 + std::hash<std::string_view>()(std::string_view(piece.data(), next));
    done += next;
  }
  return sum;
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

void LentMemory::Over(const CommandRef& command) {
  for (auto at = lent_.begin(); at != lent_.end();) {
    at = at->second.command == command ? lent_.erase(at) : std::next(at);
  }
}

}  // namespace lockstep::host
