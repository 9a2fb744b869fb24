// The arenas and slots of a context: the memory that checked launches need, used again and again.
//
// An *arena* holds the global planes of docs/abi.md, section 2. Launches that may run at the same
// time need different ones: a cell must only be used by launches that come one after another. So an
// arena serves one launch at a time, or any number in one in-order queue. Each launch takes the
// next actor numbers of its arena, which makes earlier records stale without clearing. Where they are used up, another
// arena takes its place, or a command of that queue clears this one.
// A *slot* holds the control block and the logs of one launch.
#ifndef LOCKSTEP_HOST_MEMORY_POOL_H_
#define LOCKSTEP_HOST_MEMORY_POOL_H_

#include <sys/types.h>
#include <unistd.h>

#include <memory>
#include <mutex>
#include <vector>

#include "host/driver/context.h"
#include "host/memory/layout.h"
#include "host/memory/shared_buffer.h"

namespace lockstep::host {

struct Arena {
  std::unique_ptr<SharedBuffer> heads, values, more;  // attached while there are launches
  uint64_t cells = 0, value_bytes = 0;  // capacity
  uint64_t used_cells = 0;              // cells touched since the last clearing
  RecordLayout layout;
  uint64_t next_actor = 0;
  bool clear_in_queue = false;          // the next launch's numbers begin at 0 again
  int launches = 0;                     // not yet complete
  cl_command_queue queue = nullptr;     // of those; null: one launch of an out-of-order queue
};

struct Slot {
  std::unique_ptr<SharedBuffer> control, log;
  std::unique_ptr<SharedBuffer> events;  // the event log; null if no launch that used it wrote one
  std::unique_ptr<SharedBuffer> rooms;   // device-lib/room.h; null if no launch that used the slot had any
  uint64_t event_places = 0;  // of that, where the last launch's places began
  uint32_t log_slots = 0;
  uint32_t written_slots = 0;  // of the table behind the log
  uint64_t parted_bytes = 0;   // of the tables behind that
};

struct LeaseRequest {
  cl_command_queue in_order_queue = nullptr;  // null: the queue is out of order
  uint64_t cells = 0, value_bytes = 0;
  uint64_t control_bytes = 0;
  uint32_t log_slots = 0;  // a power of two
  uint32_t written_slots = 0;  // a power of two; 0: not in lock step
  uint64_t parted_bytes = 0;   // of the tables for groups that part (device-lib/shared/parted.h)
  LayoutNeed need;
  uint64_t event_bytes = 0;  // of the event log; 0: the kernel writes none
  uint64_t room_bytes = 0;   // of the rooms for records of local memory; 0: the twin has none
  uint64_t max_allocation = 0;
  Place place = Place::kInPlace;
};

class Pool;

// What one launch holds until it is complete.
class Lease {
 public:
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  const Arena& arena() const { return *arena_; }
  const Slot& slot() const { return *slot_; }
  Slot& slot() { return *slot_; }
  const RecordLayout& layout() const { return layout_; }
  uint64_t first_actor() const { return first_actor_; }
  Place place() const { return place_; }
  uint64_t log_mark() const { return log_mark_; }  // ls_log.mark
  // Whether the heads have to be cleared by a command before the launch: they are in fresh memory of the device, or
  // the launches before it in its queue have used up all actor numbers.
  bool must_clear_heads() const { return must_clear_heads_; }
  // That command is in the queue.
  void NoteHeadsCleared();

  // Makes the control block's buffer, once the slot's pages hold what the device is to read.
  Status AttachControl();

 private:
  friend class Pool;
  Lease() = default;
  std::shared_ptr<Pool> pool_;
  std::shared_ptr<Arena> arena_;
  std::unique_ptr<Slot> slot_;
  RecordLayout layout_;
  uint64_t first_actor_ = 0, next_actor_ = 0;  // the launch's are between them
  uint64_t max_allocation_ = 0;
  uint64_t log_mark_ = 0;
  Place place_ = Place::kInPlace;
  bool must_clear_heads_ = false;
};

class Pool : public ContextResources, public std::enable_shared_from_this<Pool> {
 public:
  explicit Pool(std::shared_ptr<Context> context) : context_(std::move(context)) {}

  // Held from Acquire to the enqueue of the launch, so that launches enter a queue in the order of
  // their actor numbers. Recursive: a driver may run the application's callbacks in an enqueue.
  std::recursive_mutex& order() { return order_; }

  // kUnavailable with the numbers if memory or record bits do not suffice.
  StatusOr<std::unique_ptr<Lease>> Acquire(const LeaseRequest& request);

 private:
  friend class Lease;
  void ForgetParents();
  StatusOr<std::shared_ptr<Arena>> PickArena(const LeaseRequest& request);
  StatusOr<std::shared_ptr<Arena>> MakeArena(const LeaseRequest& request);
  Status Attach(const LeaseRequest& request, Arena& arena, Slot& slot);  // all but the control
  StatusOr<std::unique_ptr<Slot>> PickSlot(const LeaseRequest& request);
  void Return(Lease& lease);

  const std::shared_ptr<Context> context_;
  pid_t process_ = getpid();  // whose pages they are
  std::recursive_mutex order_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Arena>> arenas_;
  std::vector<std::unique_ptr<Slot>> free_slots_;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_MEMORY_POOL_H_
