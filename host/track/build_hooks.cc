// The hooked calls that compile, build and link programs. What they did is noted before the
// driver's call, because its callback may create kernels, and taken back if the driver refuses.
#include <atomic>
#include <cstring>
#include <functional>
#include <optional>

#include "host/api/hooks.h"
#include "host/api/roomy_stack.h"
#include "host/driver/query.h"
#include "host/track/program.h"
#include "runtime/session/board.h"

namespace lockstep::host {
namespace {

using Notify = void(CL_CALLBACK*)(cl_program, void*);

// The callbacks that drivers have still to call, by number, which is the `user` they get.
struct Callbacks {
  struct Entry {
    std::function<void(cl_program)> ours;
    Notify theirs = nullptr;
    void* user = nullptr;
  };
  std::mutex mutex;
  uintptr_t last = 0;
  std::map<uintptr_t, Entry> waiting;
};

Callbacks& GetCallbacks() {
  static Callbacks* callbacks = new Callbacks;
  return *callbacks;
}

void CL_CALLBACK OnDone(cl_program program, void* number) {
  Callbacks::Entry entry;
  {
    Callbacks& callbacks = GetCallbacks();
    std::lock_guard<std::mutex> lock(callbacks.mutex);
    const auto found = callbacks.waiting.find(reinterpret_cast<uintptr_t>(number));
    if (found == callbacks.waiting.end()) return;
    entry = std::move(found->second);
    callbacks.waiting.erase(found);
  }
  Guard("program callback", [&] { entry.ours(program); });
  OnCallersStack([&] { entry.theirs(program, entry.user); });
}

// A callback of the application's with ours before it. If the application gives none, there is
// none, and ours is called when the driver's call returns.
class Callback {
 public:
  Callback(Notify theirs, void* user, std::function<void(cl_program)> ours)
      : theirs_(theirs), user_(user), ours_(std::move(ours)) {
    if (theirs == nullptr) return;
    Callbacks& callbacks = GetCallbacks();
    std::lock_guard<std::mutex> lock(callbacks.mutex);
    number_ = ++callbacks.last;
    callbacks.waiting[number_] = {ours_, theirs, user};
  }

  // What the driver is given.
  Notify notify() const { return number_ != 0 ? OnDone : theirs_; }
  void* user() const { return number_ != 0 ? reinterpret_cast<void*>(number_) : user_; }

  // The driver's call has returned; `accepted`: it did, or will do, what it was asked to.
  void Returned(cl_program program, bool accepted) {
    if (number_ == 0) {
      if (accepted) Guard("program build", [&] { ours_(program); });
      return;
    }
    if (accepted) return;
    // A driver that refuses calls nobody; forget what waits for that.
    Callbacks& callbacks = GetCallbacks();
    std::lock_guard<std::mutex> lock(callbacks.mutex);
    callbacks.waiting.erase(number_);
  }

 private:
  Notify theirs_;
  void* user_;
  std::function<void(cl_program)> ours_;
  uintptr_t number_ = 0;
};

std::vector<cl_device_id> Given(cl_program program, cl_uint count, const cl_device_id* devices) {
  return devices != nullptr ? AlsoAsDriverNames(program, {devices, devices + count}) : DevicesOf(program);
}

// What the driver compiles in these calls.
constexpr char kOwnProgram[] = "a program of the application's";

using Texts = std::vector<std::pair<std::string, std::string>>;

// Around a call that compiles or builds `program` for `devices`. `options`: the application's;
// `forward` gets those for the driver.
template <typename Note, typename Forward>
cl_int Build(const char* call, cl_program program, const std::vector<cl_device_id>& devices,
             const char* options, const Texts& headers, Notify notify, void* user, Note&& note,
             Forward&& forward) {
  std::shared_ptr<Program> known;
  Program::Before before;
  std::string extended;
  std::optional<Callback> callback;
  Guard(call, [&] {
    known = FindProgram(program);
    if (!known) return;
    // For as long as it is not noted, a build that nobody knows.
    struct Noting {
      Program* program;
      ~Noting() {
        if (program != nullptr) Guard("program build", [this] { program->Forget("there was no memory to follow its build"); });
      }
    } noting{known.get()};
    before = note(*known);
    const std::string given = options != nullptr ? options : "";
    extended = known->DriverOptions(given, headers);
    callback.emplace(notify, user, [known, devices](cl_program) { known->MakeWhole(devices); });
    if (extended != given) options = extended.c_str();
    noting.program = nullptr;
  });
  if (!callback) return forward(options, notify, user);
  const cl_int result = [&] {
    const Activity compiling(Doing::kCompiling, kOwnProgram);
    return forward(options, callback->notify(), callback->user());
  }();
  callback->Returned(program, result == CL_SUCCESS);
  Guard(call, [&] {
    if (result != CL_SUCCESS) known->TakeBack(before);
  });
  return result;
}

std::string OptionsText(const char* options) { return options != nullptr ? options : ""; }

}  // namespace

cl_int Hook_clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                           const char* options, Notify notify, void* user) {
  std::vector<cl_device_id> all;
  Guard("clBuildProgram", [&] { all = Given(program, count, devices); });
  return Build(
      "clBuildProgram", program, all, options, {}, notify, user,
      [&](Program& known) { return known.NoteBuild(all, OptionsText(options)); },
      [&](const char* extended, Notify with, void* its) {
        return Next().clBuildProgram(program, count, devices, extended, with, its);
      });
}

cl_int Hook_clCompileProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                             const char* options, cl_uint headers, const cl_program* programs,
                             const char** names, Notify notify, void* user) {
  std::vector<cl_device_id> all;
  Texts texts;
  Guard("clCompileProgram", [&] {
    all = Given(program, count, devices);
    for (cl_uint i = 0; i < headers && programs != nullptr && names != nullptr; ++i) {
      const std::shared_ptr<Program> header = FindProgram(programs[i]);
      if (header && header->source()) texts.emplace_back(names[i], header->source()->text);
    }
  });
  return Build(
      "clCompileProgram", program, all, options, texts, notify, user,
      [&](Program& known) { return known.NoteCompile(all, OptionsText(options), texts); },
      [&](const char* extended, Notify with, void* its) {
        return Next().clCompileProgram(program, count, devices, extended, headers, programs, names,
                                       with, its);
      });
}

cl_program Hook_clLinkProgram(cl_context context, cl_uint count, const cl_device_id* devices,
                              const char* options, cl_uint inputs, const cl_program* programs,
                              Notify notify, void* user, cl_int* error) {
  // Looked up first: the application may release them as soon as the link is done.
  std::vector<std::shared_ptr<Program>> parts;
  Guard("clLinkProgram", [&] {
    for (cl_uint i = 0; i < inputs && programs != nullptr; ++i) {
      parts.push_back(FindProgram(programs[i]));
    }
  });
  // The program is the driver's answer, which its callback may bring before the call returns;
  // whichever comes first makes ours.
  auto made = std::make_shared<std::atomic<bool>>(false);
  std::vector<cl_device_id> given;
  if (devices != nullptr) given.assign(devices, devices + count);
  auto note = [=, text = OptionsText(options)](cl_program program) {
    if (program == nullptr ||
        QueryValue<cl_context>(Of(Next().clGetProgramInfo, program, CL_PROGRAM_CONTEXT)) ==
            nullptr ||
        made->exchange(true)) {
      return;
    }
    auto known = std::make_shared<Program>(program, context);
    const bool executable = text.find("-create-library") == std::string::npos;
    known->NoteLink(Given(program, static_cast<cl_uint>(given.size()), given.empty() ? nullptr : given.data()), text,
                    parts, executable);
    RegisterProgram(std::move(known));
  };
  Callback callback(notify, user, note);
  cl_program program = nullptr;
  {
    const Activity linking(Doing::kCompiling, kOwnProgram);
    program = Next().clLinkProgram(context, count, devices, options, inputs, programs, callback.notify(),
                                   callback.user(), error);
  }
  callback.Returned(program, program != nullptr);
  Guard("clLinkProgram", [&] { note(program); });
  return program;
}

// Where lockstep/rsp.clh is stands behind the application's options and is ours.
cl_int Hook_clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                  cl_program_build_info name, size_t size, void* value,
                                  size_t* size_ret) {
  bool ours = false;
  std::string given;
  Guard("clGetProgramBuildInfo", [&] {
    const std::shared_ptr<Program> known =
        name == CL_PROGRAM_BUILD_OPTIONS ? FindProgram(program) : nullptr;
    if (!known) return;
    const std::string driver = QueryText([&](size_t room, void* out, size_t* needed) {
      return Next().clGetProgramBuildInfo(program, device, name, room, out, needed);
    });
    given = known->GivenOptions(driver);
    ours = given != driver;
  });
  // A buffer that is too small even for the application's own is the driver's to refuse.
  if (!ours || (value != nullptr && size < given.size() + 1)) {
    return Next().clGetProgramBuildInfo(program, device, name, size, value, size_ret);
  }
  if (value != nullptr) std::memcpy(value, given.c_str(), given.size() + 1);
  if (size_ret != nullptr) *size_ret = given.size() + 1;
  return CL_SUCCESS;
}

}  // namespace lockstep::host
