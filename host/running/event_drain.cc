#include "host/running/event_drain.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "host/running/log_reading.h"

namespace lockstep::host {
namespace {

// While kernels run and write nothing, the thread looks again after these many microseconds, longer
// and longer.
constexpr int kShortestNap = 20, kLongestNap = 1000;
// How long the end of the process waits for the thread's calls to return.
constexpr auto kDrainLeaving = std::chrono::seconds(2);
// So many places the launches of a process do not take.
constexpr uint64_t kMostPlaces = uint64_t{1} << 56;

// The readers of a process and their thread; never destroyed, since the thread outlives main.
class Readers {
 public:
  static Readers& Get() {
    Known& known = GetKnown();
    const std::lock_guard<std::mutex> lock(known.mutex);
    if (!known.IsOurs()) known.readers = new Readers(known.ending == getpid());
    return *known.readers;
  }

  // At the end of the process. Starts no thread: most processes have had no reader.
  static void StopAll() {
    Known& known = GetKnown();
    std::unique_lock<std::mutex> lock(known.mutex);
    known.ending = getpid();
    Readers* const ours = known.IsOurs() ? known.readers : nullptr;
    lock.unlock();
    if (ours != nullptr) ours->StopTransfers();
  }

  bool has_thread() const { return has_thread_; }

  void Add(std::shared_ptr<LogReading> reader) {
    const std::lock_guard<std::mutex> lock(mutex_);
    readers_.push_back(std::move(reader));
    arrived_.notify_one();
  }

  void Remove(const std::shared_ptr<LogReading>& reader) {
    const std::lock_guard<std::mutex> lock(mutex_);
    readers_.erase(std::remove(readers_.begin(), readers_.end(), reader), readers_.end());
  }

  // Has the thread end a reader that nobody else refers to: what its replay remembers of a long log is a lot, and who
  // asks for this is the driver's thread, on which the next launch may depend.
  void End(std::shared_ptr<LogReading> reader) {
    if (!has_thread_) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    readers_.erase(std::remove(readers_.begin(), readers_.end(), reader), readers_.end());
    over_.push_back(std::move(reader));
    arrived_.notify_one();
  }

 private:
  struct Known {
    std::mutex mutex;
    Readers* readers = nullptr;
    pid_t ending = 0;  // the process that is
    // A forked child has neither the thread nor the launches.
    bool IsOurs() const { return readers != nullptr && readers->process_ == getpid(); }
  };

  static Known& GetKnown() {
    static Known* known = new Known;
    return *known;
  }

  explicit Readers(bool ending) : ending_(ending) {
    // Signals are the application's; its handlers do not expect this thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    has_thread_ = pthread_create(&thread, nullptr, Run, this) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (has_thread_) pthread_detach(thread);
  }

  void StopTransfers() {
    std::unique_lock<std::mutex> lock(mutex_);
    ending_ = true;
    stopped_.wait_for(lock, kDrainLeaving, [this] { return !running_ || has_seen_; });
  }

  static void* Run(void* self) {
    static_cast<Readers*>(self)->ReadForever();
    return nullptr;
  }

  void ReadForever() {
    int nap = kShortestNap;
    for (;;) {
      // Nothing but want of memory: what is to be read stays there.
      try {
        ReadOn(nap);
      } catch (...) {
        std::this_thread::sleep_for(std::chrono::microseconds(kLongestNap));
      }
    }
  }

  void ReadOn(int& nap) {
    for (;;) {
      std::vector<std::shared_ptr<LogReading>> readers, over;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        running_ = false;
        has_seen_ = ending_;
        stopped_.notify_all();
        arrived_.wait(lock, [this] { return !readers_.empty() || !over_.empty(); });
        running_ = true;
        has_seen_ = ending_;
        readers = readers_;
        over.swap(over_);
      }
      over.clear();
      if (readers.empty()) continue;
      auto most = LogReading::Progress::kNone;
      for (const std::shared_ptr<LogReading>& reader : readers) {
        if (!has_seen_ || !reader->UsesDriver()) most = std::max(most, LookAt(reader));
      }
      readers.clear();
      nap = most == LogReading::Progress::kNone ? std::min(2 * nap, kLongestNap) : kShortestNap;
      if (most != LogReading::Progress::kSome) {
        std::this_thread::sleep_for(std::chrono::microseconds(nap));
      }
    }
  }

  LogReading::Progress LookAt(const std::shared_ptr<LogReading>& reader) {
    if (!reader->finished()) return reader->Step();
    // One that the driver is still at work for stays until that is done.
    if (reader->AtRest()) Remove(reader);
    return LogReading::Progress::kNone;
  }

  const pid_t process_ = getpid();
  bool has_thread_ = false;
  std::mutex mutex_;
  std::condition_variable arrived_, stopped_;
  bool running_ = false;   // the thread looks at readers
  bool ending_;            // it is to call the driver no more
  bool has_seen_ = false;  // and knows that; only it writes this
  std::vector<std::shared_ptr<LogReading>> readers_;
  std::vector<std::shared_ptr<LogReading>> over_;  // to be ended by the thread
};

}  // namespace

uint64_t EventLogBytes(uint64_t mib) {
  uint64_t capacity = 1;
  while (2 * capacity * sizeof(ls_event) <= mib << 20) capacity *= 2;
  return sizeof(ls_event_log) + capacity * sizeof(ls_event);
}

void PrepareEventLog(void* log, uint64_t bytes, bool drained, uint64_t patience, bool blocks, uint64_t* places) {
  auto* header = static_cast<ls_event_log*>(log);
  uint64_t capacity = 1;
  while (sizeof(ls_event_log) + 2 * capacity * sizeof(ls_event) <= bytes) capacity *= 2;
  if (header->next < *places || header->next > kMostPlaces) std::memset(log, 0, bytes);
  *places = header->next;
  header->tail = header->next;
  header->capacity = capacity;
  header->drained = drained ? 1 : 0;
  header->patience = patience;
  header->blocks = blocks ? 1 : 0;
}

EventDrain::EventDrain(void* log, bool along, const ReplayOptions& options, OnNews on_news)
    : reading_(std::make_shared<InPlaceReading>(static_cast<ls_event_log*>(log), options, std::move(on_news))) {
  if (along) Readers::Get().Add(reading_);
}

EventDrain::EventDrain(void* log, std::shared_ptr<SideQueue> beside, cl_mem buffer,
                       const ReplayOptions& options, OnNews on_news)
    : reading_(std::make_shared<SideReading>(static_cast<ls_event_log*>(log), options,
                                             std::move(beside), buffer, std::move(on_news))) {
  Readers::Get().Add(reading_);
}

EventDrain::~EventDrain() {
  // The thread may hold a reader for a moment longer; the log may be gone by then.
  reading_->Abandon();
  if (!reading_->UsesDriver()) Readers::Get().End(reading_);
}

bool EventDrain::CanReadAlong() { return Readers::Get().has_thread(); }

void EventDrain::StopTransfers() { Readers::StopAll(); }

DrainResult EventDrain::Finish() { return reading_->Finish(); }

}  // namespace lockstep::host
