#include "host/running/log_reading.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "host/api/table.h"

namespace lockstep::host {
namespace {

// Events handed on before the kernel is told of the room.
constexpr uint64_t kMostAtOnce = 4096;
// The same through a queue, where each step costs a round trip.
constexpr uint64_t kLeastLook = 64, kMostLook = 16384;

const ls_u32 kNotDrained = 0;

// More events than any launch can have missed.
constexpr uint64_t kMostMissing = uint64_t{1} << 48;
// What is found in launches under way is told at once so many times in a process, and then no more often than this.
constexpr uint64_t kToldAtOnce = 64;
constexpr auto kTellAgain = std::chrono::milliseconds(200);

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

// Lets go of the replay, whose memory the application may need more, and keeps what it has found.
void LogReading::GiveUpReplay() noexcept {
  try {
    kept_ = replay_->SoFar();
  } catch (...) {
    kept_ = ReplayResult();
  }
  replay_.reset();
}

void LogReading::HandOn(const ls_event* events, uint64_t count) {
  tail_ += count;
  if (replay_ == nullptr) return;
  try {
    replay_->Add(events, count);
  } catch (...) {
    return GiveUpReplay();
  }
  try {
    if (on_news_ && !finished_) TellNews();
  } catch (...) {
    on_news_ = nullptr;  // what is found is told at the end, if there is one
  }
}

void LogReading::TellNews() {
  using Clock = std::chrono::steady_clock;
  static std::atomic<uint64_t> told{0};
  static std::atomic<Clock::rep> last{0};
  const size_t races = replay_->races();
  if (races == told_races_) return;
  const Clock::duration now = Clock::now().time_since_epoch();
  if (told.load() >= kToldAtOnce && now - Clock::duration(last.load()) < kTellAgain) return;
  ++told;
  last = now.count();
  told_races_ = races;
  on_news_(replay_->SoFar());
}

DrainResult LogReading::Finish() {
  const std::lock_guard<std::mutex> lock(mutex_);
  finished_ = true;
  for (;;) {
    const uint64_t at = tail_ & (capacity_ - 1);
    const uint64_t count = CompleteEvents(EventsOf(log_) + at, capacity_ - at, tail_);
    if (count == 0) break;
    HandOn(EventsOf(log_) + at, count);
  }
  DrainResult result;
  // A log that did not come back is one of an earlier time; that it is missing is said elsewhere.
  result.missing = log_->next > tail_ ? log_->next - tail_ : 0;
  result.damaged = result.missing > kMostMissing || log_->capacity != capacity_;
  if (result.damaged) result.missing = 0;
  try {
    if (replay_ != nullptr) result.replay = replay_->Finish();
  } catch (...) {
    GiveUpReplay();
  }
  result.gave_up = replay_ == nullptr;
  if (result.gave_up) result.replay = std::move(kept_);
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
    const uint64_t at = tail_ & (capacity_ - 1);
    const ls_event* events = EventsOf(log_) + at;
    const uint64_t count = CompleteEvents(events, std::min(kMostAtOnce, capacity_ - at), tail_);
    if (count == 0) break;
    any = true;
    HandOn(events, count);
    __atomic_store_n(&log_->tail, tail_, __ATOMIC_RELEASE);
  }
  return any ? Progress::kSome : Progress::kNone;
}

SideReading::SideReading(ls_event_log* log, const ReplayOptions& options, std::shared_ptr<SideQueue> queue,
                         cl_mem buffer, OnNews on_news)
    : LogReading(log, options, std::move(on_news)),
      queue_(std::move(queue)),
      buffer_(buffer),
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

LogReading::Progress SideReading::HandOnFetched() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (finished_) return Progress::kNone;
    HandOn(events_.data(), count_);
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
  if (doing_ == Doing::kFetch) return HandOnFetched();
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
