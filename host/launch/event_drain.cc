#include "host/launch/event_drain.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace lockstep::host {
namespace {

// While kernels run and write nothing, the thread looks again after these many microseconds, longer
// and longer.
constexpr int kShortestNap = 20, kLongestNap = 1000;
// Events handed on before the kernel is told of the room.
constexpr uint64_t kMostAtOnce = 4096;

}  // namespace

struct EventDrain::Reader {
  Reader(void* log, const ReplayOptions& options)
      : log(static_cast<ls_event_log*>(log)), replay(options) {}

  // Reads what is complete. Returns whether there was anything. The mutex must be held.
  bool Read() {
    bool any = false;
    for (;;) {
      const uint64_t tail = log->tail;
      const uint64_t at = tail & (log->capacity - 1);
      const uint64_t most = std::min(kMostAtOnce, log->capacity - at);
      const ls_event* events = reinterpret_cast<const ls_event*>(log + 1) + at;
      uint64_t count = 0;
      while (count < most &&
             __atomic_load_n(&events[count].ticket, __ATOMIC_ACQUIRE) == tail + count + 1) {
        ++count;
      }
      if (count == 0) return any;
      any = true;
      replay.Add(events, count);
      __atomic_store_n(&log->tail, tail + count, __ATOMIC_RELEASE);
    }
  }

  ls_event_log* const log;
  std::mutex mutex;
  Replay replay;
  bool finished = false;
};

namespace {

// The readers of a process and their thread; never destroyed, since the thread outlives main.
template <typename Reader>
class Readers {
 public:
  static Readers& Get() {
    static std::mutex mutex;
    static Readers* readers = nullptr;
    const std::lock_guard<std::mutex> lock(mutex);
    // A forked child has neither the thread nor the launches.
    if (readers == nullptr || readers->process_ != getpid()) readers = new Readers;
    return *readers;
  }

  bool has_thread() const { return has_thread_; }

  void Add(std::shared_ptr<Reader> reader) {
    const std::lock_guard<std::mutex> lock(mutex_);
    readers_.push_back(std::move(reader));
    arrived_.notify_one();
  }

  void Remove(const std::shared_ptr<Reader>& reader) {
    const std::lock_guard<std::mutex> lock(mutex_);
    readers_.erase(std::remove(readers_.begin(), readers_.end(), reader), readers_.end());
  }

 private:
  Readers() {
    // Signals are the application's; its handlers do not expect this thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    has_thread_ = pthread_create(&thread, nullptr, Run, this) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (has_thread_) pthread_detach(thread);
  }

  static void* Run(void* self) {
    static_cast<Readers*>(self)->ReadForever();
    return nullptr;
  }

  void ReadForever() {
    int nap = kShortestNap;
    for (;;) {
      std::vector<std::shared_ptr<Reader>> readers;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        arrived_.wait(lock, [this] { return !readers_.empty(); });
        readers = readers_;
      }
      bool any = false;
      for (const std::shared_ptr<Reader>& reader : readers) {
        const std::lock_guard<std::mutex> lock(reader->mutex);
        if (!reader->finished) any |= reader->Read();
      }
      nap = any ? kShortestNap : std::min(2 * nap, kLongestNap);
      if (!any) std::this_thread::sleep_for(std::chrono::microseconds(nap));
    }
  }

  const pid_t process_ = getpid();
  bool has_thread_ = false;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<std::shared_ptr<Reader>> readers_;
};

}  // namespace

uint64_t EventLogBytes(uint64_t mib) {
  uint64_t capacity = 1;
  while (2 * capacity * sizeof(ls_event) <= mib << 20) capacity *= 2;
  return sizeof(ls_event_log) + capacity * sizeof(ls_event);
}

void PrepareEventLog(void* log, uint64_t bytes, bool drained) {
  auto* header = static_cast<ls_event_log*>(log);
  uint64_t capacity = 1;
  while (sizeof(ls_event_log) + 2 * capacity * sizeof(ls_event) <= bytes) capacity *= 2;
  header->tail = header->next;
  header->capacity = capacity;
  header->drained = drained ? 1 : 0;
}

EventDrain::EventDrain(void* log, bool along, const ReplayOptions& options)
    : reader_(std::make_shared<Reader>(log, options)) {
  if (along) Readers<Reader>::Get().Add(reader_);
}

EventDrain::~EventDrain() {
  Readers<Reader>::Get().Remove(reader_);
  // The thread may hold a reader for a moment longer; the log may be gone by then.
  const std::lock_guard<std::mutex> lock(reader_->mutex);
  reader_->finished = true;
}

bool EventDrain::CanReadAlong() { return Readers<Reader>::Get().has_thread(); }

DrainResult EventDrain::Finish() {
  Readers<Reader>::Get().Remove(reader_);
  const std::lock_guard<std::mutex> lock(reader_->mutex);
  reader_->Read();
  reader_->finished = true;
  DrainResult result;
  result.missing = reader_->log->next - reader_->log->tail;
  result.replay = reader_->replay.Finish();
  return result;
}

}  // namespace lockstep::host
