#include "host/track/content.h"

#include <map>
#include <mutex>
#include <unordered_map>

#include "host/api/table.h"
#include "host/driver/query.h"
#include "host/track/memory.h"

namespace lockstep::host {
namespace {

struct Content {
  uint64_t version = 0;
  unsigned references = 1;  // of the application
  unsigned changing = 0;    // calls under way
  unsigned mapped = 0;
  bool defined = false;  // somebody wrote it, in part at least
};

struct Contents {
  std::mutex mutex;
  std::unordered_map<uint64_t, Content> objects;  // by number
  std::map<cl_context, uint64_t> queues;          // how many each context has had
  uint64_t last = 0;                              // of all versions
  uint64_t everything = 0;                        // the version of all together
  unsigned changing = 0;                          // calls under way that may change anything
  bool unseen = false;

  Content* Find(uint64_t object) {
    const auto found = objects.find(object);
    return found == objects.end() ? nullptr : &found->second;
  }
};

Contents& GetContents() {
  static Contents* contents = new Contents;
  return *contents;
}

// How far a view may be from its buffer: an image over a sub-buffer is two steps.
constexpr int kMostSteps = 4;

// The number of the object that `memory` is a part of; 0 if that has no version. False: it cannot be told.
bool FindObject(cl_mem memory, uint64_t& object) {
  object = 0;
  const auto info = Next().clGetMemObjectInfo;
  for (int step = 0; memory != nullptr && step < kMostSteps; ++step) {
    const uint64_t number = KnownNumberOf(memory);
    if (number != 0) {
      Contents& contents = GetContents();
      std::lock_guard<std::mutex> lock(contents.mutex);
      if (contents.Find(number) != nullptr) {
        object = number;
        return true;
      }
    }
    cl_mem parent = nullptr;
    if (info(memory, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(parent), &parent, nullptr) != CL_SUCCESS) return false;
    if (parent == nullptr) {  // some drivers say of images what they lie over here alone
      parent = QueryValue<cl_mem>(Of(Next().clGetImageInfo, memory, CL_IMAGE_BUFFER));
    }
    memory = parent;
  }
  return memory == nullptr;
}

// Calls `change` with the object that `memory` is a part of, if that has a version.
template <typename Change>
void Alter(cl_mem memory, Change&& change) {
  uint64_t object = 0;
  const bool known = FindObject(memory, object);
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  if (!known) {
    contents.everything = ++contents.last;
  } else if (Content* content = contents.Find(object)) {
    change(*content);
    content->version = ++contents.last;
  }
}

}  // namespace

std::optional<ContentMark> ContentOf(uint64_t object) {
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  if (contents.unseen || contents.changing != 0) return std::nullopt;
  const Content* content = contents.Find(object);
  if (content == nullptr || content->changing != 0 || content->mapped != 0 || !content->defined) return std::nullopt;
  return ContentMark{object, content->version, contents.everything};
}

bool IsStill(const ContentMark& mark) {
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  const Content* content = contents.Find(mark.object);
  return content != nullptr && content->version == mark.version && contents.everything == mark.everything;
}

void ContentChange::Of(cl_mem memory) {
  uint64_t object = 0;
  if (!FindObject(memory, object)) {
    OfEverything();
  } else {
    OfObject(object);
  }
}

void ContentChange::OfObject(uint64_t object) {
  begun_ = true;
  if (object == 0 || everything_) return;
  Contents& contents = GetContents();
  {
    std::lock_guard<std::mutex> lock(contents.mutex);
    Content* content = contents.Find(object);
    if (content == nullptr) return;
    if (count_ < kMost) {
      content->version = ++contents.last;
      ++content->changing;
      objects_[count_++] = object;
      return;
    }
  }
  OfEverything();
}

void ContentChange::OfEverything() {
  begun_ = true;
  if (everything_) return;
  everything_ = true;
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  contents.everything = ++contents.last;
  ++contents.changing;
}

ContentChange::~ContentChange() {
  if (count_ == 0 && !everything_) return;
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  for (size_t i = 0; i < count_; ++i) {
    Content* content = contents.Find(objects_[i]);
    if (content == nullptr) continue;  // released meanwhile
    content->version = ++contents.last;
    --content->changing;
    content->defined = true;
  }
  if (!everything_) return;
  contents.everything = ++contents.last;
  --contents.changing;
}

void NoteContentMade(uint64_t object, cl_mem_flags flags) {
  constexpr cl_mem_flags kOwn = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR |
                                CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY |
                                CL_MEM_HOST_NO_ACCESS;
  if ((flags & ~kOwn) != 0) return;  // others reach it, or we do not know
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  Content content;
  content.version = ++contents.last;
  content.defined = (flags & CL_MEM_COPY_HOST_PTR) != 0;
  contents.objects.emplace(object, content);
}

void NoteContentRetained(cl_mem memory) {
  Contents& contents = GetContents();
  const uint64_t object = KnownNumberOf(memory);
  std::lock_guard<std::mutex> lock(contents.mutex);
  if (Content* content = contents.Find(object)) ++content->references;
}

void NoteContentReleased(cl_mem memory) {
  Contents& contents = GetContents();
  const uint64_t object = KnownNumberOf(memory);
  std::lock_guard<std::mutex> lock(contents.mutex);
  Content* content = contents.Find(object);
  if (content != nullptr && --content->references == 0) contents.objects.erase(object);
}

void NoteContentUndefined(cl_mem memory) {
  Alter(memory, [](Content& content) { content.defined = false; });
}

void NoteContentMapped(cl_mem memory, bool writes) {
  Alter(memory, [&](Content& content) {
    ++content.mapped;
    content.defined = content.defined || writes;
  });
}

void NoteContentUnmapped(cl_mem memory) {
  Alter(memory, [](Content& content) {
    if (content.mapped != 0) --content.mapped;
  });
}

void NoteUnseenChanges() {
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  contents.unseen = true;
}

void NoteContextWithoutQueues(cl_context context) {
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  contents.queues[context] = 0;
}

void NoteQueueIn(cl_context context) {
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  const auto known = contents.queues.find(context);
  if (known != contents.queues.end()) ++known->second;
}

bool HasOneQueue(cl_context context) {
  Contents& contents = GetContents();
  std::lock_guard<std::mutex> lock(contents.mutex);
  const auto known = contents.queues.find(context);
  return known != contents.queues.end() && known->second == 1;
}

}  // namespace lockstep::host
