#include "host/running/stop_word.h"

#include <cstddef>

#include "host/api/table.h"

namespace lockstep::host {
namespace {

const uint32_t kStop = 1;  // also while the driver copies it

class InPlace : public StopWord {
 public:
  explicit InPlace(volatile ls_log* log) : log_(log) {}
  void Set() override { log_->stop = kStop; }
  bool WasLookedAt() const override { return log_->begun != 0; }
  bool CallsDriver() const override { return false; }

 private:
  volatile ls_log* const log_;
};

class Beside : public StopWord {
 public:
  Beside(std::shared_ptr<SideQueue> queue, cl_mem log) : queue_(std::move(queue)), log_(log) {
    Next().clRetainMemObject(log_);
  }
  ~Beside() override { Next().clReleaseMemObject(log_); }
  void Set() override { queue_->Write(log_, offsetof(ls_log, stop), sizeof(kStop), &kStop); }
  bool WasLookedAt() const override { return true; }
  bool CallsDriver() const override { return true; }

 private:
  const std::shared_ptr<SideQueue> queue_;
  const cl_mem log_;
};

}  // namespace

std::unique_ptr<StopWord> StopWordInPlace(ls_log* log) { return std::make_unique<InPlace>(log); }

std::unique_ptr<StopWord> StopWordBeside(std::shared_ptr<SideQueue> queue, cl_mem log) {
  return std::make_unique<Beside>(std::move(queue), log);
}

}  // namespace lockstep::host
