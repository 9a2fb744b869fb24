#include "host/memory/pool.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "device-lib/shared/log.h"
#include "device-lib/shared/record.h"
#include "device-lib/shared/sync_cell.h"
#include "runtime/base/available_memory.h"
#include "runtime/base/text.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

constexpr uint64_t kSmallestArena = 1 << 16;  // cells
constexpr size_t kMostArenas = 128;
constexpr int kMostOfQueue = 2;  // while its launches are under way
constexpr uint64_t kMoreBytes = LS_MORE_RECORDS * sizeof(ls_u64);

// What stands in the head of one launch's log: no number that a kernel would write by chance.
uint64_t NextMark() {
  static std::atomic<uint64_t> launches{0};
  return (++launches * 0x9E3779B97F4A7C15ull) | 1;
}

uint64_t RoundUpToPower(uint64_t value) {
  uint64_t power = 1;
  while (power < value) power <<= 1;
  return power;
}

// Whether a free slot's buffer serves a launch that needs `bytes` of it. Kept for those who need one.
bool Suits(const std::unique_ptr<SharedBuffer>& buffer, uint64_t bytes) {
  return bytes == 0 ? buffer == nullptr : buffer != nullptr && buffer->size() >= bytes;
}

// A buffer of `bytes`; none if that is 0.
Status Make(uint64_t bytes, bool dense, std::unique_ptr<SharedBuffer>& buffer) {
  if (bytes == 0) return OkStatus();
  auto made = SharedBuffer::Make(bytes, dense);
  if (made.ok()) buffer = std::move(*made);
  return made.status();
}

}  // namespace

Lease::~Lease() {
  if (pool_) pool_->Return(*this);
}

StatusOr<std::shared_ptr<Arena>> Pool::MakeArena(const LeaseRequest& request) {
  auto arena = std::make_shared<Arena>();
  // In place only what is written counts; a device gives all that a buffer could hold.
  const auto capacity = [&request](uint64_t need) {
    return std::max(kSmallestArena,
                    request.place == Place::kInPlace ? RoundUpToPower(need) : need);
  };
  arena->cells = capacity(request.cells);
  arena->value_bytes = capacity(request.value_bytes);
  // Heads and values are written wherever the kernel touches memory, `more` only in few places.
  // On the device it is the driver who knows.
  const uint64_t certain = request.cells * sizeof(ls_u64) + request.value_bytes;
  const uint64_t available = AvailableMemory().value_or(UINT64_MAX);
  if (request.place == Place::kInPlace && certain > available) {
    return UnavailableError(StrCat("its buffers need ", certain >> 20, " MiB of shadow memory, ",
                                   available >> 20, " MiB are free"));
  }
  Status status = Make(arena->cells * sizeof(ls_u64), true, arena->heads);
  if (status.ok()) status = Make(arena->value_bytes, true, arena->values);
  // Whole blocks of cells: a kernel that synchronises mixes them (ls_sync_more_at).
  const uint64_t more_cells = (arena->cells + LS_SYNC_MORE_BLOCK - 1) / LS_SYNC_MORE_BLOCK * LS_SYNC_MORE_BLOCK;
  if (status.ok()) status = Make(more_cells * kMoreBytes, false, arena->more);
  if (!status.ok()) return status;
  return arena;
}

StatusOr<std::shared_ptr<Arena>> Pool::PickArena(const LeaseRequest& request) {
  const std::optional<RecordLayout> fresh = ChooseLayout(request.need);
  if (!fresh) {
    return UnavailableError(StrCat("a record cannot tell ", request.need.actors,
                                   " work-items and ", request.need.sites, " sites apart"));
  }
  std::shared_ptr<Arena> idle, full;
  int of_queue = 0;
  for (const std::shared_ptr<Arena>& arena : arenas_) {
    const bool ours = request.in_order_queue != nullptr && arena->queue == request.in_order_queue;
    if (arena->launches > 0 && !ours) continue;
    if (arena->cells < request.cells || arena->value_bytes < request.value_bytes) continue;
    if (Serves(arena->layout, request.need, arena->next_actor)) return arena;
    if (arena->launches == 0 && (!idle || arena->cells < idle->cells)) idle = arena;
    if (arena->launches > 0 && ++of_queue == kMostOfQueue) full = arena;
  }
  if (!idle && full) {
    // What was cleared once is not what idle memory has to be cleared of: used_cells stays.
    full->clear_in_queue = true;
    full->next_actor = 0;
    full->layout = *fresh;
    return full;
  }
  if (idle) {
    idle->heads->Clear(idle->used_cells * sizeof(ls_u64));
  } else {
    // Make room: an idle arena that did not serve is too small.
    arenas_.erase(std::remove_if(arenas_.begin(), arenas_.end(),
                                 [](const auto& arena) { return arena->launches == 0; }),
                  arenas_.end());
    if (arenas_.size() >= kMostArenas) {
      return UnavailableError(StrCat(arenas_.size(), " launches are under way at the same time"));
    }
    StatusOr<std::shared_ptr<Arena>> made = MakeArena(request);
    if (!made.ok()) return made;
    idle = *made;
    arenas_.push_back(idle);
  }
  idle->used_cells = 0;
  idle->next_actor = 0;
  idle->layout = *fresh;
  return idle;
}

StatusOr<std::unique_ptr<Slot>> Pool::PickSlot(const LeaseRequest& request) {
  for (auto& free : free_slots_) {
    if (!Suits(free->events, request.event_bytes) || !Suits(free->rooms, request.room_bytes)) continue;
    if (free->control->size() < request.control_bytes || free->log_slots != request.log_slots ||
        free->written_slots < request.written_slots || free->parted_bytes < request.parted_bytes) {
      continue;
    }
    std::unique_ptr<Slot> slot = std::move(free);
    free = std::move(free_slots_.back());
    free_slots_.pop_back();
    return slot;
  }
  auto slot = std::make_unique<Slot>();
  slot->log_slots = request.log_slots;
  slot->written_slots = request.written_slots;
  slot->parted_bytes = request.parted_bytes;
  const uint64_t log_bytes = sizeof(ls_log) + request.log_slots * sizeof(ls_slot) +
                             request.written_slots * sizeof(ls_written) + request.parted_bytes;
  Status status = Make(request.control_bytes, false, slot->control);
  if (!status.ok()) return status;
  if (auto region = Session::Get().TakeLog(log_bytes)) {
    slot->log = SharedBuffer::Over(std::move(region));
  } else {
    status = Make(log_bytes, false, slot->log);
  }
  if (status.ok()) status = Make(request.event_bytes, true, slot->events);  // filled from one end to the other
  if (status.ok()) status = Make(request.room_bytes, false, slot->rooms);
  if (!status.ok()) return status;
  return slot;
}

Status Pool::Attach(const LeaseRequest& request, Arena& arena, Slot& slot) {
  for (SharedBuffer* buffer :
       {arena.heads.get(), arena.values.get(), arena.more.get(), slot.log.get()}) {
    // The heads are cleared on the device; values and more mean nothing without them.
    const bool copied = buffer == slot.log.get();
    const Status status =
        buffer->Attach(context_, request.max_allocation, request.place, copied);
    if (!status.ok()) return status;
  }
  return OkStatus();
}

Status Lease::AttachControl() {
  for (SharedBuffer* buffer : {slot_->control.get(), slot_->events.get(), slot_->rooms.get()}) {
    if (buffer == nullptr) continue;
    const Status status = buffer->Attach(pool_->context_, max_allocation_, place_);
    if (!status.ok()) return status;
  }
  return OkStatus();
}

// A child that was forked has none of its parent's pages (MADV_DONTFORK). What the parent's launches hold stays theirs.
void Pool::ForgetParents() {
  if (process_ == getpid()) return;
  process_ = getpid();
  free_slots_.clear();
  arenas_.clear();
}

StatusOr<std::unique_ptr<Lease>> Pool::Acquire(const LeaseRequest& request) {
  std::unique_ptr<Lease> lease(new Lease);  // gives back what it has got, outside the lock
  std::lock_guard<std::mutex> lock(mutex_);
  ForgetParents();
  StatusOr<std::unique_ptr<Slot>> slot = PickSlot(request);
  if (!slot.ok()) return slot.status();
  StatusOr<std::shared_ptr<Arena>> picked = PickArena(request);
  if (!picked.ok()) {
    free_slots_.push_back(std::move(*slot));
    return picked.status();
  }
  Arena& arena = **picked;
  lease->pool_ = shared_from_this();
  lease->arena_ = *picked;
  lease->slot_ = std::move(*slot);
  lease->layout_ = arena.layout;
  lease->first_actor_ = arena.next_actor;
  arena.next_actor += request.need.actors;
  arena.used_cells = std::max(arena.used_cells, request.cells);
  arena.queue = request.in_order_queue;
  ++arena.launches;
  lease->place_ = request.place;
  lease->max_allocation_ = request.max_allocation;
  lease->must_clear_heads_ = std::exchange(arena.clear_in_queue, false) ||
                             (request.place == Place::kDevice && arena.heads->handle() == nullptr);
  // Until that is done, no other launch's records may stand beside what is there.
  lease->next_actor_ = arena.next_actor;
  if (lease->must_clear_heads_) arena.next_actor = std::numeric_limits<uint64_t>::max();
  lease->log_mark_ = NextMark();
  static_cast<ls_log*>(lease->slot_->log->data())->mark = lease->log_mark_;
  const Status status = Attach(request, arena, *lease->slot_);
  if (!status.ok()) return status;
  return lease;
}

void Lease::NoteHeadsCleared() {
  std::lock_guard<std::mutex> lock(pool_->mutex_);
  arena_->next_actor = next_actor_;
}

void Pool::Return(Lease& lease) {
  Slot& slot = *lease.slot_;
  if (BoxRegion* region = slot.log->region()) region->Close();
  auto* log = static_cast<ls_log*>(slot.log->data());
  // Where the head is not what it was, slots may be taken that it does not count. Tables of groups of another size
  // would begin in the middle of what lies in these.
  const bool dirty = log->used != 0 || log->not_followed != 0 || log->tables_taken != 0 || slot.written_slots != 0 ||
                     log->mark != lease.log_mark_;
  slot.log->Clear(dirty ? slot.log->size() : sizeof(ls_log));
  slot.log->Detach();
  slot.control->Detach();
  if (slot.events) slot.events->Detach();
  if (slot.rooms) slot.rooms->Detach();
  std::lock_guard<std::mutex> lock(mutex_);
  Arena& arena = *lease.arena_;
  if (--arena.launches == 0) {
    for (SharedBuffer* buffer : {arena.heads.get(), arena.values.get(), arena.more.get()}) {
      buffer->Detach();
    }
  }
  try {
    free_slots_.push_back(std::move(lease.slot_));
  } catch (...) {
    lease.slot_.reset();  // no memory to remember it
  }
}

}  // namespace lockstep::host
