// Programs as the application made and built them: everything lockstep-cc needs to build the twin.
#ifndef LOCKSTEP_HOST_TRACK_PROGRAM_H_
#define LOCKSTEP_HOST_TRACK_PROGRAM_H_

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "host/api/cl.h"
#include "host/build/twin.h"
#include "host/track/host_stack.h"
#include "runtime/model/launch.h"
#include "runtime/program/recipe.h"

namespace lockstep::host {

// The twins of one build, by device.
using Builds = std::map<cl_device_id, std::shared_ptr<TwinSet>>;

class Program {
 public:
  Program(cl_program handle, cl_context context) : handle_(handle), context_(context), created_(StackHere()) {}

  cl_program handle() const { return handle_; }
  cl_context context() const { return context_; }

  // The source; null if the program was not made from source. Set, like the reason for knowing
  // nothing, before another thread can see the program.
  void SetSource(std::string text);
  const std::shared_ptr<const Unit>& source() const { return source_; }
  void SetUnknown(std::string why) { why_unknown_ = std::move(why); }

  // What the program's code for `device` is made of. Set by creating it from binaries, compiling,
  // building and linking.
  void SetRecipe(cl_device_id device, Recipe recipe);
  // Null if that is not known.
  std::shared_ptr<const Recipe> RecipeFor(cl_device_id device);

  // What its code is made of is not known any more, and why. Builds that there are stay.
  void Forget(std::string why);

  // What a build or compilation changed, for taking it back if the driver refuses.
  struct Before {
    std::map<cl_device_id, std::shared_ptr<const Recipe>> recipes;
    Builds builds;
    std::string why_unknown;
  };

  // A compilation for these devices, with these headers (name, text).
  Before NoteCompile(const std::vector<cl_device_id>& devices, const std::string& options,
                     const std::vector<std::pair<std::string, std::string>>& headers);
  // A build. Kernels made from now on belong to it.
  Before NoteBuild(const std::vector<cl_device_id>& devices, const std::string& options);
  // A link of `inputs`; `executable`: kernels can be made of it.
  Before NoteLink(const std::vector<cl_device_id>& devices, const std::string& options,
                  const std::vector<std::shared_ptr<Program>>& inputs, bool executable);
  void TakeBack(const Before& before);

  // The files that the code for these devices was made of may go now. May take as long as a
  // compilation.
  void MakeWhole(const std::vector<cl_device_id>& devices);

  // The latest build, for the kernels made of it, and why there is none for some device.
  Builds builds();
  std::string why_unknown();

  // The number of its program-scope variable `name` on `device`: each device has one of its own, parts of a device have
  // the same.
  ObjectId VariableNumber(cl_device_id device, const std::string& name);

  // The options for the driver to compile the source with: the application's `options`, and where
  // lockstep/rsp.clh is, if the source includes it. May read files.
  std::string DriverOptions(const std::string& options,
                            const std::vector<std::pair<std::string, std::string>>& headers);
  // Of the driver's CL_PROGRAM_BUILD_OPTIONS those that the application gave.
  std::string GivenOptions(const std::string& options);

  // What CL_PROGRAM_BINARY_SIZES has told the application last; see binary_hooks.cc.
  std::map<cl_device_id, size_t> told_sizes();
  void NoteToldSize(cl_device_id device, size_t size);

  // References: the application's, and its kernels'. Guarded by the registry's lock.
  int references = 1;
  int kernels = 0;
  // Of the driver's references those that kernels of ours hold, which the application is not told of.
  std::atomic<int> own_references{0};

 private:
  Before Snapshot();
  // Where the application is. Of a Python program, which may have let go of the interpreter's lock for a build, else
  // where it made the program.
  SharedStack BuildStack() const;
  void SetBuild(cl_device_id device, SharedStack built);
  void SetSourceRecipe(cl_device_id device, const std::string& options,
                       const std::vector<std::pair<std::string, std::string>>& headers);

  const cl_program handle_;
  const cl_context context_;
  const SharedStack created_;
  std::shared_ptr<const Unit> source_;
  std::mutex mutex_;
  std::string why_unknown_;
  std::map<cl_device_id, std::shared_ptr<const Recipe>> recipes_;
  Builds builds_;
  std::map<cl_device_id, size_t> told_sizes_;
  std::string added_options_;  // at the end of those that the driver got last
  std::map<std::pair<cl_device_id, std::string>, ObjectId> variables_;
};

// The program behind `handle`; null if we never saw it.
std::shared_ptr<Program> FindProgram(cl_program handle);

// What stands in place of the driver's function `name` of an extension, `found`, that makes programs; null: none.
void* ProgramHook(const char* name, void* found);

// Begins to know a program, in place of what was known under its handle.
void RegisterProgram(std::shared_ptr<Program> program);

// The application's references.
void RetainProgram(cl_program handle);
void ReleaseProgram(cl_program handle);

// A kernel of the program came or went; it keeps the program's state alive as it keeps the
// driver's object alive.
void AddKernelTo(Program& program);
void RemoveKernelFrom(Program& program);

// The devices that the driver has made the program for.
std::vector<cl_device_id> DevicesOf(cl_program program);
// `devices`, which the application names, and for each part of a device that the driver takes for the whole (PoCL 3.1
// says so in CL_PROGRAM_DEVICES) that device, under which it gives out the program's binary.
std::vector<cl_device_id> AlsoAsDriverNames(cl_program program, std::vector<cl_device_id> devices);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_PROGRAM_H_
