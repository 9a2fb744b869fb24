// How the reader of an event log (event_drain.h) comes to what a kernel writes: in place, or through a queue.
#ifndef LOCKSTEP_HOST_RUNNING_LOG_READING_H_
#define LOCKSTEP_HOST_RUNNING_LOG_READING_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "device-lib/shared/event.h"
#include "host/api/cl.h"
#include "host/running/event_ring.h"
#include "host/running/side_queue.h"
#include "runtime/replay/replay.h"

namespace lockstep::host {

struct DrainResult {
  ReplayResult replay;
  uint64_t missing = 0;  // events that did not find a place in the log, or were never finished
  bool damaged = false;  // the log's head is not what host and device left there
  bool gave_up = false;  // there was not enough memory to follow what it says to its end
};

// Hears of the races found so far in a launch under way, whenever there are more; those that say what is missing
// to order them are made at the end only. Called by the thread that reads along; may throw.
using OnNews = std::function<void(const ReplayResult& so_far)>;

// Finish may be called while Step is under way, by another thread, and does not wait for the driver: it may be
// called by one of the driver's threads that Step's call waits for.
class LogReading {
 public:
  enum class Progress { kNone, kUnderWay, kSome };
  virtual ~LogReading() = default;

  // Hands events that are complete on to the replay and tells the kernel of the room, unless finished. Only the thread
  // that reads along calls it.
  virtual Progress Step() = 0;
  // Whether the driver is at work on none of this object's memory. For the same thread.
  virtual bool AtRest() const { return true; }
  // Whether only that thread may let go of the object.
  virtual bool UsesDriver() const { return false; }

  // Reads the rest: the launch is complete, and its log is here.
  DrainResult Finish();
  // Nobody wants to know the rest; the log may be gone from now on.
  void Abandon();
  bool finished() const;

 protected:
  LogReading(ls_event_log* log, const ReplayOptions& options, OnNews on_news)
      : log_(log),
        capacity_(log->capacity),
        ring_(log + 1, log->blocks != 0),
        tail_(log->tail),
        replay_(std::make_unique<Replay>(options)),
        on_news_(std::move(on_news)) {}

  // Hands the `count` events from `at` on. With the lock held.
  void HandOn(EventRing& events, uint64_t at, uint64_t count);

  ls_event_log* const log_;  // the host's; valid until finished
  const uint64_t capacity_;  // its own; the log's head may be written over while the kernel runs
  EventRing ring_;
  mutable std::mutex mutex_;
  uint64_t tail_;  // events handed on, numbered on from launch to launch
  bool finished_ = false;

 private:
  void GiveUpReplay() noexcept;
  void TellNews();

  std::unique_ptr<Replay> replay_;  // null: given up
  ReplayResult kept_;               // of one that was given up
  OnNews on_news_;
  size_t told_races_ = 0;
};

// Where device and host work on the same memory.
class InPlaceReading : public LogReading {
 public:
  InPlaceReading(ls_event_log* log, const ReplayOptions& options, OnNews on_news = nullptr)
      : LogReading(log, options, std::move(on_news)) {}
  Progress Step() override;
};

// From the buffer of a device with memory of its own, one transfer after the other:
//   look  the events behind the tail as they are now; the tickets say how many are complete
//   fetch those once more: only a read that began after a ticket was seen has all of its event
//   tell  the device's tail
// A transfer that fails ends the reading; the kernel is told, if it can be, and what has no room is missing.
class SideReading : public LogReading {
 public:
  // `log`: as `buffer` begins, and where what is left of it will be by the time of Finish.
  SideReading(ls_event_log* log, const ReplayOptions& options, std::shared_ptr<SideQueue> queue, cl_mem buffer,
              OnNews on_news = nullptr);
  ~SideReading() override;
  Progress Step() override;
  bool AtRest() const override;
  bool UsesDriver() const override { return true; }

 private:
  enum class Doing { kLook, kFetch, kTell };
  void Begin(Doing what);
  void GiveUp();
  Progress HandOnFetched();
  const std::shared_ptr<SideQueue> queue_;
  const cl_mem buffer_;  // a reference
  // Where the driver puts the events that are looked at and, as they may lie in blocks, those beside them.
  const uint64_t block_;  // places of one; 1: none
  std::vector<ls_event> buffered_;
  EventRing fetched_;
  uint64_t before_ = 0;          // of those in front of the first that is looked at
  uint64_t wanted_, count_ = 0;  // events to look at; of these complete
  uint64_t told_;                // events handed on by this thread
  Doing doing_ = Doing::kLook;
  bool broken_ = false;
  std::unique_ptr<Transfer> transfer_;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_RUNNING_LOG_READING_H_
