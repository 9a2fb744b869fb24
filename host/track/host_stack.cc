// Unwinding is the compiler's own run time's (_Unwind_Backtrace), which every library has that was built for exceptions
// or for debuggers, x86-64's all. A place that was seen before costs that and a look into a table.
#include "host/track/host_stack.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>

#include "host/track/python_frames.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

constexpr size_t kOurs = 48;             // frames of ours and the loader's, at most
constexpr size_t kMostPlaces = 1 << 16;  // remembered; others are made anew each time

using Places = std::vector<uintptr_t>;

struct Stacks {
  std::mutex mutex;
  std::map<Places, SharedStack> known;
  std::map<ObjectId, SharedStack> created;
};

Stacks& GetStacks() {
  static Stacks* stacks = new Stacks;
  return *stacks;
}

struct Climb {
  Places places;
  size_t most = 0;
};

_Unwind_Reason_Code Step(_Unwind_Context* context, void* user) {
  Climb& climb = *static_cast<Climb*>(user);
  int exact = 0;
  const uintptr_t place = _Unwind_GetIPInfo(context, &exact);
  if (place == 0) return _URC_END_OF_STACK;
  climb.places.push_back(exact != 0 ? place : place - 1);  // within the call, not behind it
  return climb.places.size() < climb.most ? _URC_NO_REASON : _URC_END_OF_STACK;
}

struct Module {
  std::string name;  // empty: not known
  uintptr_t loaded = 0;
  const char* symbol = nullptr;
};

Module ModuleOf(uintptr_t place) {
  Dl_info info{};
  link_map* map = nullptr;
  if (dladdr1(reinterpret_cast<void*>(place), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) return {};
  Module module{info.dli_fname != nullptr ? info.dli_fname : "", map != nullptr ? map->l_addr : 0, info.dli_sname};
  if (map != nullptr && map->l_name != nullptr && map->l_name[0] != '\0') module.name = map->l_name;
  if (map == nullptr || map->l_name == nullptr || map->l_name[0] == '\0') {  // the program itself
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
    if (length > 0) module.name.assign(path, static_cast<size_t>(length));
  }
  return module;
}

// Whether it is this library, or the ICD loader, which calls it.
bool IsBetween(uintptr_t place) {
  static const void* const ours = [] {
    Dl_info info{};
    return dladdr(reinterpret_cast<const void*>(&IsBetween), &info) != 0 ? info.dli_fbase : nullptr;
  }();
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(place), &info) == 0) return false;
  if (info.dli_fbase == ours) return true;
  const std::string file = info.dli_fname != nullptr ? info.dli_fname : "";
  return file.find("libOpenCL.so") != std::string::npos;
}

std::string Demangled(const char* symbol) {
  if (symbol == nullptr) return "";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && name != nullptr ? name.get() : symbol;
}

HostFrame FrameAt(uintptr_t place) {
  const Module module = ModuleOf(place);
  HostFrame frame;
  frame.function = Demangled(module.symbol);
  frame.module = module.name;
  frame.offset = place - module.loaded;
  return frame;
}

SharedStack Native(const Places& places) {
  Stacks& stacks = GetStacks();
  {
    std::lock_guard<std::mutex> lock(stacks.mutex);
    const auto known = stacks.known.find(places);
    if (known != stacks.known.end()) return known->second;
  }
  auto stack = std::make_shared<HostStack>();
  for (const uintptr_t place : places) stack->frames.push_back(FrameAt(place));
  std::lock_guard<std::mutex> lock(stacks.mutex);
  if (stacks.known.size() < kMostPlaces) stacks.known.emplace(places, stack);
  return stack;
}

// `native` up to where the interpreter begins, and Python's frames from there on.
SharedStack WithPython(const HostStack& native, std::vector<HostFrame> python, size_t most) {
  auto stack = std::make_shared<HostStack>();
  for (const HostFrame& frame : native.frames) {
    if (IsInterpreter(frame.module)) break;
    stack->frames.push_back(frame);
  }
  // Python's say more: a module in C has seldom names.
  if (stack->frames.size() + python.size() > most) {
    stack->frames.resize(most > python.size() ? most - python.size() : 0);
  }
  for (HostFrame& frame : python) stack->frames.push_back(std::move(frame));
  return stack;
}

}  // namespace

SharedStack StackHere() {
  const size_t most = Session::Get().options().host_stacks;
  if (most == 0) return nullptr;
  Climb climb;
  climb.most = most + kOurs;
  climb.places.reserve(climb.most);
  _Unwind_Backtrace(Step, &climb);
  size_t first = 0;
  while (first < climb.places.size() && IsBetween(climb.places[first])) ++first;
  climb.places.erase(climb.places.begin(), climb.places.begin() + static_cast<ptrdiff_t>(first));
  if (climb.places.size() > most) climb.places.resize(most);
  if (climb.places.empty()) return nullptr;
  const SharedStack native = Native(climb.places);
  std::vector<HostFrame> python = PythonFrames(most);
  return python.empty() ? native : WithPython(*native, std::move(python), most);
}

bool HasPython(const SharedStack& stack) {
  if (stack == nullptr) return false;
  return std::any_of(stack->frames.begin(), stack->frames.end(),
                     [](const HostFrame& one) { return one.module.empty(); });
}

void NoteCreated(ObjectId object) {
  const SharedStack here = StackHere();
  if (here == nullptr) return;
  Stacks& stacks = GetStacks();
  std::lock_guard<std::mutex> lock(stacks.mutex);
  stacks.created[object] = here;
}

SharedStack CreationOf(ObjectId object) {
  if (Session::Get().options().host_stacks == 0) return nullptr;
  Stacks& stacks = GetStacks();
  std::lock_guard<std::mutex> lock(stacks.mutex);
  const auto found = stacks.created.find(object);
  return found == stacks.created.end() ? nullptr : found->second;
}

}  // namespace lockstep::host
