#include "host/launch/log_reading.h"

#include <algorithm>
#include <cstddef>

#include "host/api/table.h"

namespace lockstep::host {
namespace {

// Events handed on before the kernel is told of the room.
constexpr uint64_t kMostAtOnce = 4096;
// The same through a queue, where each step costs a round trip.
constexpr uint64_t kLeastLook = 64, kMostLook = 16384;

const ls_u32 kNotDrained = 0;

const ls_event* EventsOf(const ls_event_log* log) {
  return reinterpret_cast<const ls_event*>(log + 1);
}

}  // namespace

uint64_t CompleteEvents(const ls_event* events, uint64_t most, uint64_t place) {
  uint64_t count = 0;
  while (count < most && __atomic_load_n(&events[count].ticket, __ATOMIC_ACQUIRE) == place + count + 1) {
    ++count;
  }
  return count;
}

DrainResult LogReading::Finish() {
  const std::lock_guard<std::mutex> lock(mutex_);
  finished_ = true;
  for (;;) {
    const uint64_t at = tail_ & (log_->capacity - 1);
    const uint64_t count = CompleteEvents(EventsOf(log_) + at, log_->capacity - at, tail_);
    if (count == 0) break;
    replay_.Add(EventsOf(log_) + at, count);
    tail_ += count;
  }
  DrainResult result;
  // A log that did not come back is one of an earlier time; that it is missing is said elsewhere.
  result.missing = log_->next > tail_ ? log_->next - tail_ : 0;
  result.replay = replay_.Finish();
  return result;
}

void LogReading::Abandon() {
  const std::lock_guard<std::mutex> lock(mutex_);
  finished_ = true;
}

bool LogReading::finished() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return finished_;
}

LogReading::Progress InPlaceReading::Step() {
  const std::lock_guard<std::mutex> lock(mutex_);
  bool any = false;
  while (!finished_) {
    const uint64_t at = tail_ & (log_->capacity - 1);
    const ls_event* events = EventsOf(log_) + at;
    const uint64_t count = CompleteEvents(events, std::min(kMostAtOnce, log_->capacity - at), tail_);
    if (count == 0) break;
    any = true;
    replay_.Add(events, count);
    tail_ += count;
    __atomic_store_n(&log_->tail, tail_, __ATOMIC_RELEASE);
  }
  return any ? Progress::kSome : Progress::kNone;
}

SideReading::SideReading(ls_event_log* log, const ReplayOptions& options, std::shared_ptr<SideQueue> queue,
                         cl_mem buffer)
    : LogReading(log, options),
      queue_(std::move(queue)),
      buffer_(buffer),
      capacity_(log->capacity),
      events_(std::min(capacity_, kMostLook)),
      wanted_(std::min(capacity_, kLeastLook)),
      told_(log->tail) {
  Next().clRetainMemObject(buffer_);
}

SideReading::~SideReading() { Next().clReleaseMemObject(buffer_); }

bool SideReading::AtRest() const {
  return !transfer_ || transfer_->state() != Transfer::State::kUnderWay;
}

void SideReading::Begin(Doing what) {
  const uint64_t at = told_ & (capacity_ - 1);
  const uint64_t place = sizeof(ls_event_log) + at * sizeof(ls_event);
  doing_ = what;
  if (what == Doing::kTell) {
    transfer_ = queue_->Write(buffer_, offsetof(ls_event_log, tail), sizeof(told_), &told_);
  } else {
    if (what == Doing::kLook) count_ = std::min(wanted_, capacity_ - at);
    transfer_ = queue_->Read(buffer_, place, count_ * sizeof(ls_event), events_.data());
  }
  if (!transfer_) GiveUp();
}

void SideReading::GiveUp() {
  broken_ = true;
  transfer_ = queue_->Write(buffer_, offsetof(ls_event_log, drained), sizeof(kNotDrained), &kNotDrained);
}

LogReading::Progress SideReading::HandOn() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (finished_) return Progress::kNone;
    replay_.Add(events_.data(), count_);
    tail_ += count_;
  }
  told_ += count_;
  Begin(Doing::kTell);
  return Progress::kSome;
}

LogReading::Progress SideReading::Step() {
  if (broken_ || finished()) return Progress::kNone;
  if (!transfer_) {
    Begin(Doing::kLook);
    return Progress::kUnderWay;
  }
  const Transfer::State state = transfer_->state();
  if (state == Transfer::State::kUnderWay) return Progress::kUnderWay;
  transfer_.reset();
  if (state == Transfer::State::kFailed) {
    GiveUp();
    return Progress::kNone;
  }
  if (doing_ == Doing::kFetch) return HandOn();
  if (doing_ == Doing::kLook) {
    const uint64_t complete = CompleteEvents(events_.data(), count_, told_);
    wanted_ = complete == count_ ? std::min(4 * wanted_, static_cast<uint64_t>(events_.size())) : std::min(wanted_, kLeastLook);
    if (complete == 0) return Progress::kNone;
    count_ = complete;
    Begin(Doing::kFetch);
  } else {
    Begin(Doing::kLook);
  }
  return Progress::kUnderWay;
}

}  // namespace lockstep::host
