// Takes apart what the device wrote: device-lib/shared/log.h and record.h.
#include "runtime/checks/log_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "device-lib/shared/log.h"
#include "device-lib/shared/record.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

uint64_t Bits(uint64_t word, unsigned low, unsigned high) {
  if (low >= 64 || high <= low) return 0;
  unsigned width = high - low;
  uint64_t mask = width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  return (word >> low) & mask;
}

LogRecord Unpack(const Launch& launch, uint64_t word) {
  LogRecord record;
  record.actor = Bits(word, launch.actor_shift, 64);
  record.segment = Bits(word, launch.segment_shift, launch.actor_shift);
  record.site = static_cast<uint32_t>(Bits(word, LS_SITE_SHIFT, launch.segment_shift));
  record.access_class = static_cast<uint32_t>(word) & LS_CLASS_MASK;
  record.scope = (static_cast<uint32_t>(word) & LS_SCOPE_MASK) >> LS_SCOPE_SHIFT;
  return record;
}

LogEntry Unpack(const Launch& launch, const ls_slot& slot) {
  LogEntry entry;
  entry.finding = static_cast<uint32_t>(slot.key & 15);
  entry.inter_group = (slot.key & LS_KEY_INTER_GROUP) != 0;
  entry.local = (slot.key & LS_KEY_LOCAL) != 0;
  entry.left = (slot.key & LS_KEY_LEFT) != 0;
  entry.parted = (slot.key & LS_KEY_PARTED) != 0;
  entry.unnamed = (slot.key & LS_KEY_UNNAMED) != 0;
  entry.stands = (slot.key & LS_KEY_STANDS) != 0;
  entry.instruction = (slot.key & LS_KEY_INSTRUCTION) != 0;
  entry.site_a = static_cast<uint32_t>(Bits(slot.key, LS_KEY_SITE_A_SHIFT, 64));
  entry.site_b = static_cast<uint32_t>(Bits(slot.key, LS_KEY_SITE_B_SHIFT, LS_KEY_SITE_A_SHIFT));
  entry.count = slot.count;
  const bool of_races = entry.finding != LS_FINDING_DIVERGENCE && entry.finding != LS_FINDING_STOPPED &&
                        entry.finding != LS_FINDING_OUTSIDE;
  if (of_races && slot.count >= LS_COUNT_LIMIT) {
    entry.count = LS_COUNT_LIMIT;  // several may have counted at a time
    entry.at_least = true;
  }
  entry.raw_a = slot.record_a;
  entry.raw_b = slot.record_b;
  entry.a = Unpack(launch, slot.record_a);
  entry.b = Unpack(launch, slot.record_b);
  entry.position = slot.position;
  entry.root = slot.root;
  entry.bytes = slot.bytes;
  std::copy(slot.extra, slot.extra + 4, entry.extra);
  return entry;
}

}  // namespace

StatusOr<LogContent> ReadLog(const Launch& launch, const void* log, size_t bytes) {
  if (bytes < sizeof(ls_log) || (bytes - sizeof(ls_log)) / sizeof(ls_slot) < launch.log_slots) {
    return InvalidArgumentError(
        StrCat("log of ", bytes, " bytes is too small for ", launch.log_slots, " slots"));
  }
  const char* at = static_cast<const char*>(log);
  ls_log header;
  std::memcpy(&header, at, sizeof(header));
  at += sizeof(header);
  LogContent content;
  content.damaged = header.mark != launch.log_mark || header.used > launch.log_slots;
  if (content.damaged) header = {};
  content.dropped = header.dropped;
  content.segment_overflow = header.segment_overflow;
  content.unattributed = header.unattributed;
  content.evicted = header.evicted;
  content.local_overruns = header.local_overruns;
  content.untracked_copies = header.untracked_copies;
  content.not_compared = header.not_compared;
  content.loops_ended = header.loops_ended;
  content.not_followed = header.not_followed;
  content.parts_unlike = header.parts_unlike;
  content.told_to_stop = header.stop != 0;
  std::vector<std::pair<uint64_t, LogEntry>> found;
  if (header.used == 0 && !content.damaged) return content;
  for (uint32_t i = 0; i < launch.log_slots; ++i, at += sizeof(ls_slot)) {
    ls_slot slot;
    std::memcpy(&slot, at, sizeof(slot));
    if (slot.key == 0) continue;
    if (slot.ready == 0) {
      ++content.unfinished;
      continue;
    }
    found.emplace_back(slot.key, Unpack(launch, slot));
  }
  // A slot is taken before it is counted.
  content.damaged = content.damaged || found.size() + content.unfinished < header.used;
  std::sort(found.begin(), found.end(),
            [](const auto& x, const auto& y) { return x.first < y.first; });
  for (auto& [key, entry] : found) content.entries.push_back(entry);
  return content;
}

}  // namespace lockstep
