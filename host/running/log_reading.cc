#include "host/running/log_reading.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "host/api/table.h"

namespace lockstep::host {
namespace {

// Events handed on before the kernel is told of the room, through a queue, where each step costs a round trip.
constexpr uint64_t kLeastLook = 64, kMostLook = 16384;

const ls_u32 kNotDrained = 0;

// More events than any launch can have missed.
constexpr uint64_t kMostMissing = uint64_t{1} << 48;
// What is found in launches under way is told at once so many times in a process, and then no more often than this.
constexpr uint64_t kToldAtOnce = 64;
constexpr auto kTellAgain = std::chrono::milliseconds(200);

}  // namespace

// Lets go of the replay, whose memory the application may need more, and keeps what it has found.
void LogReading::GiveUpReplay() noexcept {
  try {
    kept_ = replay_->SoFar();
  } catch (...) {
    kept_ = ReplayResult();
  }
  replay_.reset();
}

void LogReading::HandOn(EventRing& events, uint64_t at, uint64_t count) {
  tail_ += count;
  if (replay_ == nullptr) return;
  try {
    for (uint64_t done = 0; done < count; done += kMostAtOnce) {
      const uint64_t some = std::min(kMostAtOnce, count - done);
      replay_->Add(events.Read(at + done, some), some);
    }
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
    const uint64_t count = ring_.Complete(at, capacity_ - at, tail_);
    if (count == 0) break;
    HandOn(ring_, at, count);
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
    const uint64_t count = ring_.Complete(at, std::min(kMostAtOnce, capacity_ - at), tail_);
    if (count == 0) break;
    any = true;
    HandOn(ring_, at, count);
    __atomic_store_n(&log_->tail, tail_, __ATOMIC_RELEASE);
  }
  return any ? Progress::kSome : Progress::kNone;
}

SideReading::SideReading(ls_event_log* log, const ReplayOptions& options, std::shared_ptr<SideQueue> queue,
                         cl_mem buffer, OnNews on_news)
    : LogReading(log, options, std::move(on_news)),
      queue_(std::move(queue)),
      buffer_(buffer),
      block_(log->blocks != 0 ? LS_EVENT_BLOCK : 1),
      buffered_(std::min(capacity_, kMostLook + 2 * block_)),
      fetched_(buffered_.data(), log->blocks != 0),
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
  doing_ = what;
  if (what == Doing::kTell) {
    transfer_ = queue_->Write(buffer_, offsetof(ls_event_log, tail), sizeof(told_), &told_);
  } else {
    if (what == Doing::kLook) count_ = std::min(wanted_, capacity_ - at);
    before_ = at % block_;
    const uint64_t whole = (before_ + count_ + block_ - 1) / block_ * block_;
    transfer_ = queue_->Read(buffer_, sizeof(ls_event_log) + (at - before_) * sizeof(ls_event),
                             whole * sizeof(ls_event), buffered_.data());
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
    HandOn(fetched_, before_, count_);
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
    const uint64_t complete = fetched_.Complete(before_, count_, told_);
    wanted_ =
        complete == count_ ? std::min(4 * wanted_, std::min(capacity_, kMostLook)) : std::min(wanted_, kLeastLook);
    if (complete == 0) return Progress::kNone;
    count_ = complete;
    Begin(Doing::kFetch);
  } else {
    Begin(Doing::kLook);
  }
  return Progress::kUnderWay;
}

}  // namespace lockstep::host
