// By the C API of CPython 3.10 and newer, found by name: lockstep is linked with no interpreter.
#include "host/track/python_frames.h"

#include <dlfcn.h>

namespace lockstep::host {
namespace {

struct Object;  // PyObject

// The functions of the stable part of the API that are needed; `whole`: all are there.
struct Api {
  int (*initialized)() = nullptr;
  int (*holds_lock)() = nullptr;
  Object* (*error)() = nullptr;
  Object* (*frame)() = nullptr;        // borrowed
  Object* (*back)(Object*) = nullptr;  // new
  Object* (*code)(Object*) = nullptr;  // new
  int (*line)(Object*) = nullptr;
  Object* (*attribute)(Object*, const char*) = nullptr;  // new
  const char* (*text)(Object*) = nullptr;
  void (*release)(Object*) = nullptr;
  void (*retain)(Object*) = nullptr;
  void (*clear)() = nullptr;
  int (*stop_collecting)() = nullptr;  // whether it was collecting
  int (*collect)() = nullptr;
  bool whole = false;
};

template <typename Function>
bool Find(const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  return *function != nullptr;
}

// Looked for anew until it is there: an interpreter may be loaded later, as a library.
const Api* FindApi() {
  static Api api;
  if (api.whole) return &api;
  if (!Find("Py_IsInitialized", &api.initialized)) return nullptr;
  api.whole = Find("PyGILState_Check", &api.holds_lock) && Find("PyErr_Occurred", &api.error) &&
              Find("PyEval_GetFrame", &api.frame) && Find("PyFrame_GetBack", &api.back) &&
              Find("PyFrame_GetCode", &api.code) && Find("PyFrame_GetLineNumber", &api.line) &&
              Find("PyObject_GetAttrString", &api.attribute) && Find("PyUnicode_AsUTF8", &api.text) &&
              Find("Py_DecRef", &api.release) && Find("Py_IncRef", &api.retain) && Find("PyErr_Clear", &api.clear) &&
              Find("PyGC_Disable", &api.stop_collecting) && Find("PyGC_Enable", &api.collect);
  return api.whole ? &api : nullptr;
}

std::string TextOf(const Api& api, Object* object, const char* name) {
  Object* const value = api.attribute(object, name);
  const char* const text = value != nullptr ? api.text(value) : nullptr;
  const std::string copy = text != nullptr ? text : "";
  if (text == nullptr) api.clear();
  if (value != nullptr) api.release(value);
  return copy;
}

}  // namespace

std::vector<HostFrame> PythonFrames(size_t most) {
  std::vector<HostFrame> frames;
  const Api* const api = FindApi();
  if (api == nullptr || api->initialized() == 0 || api->holds_lock() == 0) return frames;
  if (api->error() != nullptr) return frames;         // what we ask could disturb it
  const bool collects = api->stop_collecting() != 0;  // a finaliser could call OpenCL, and so us
  Object* frame = api->frame();
  if (frame != nullptr) api->retain(frame);
  while (frame != nullptr && frames.size() < most) {
    HostFrame& one = frames.emplace_back();
    Object* const code = api->code(frame);
    one.function = TextOf(*api, code, "co_name");
    one.file = TextOf(*api, code, "co_filename");
    one.line = static_cast<unsigned>(api->line(frame));
    api->release(code);
    Object* const outer = api->back(frame);
    api->release(frame);
    frame = outer;
  }
  if (frame != nullptr) api->release(frame);
  if (collects) api->collect();
  return frames;
}

bool IsInterpreter(const std::string& module) {
  const size_t slash = module.rfind('/');
  const std::string name = module.substr(slash == std::string::npos ? 0 : slash + 1);
  return name.rfind("python", 0) == 0 || name.rfind("libpython", 0) == 0 || name.rfind("pypy", 0) == 0;
}

}  // namespace lockstep::host
