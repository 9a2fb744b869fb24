#include "host/driver/context.h"

#include <map>

namespace lockstep::host {
namespace {

struct Contexts {
  std::mutex mutex;
  std::map<cl_context, std::shared_ptr<Context>> by_handle;
};

Contexts& GetContexts() {
  static Contexts* contexts = new Contexts;
  return *contexts;
}

}  // namespace

void Context::Retain() {
  std::lock_guard<std::mutex> lock(mutex_);
  ++references_;
}

bool Context::Release() {
  std::shared_ptr<ContextResources> resources;  // destroyed without the lock
  std::lock_guard<std::mutex> lock(mutex_);
  if (--references_ != 0) return false;
  abandoned_ = true;
  resources.swap(resources_);
  return true;
}

void NoteContext(cl_context handle) {
  Contexts& contexts = GetContexts();
  std::lock_guard<std::mutex> lock(contexts.mutex);
  contexts.by_handle[handle] = std::make_shared<Context>(handle);
}

std::shared_ptr<Context> FindContext(cl_context handle) {
  Contexts& contexts = GetContexts();
  std::lock_guard<std::mutex> lock(contexts.mutex);
  const auto found = contexts.by_handle.find(handle);
  return found == contexts.by_handle.end() ? nullptr : found->second;
}

std::shared_ptr<Context> ContextOf(cl_context handle) {
  Contexts& contexts = GetContexts();
  std::lock_guard<std::mutex> lock(contexts.mutex);
  std::shared_ptr<Context>& context = contexts.by_handle[handle];
  if (!context) context = std::make_shared<Context>(handle);
  return context;
}

}  // namespace lockstep::host
