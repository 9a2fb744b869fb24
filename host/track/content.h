// Versions of what is in the application's buffers, for launches whose accesses are decided by it
// (host/plan/certify.h).
//
// Buffers that clCreateBuffer made have one, from then until the application has released them; sub-buffers and images
// over a buffer are that buffer. Equal versions: equal contents, in this process.
// - Memory that others reach too has none: CL_MEM_USE_HOST_PTR, SVM, objects of other interfaces and of extensions.
// - What nobody has written yet has none, nor has what is mapped.
// - Versions follow the order in which calls are made. That is the order of execution if all commands go to one
//   in-order queue, and only then may they be relied on (HasOneQueue).
//
// A command that writes changes the version twice: before the driver is called, and after. So who takes a version,
// calls the driver, and finds the version unchanged knows that no change came in between in the driver's queue, either.
// No lock is held while a driver is called: a blocking command may wait for what another thread has yet to enqueue.
#ifndef LOCKSTEP_HOST_TRACK_CONTENT_H_
#define LOCKSTEP_HOST_TRACK_CONTENT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "host/api/cl.h"

namespace lockstep::host {

// `everything`: the version of all objects together, for changes of which it is not known what they change.
struct ContentMark {
  uint64_t object = 0;  // its number (host/track/memory.h)
  uint64_t version = 0;
  uint64_t everything = 0;
};

// What is in object number `object` now; nullopt if it has no version that can be relied on.
std::optional<ContentMark> ContentOf(uint64_t object);

// Whether that is in it still.
bool IsStill(const ContentMark& mark);

// A call that changes contents, from before the driver is asked until after. Never throws.
class ContentChange {
 public:
  ContentChange() = default;
  explicit ContentChange(cl_mem memory) { Of(memory); }
  ~ContentChange();
  ContentChange(const ContentChange&) = delete;
  ContentChange& operator=(const ContentChange&) = delete;

  // What it changes: nothing, until more is said; the object that `memory` is, or is a part of, or lies over; an object
  // by its number; or whatever there is. Each begins it.
  void OfNothing() { begun_ = true; }
  void Of(cl_mem memory);
  void OfObject(uint64_t object);
  void OfEverything();

  // Whether it has been said what it changes.
  bool begun() const { return begun_; }

 private:
  static constexpr size_t kMost = 16;  // more objects are everything
  std::array<uint64_t, kMost> objects_;
  size_t count_ = 0;
  bool everything_ = false;
  bool begun_ = false;
};

// clCreateBuffer has made `memory`, number `object`.
void NoteContentMade(uint64_t object, cl_mem_flags flags);

// The application holds one reference more, or is about to give one back.
void NoteContentRetained(cl_mem memory);
void NoteContentReleased(cl_mem memory);

// What is in `memory` is no longer known to be anything (CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED).
void NoteContentUndefined(cl_mem memory);

// `memory` is mapped: the host may write there, `writes` or not, until as many unmaps.
void NoteContentMapped(cl_mem memory, bool writes);
void NoteContentUnmapped(cl_mem memory);

// From now on contents may change by calls that we do not see: none has a version any more.
void NoteUnseenChanges();

// A context, without queues yet, and a queue in it.
void NoteContextWithoutQueues(cl_context context);
void NoteQueueIn(cl_context context);

// Whether `context` has had one queue only, ever.
bool HasOneQueue(cl_context context);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_CONTENT_H_
