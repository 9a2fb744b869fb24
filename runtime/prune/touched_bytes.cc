#include "runtime/prune/touched_bytes.h"

#include <algorithm>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr uint64_t kMaxBytes = 1 << 20;  // of one root
constexpr uint64_t kWorthSharing = 32;   // bytes; fewer are gone through each time

std::string AtLine(uint32_t line) { return line == 0 ? "" : StrCat(" (line ", line, ")"); }

}  // namespace

TouchedBytes::TouchedBytes(const GroupProgram& program, const std::map<int, uint64_t>& sizes) {
  for (const int number : program.roots) {
    RootBytes& root = roots_[number];
    const auto size = sizes.find(number);
    if (size == sizes.end() || size->second > kMaxBytes) {
      root.conflict = "it is too large to be followed";
    } else {
      root.bytes.resize(size->second);
    }
  }
}

bool TouchedBytes::all_in_conflict() const {
  return std::all_of(roots_.begin(), roots_.end(),
                     [](const auto& root) { return !root.second.conflict.empty(); });
}

uint64_t TouchedBytes::Touch(const GroupStep& step, Range offset, uint32_t item) {
  const auto found = roots_.find(step.root);
  if (found == roots_.end() || !found->second.conflict.empty()) return 0;
  RootBytes& root = found->second;
  // An access that may leave its root is for the check to see.
  const uint64_t size = root.bytes.size();
  if (offset.low < 0 || step.bytes > size || static_cast<uint64_t>(offset.high) > size - step.bytes) {
    root.conflict = StrCat("an access may leave it", AtLine(step.line));
    return 0;
  }
  const auto first = static_cast<uint64_t>(offset.low), end = static_cast<uint64_t>(offset.high) + step.bytes;
  const Kind kind = step.kind == GroupStep::Kind::kRead    ? kReader
                    : step.kind == GroupStep::Kind::kWrite ? kWriter
                                                           : kAtomic;
  if (end - first >= kWorthSharing && IsShared(root, first, end, kind, item)) return 1;
  for (uint64_t at = first; at < end && root.conflict.empty(); ++at) {
    Note(root, at, kind, item, step.line);
  }
  return end - first;
}

// Whether several work-items have touched [first, end) like that in this interval. Remembers that `item` does.
bool TouchedBytes::IsShared(RootBytes& root, uint64_t first, uint64_t end, Kind kind, uint32_t item) const {
  const uint32_t self = item + 1;
  for (Shared& shared : root.shared) {
    if (shared.interval != interval_ || shared.first != first || shared.end != end || shared.kind != kind) continue;
    if (shared.several) return true;
    shared.several = shared.item != self;  // it is noted now, and from then on nobody has to be
    return false;
  }
  root.shared[root.oldest] = {interval_, first, end, self, false, kind};
  root.oldest = (root.oldest + 1) % root.shared.size();
  return false;
}

void TouchedBytes::Note(RootBytes& root, uint64_t at, Kind kind, uint32_t item, uint32_t line) {
  Byte& byte = root.bytes[at];
  if (byte.interval != interval_) {
    byte = Byte();
    byte.interval = interval_;
  }
  const uint32_t self = item + 1;
  for (const Kind other : {kReader, kWriter, kAtomic}) {
    if (kind == other && kind != kWriter) continue;  // reads, and atomic operations, among each other
    const uint32_t who = byte.who[other];
    if (who == 0 || who == self) continue;
    root.conflict = StrCat("two work-items may meet at its byte ", at, " between two barriers",
                           AtLine(byte.line[other]), byte.line[other] == line ? "" : AtLine(line));
    return;
  }
  uint32_t& who = byte.who[kind];
  who = who == 0 || who == self ? self : kMany;
  byte.line[kind] = line;
}

}  // namespace lockstep
