// A launch's program, arguments and memory, taken before it runs.
#ifndef LOCKSTEP_HOST_CAPTURE_SNAPSHOT_H_
#define LOCKSTEP_HOST_CAPTURE_SNAPSHOT_H_

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "host/driver/device.h"
#include "host/plan/launch_facts.h"
#include "runtime/capture/capture.h"
#include "runtime/capture/write_folder.h"
#include "runtime/program/recipe.h"

namespace lockstep::host {

// What is to be captured, where. The kernel's lock is held.
struct SnapshotRequest {
  cl_command_queue queue = nullptr;
  cl_context context = nullptr;
  bool in_order = true;
  cl_uint waits = 0;  // what the launch waits for
  const cl_event* wait_list = nullptr;
  LaunchId id;
  const Kernel* kernel = nullptr;
  const LoadedKernel* loaded = nullptr;
  std::shared_ptr<const Recipe> recipe;
  const Device* device = nullptr;
  Geometry geometry;
  bool looks = false;  // the launch's records will say all that it touches, see KeepOnly()
};

// What a launch touched of a memory object.
struct TouchedBytes {
  uint64_t size = 0;                                    // of the object as the launch has it; 0: it uses none of it
  std::vector<std::pair<uint64_t, uint64_t>> ranges{};  // first byte and the one behind the last, by the first
};

// Whether launch `id` is to be kept whatever it shows.
bool IsNamedForCapture(LaunchId id);

// Holds memory only; what reads into it is in the application's queue before the launch, so that it is there when the
// launch is complete.
class Snapshot {
 public:
  // Whether launches are to be captured.
  static bool Wanted();

  // Whether another launch may have records of its own for KeepOnly().
  static bool MayLook();

  // Enqueues the reading of all memory that arguments point to, behind what the launch waits for. Null, and says once
  // why, if this launch cannot be kept.
  static std::unique_ptr<Snapshot> Take(const SnapshotRequest& request);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  // What the launch has to wait for instead: in a queue that keeps no order, the readings too.
  const std::vector<cl_event>& waits() const { return waits_; }

  // The launch is enqueued behind waits(), which goes.
  void NoteEnqueued();

  // The launch is not enqueued, and nobody knows when the readings end: their memory stays.
  static void Abandon(std::unique_ptr<Snapshot> snapshot);

  // Whether KeepOnly() is to be called before Keep().
  bool looks() const { return looks_; }

  // Memory objects of these numbers have zeros in the place of what the launch did not touch.
  void KeepOnly(const std::map<uint64_t, TouchedBytes>& touched);

  // Writes the launch's folder below --capture, the first time. The launch is complete. Says where, or why it cannot.
  void Keep();

  // Whether it is to be kept whatever the launch shows.
  bool named() const { return IsNamedForCapture(LaunchId{launch_.launch}); }

 private:
  struct Bytes {
    std::unique_ptr<char[]> data;
    uint64_t size = 0;
  };
  Snapshot() = default;

  CapturedLaunch launch_;
  bool kept_ = false;
  bool looks_ = false;
  std::shared_ptr<const Recipe> recipe_;
  bool from_source_ = false;           // the application gave the program as source
  std::map<uint64_t, Bytes> objects_;  // by number
  std::vector<cl_event> waits_;
  std::vector<cl_event> own_;  // of these, what is released
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_CAPTURE_SNAPSHOT_H_
