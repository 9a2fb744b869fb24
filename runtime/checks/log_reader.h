// Takes apart what the device wrote: device-lib/shared/log.h and record.h.
#ifndef LOCKSTEP_RUNTIME_CHECKS_LOG_READER_H_
#define LOCKSTEP_RUNTIME_CHECKS_LOG_READER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/model/launch.h"

namespace lockstep {

// One record of record.h, its fields apart.
struct LogRecord {
  uint64_t actor = 0;  // as in the record: counts on from earlier launches
  uint64_t segment = 0;
  uint32_t site = 0;
  uint32_t access_class = 0;  // LS_CLASS_*
  uint32_t scope = 0;         // LS_SCOPE_*
};

// One occupied slot, its key's fields apart.
struct LogEntry {
  uint32_t finding = 0;  // LS_FINDING_*
  bool inter_group = false;
  bool local = false;
  bool left = false;     // although b passed a barrier since a: a's work-item had left the kernel before
  bool parted = false;   // ... or was not at that barrier with it
  bool unnamed = false;  // ... and the barrier's flags do not name the region either
  bool stands = false;   // two writes, as far as is known of one value: one stands for another access
  bool instruction = false;  // in lock step: two work-items of a block, in one instruction
  uint32_t site_a = 0;
  uint32_t site_b = 0;
  uint32_t count = 0;
  bool at_least = false;  // that often, or any number of times more
  uint64_t raw_a = 0;  // record_a, record_b as they are: actor numbers for divergence
  uint64_t raw_b = 0;
  LogRecord a;
  LogRecord b;
  uint64_t position = 0;
  uint32_t root = 0;
  uint32_t bytes = 0;
  uint64_t extra[4] = {};
  bool replayed = false;  // a race that the event log showed, not a slot of the log
};

struct LogContent {
  std::vector<LogEntry> entries;  // in the order of their keys
  uint32_t dropped = 0;
  uint32_t segment_overflow = 0;
  uint32_t unattributed = 0;
  uint32_t evicted = 0;
  uint32_t local_overruns = 0;
  uint32_t untracked_copies = 0;
  uint32_t not_compared = 0;
  uint32_t loops_ended = 0;
  uint32_t not_followed = 0;
  uint32_t parts_unlike = 0;
  bool told_to_stop = false;  // by the host, for --launch-timeout
  uint32_t unfinished = 0;  // slots that were taken but never completed
  // The header is not what host and device left there, or slots that were taken are gone: a write of the kernel
  // that left its memory has been here. Of the counts above nothing is believed then.
  bool damaged = false;
};

// Reads a log buffer of launch.log_slots slots. kInvalidArgument if `bytes` is too small for them.
StatusOr<LogContent> ReadLog(const Launch& launch, const void* log, size_t bytes);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_LOG_READER_H_
