// Programs as the application made and built them: everything lockstep-cc needs to build the twin.
#ifndef LOCKSTEP_HOST_TRACK_PROGRAM_H_
#define LOCKSTEP_HOST_TRACK_PROGRAM_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "host/api/cl.h"
#include "host/launch/twin.h"
#include "runtime/model/launch.h"

namespace lockstep::host {

class Program {
 public:
  Program(cl_program handle, cl_context context, ProgramId id)
      : handle_(handle), context_(context), id_(id) {}

  cl_program handle() const { return handle_; }
  cl_context context() const { return context_; }
  // The source; null if the program has none (or none that we know), see why_no_source. Both are
  // set before another thread can see the program.
  std::shared_ptr<const ProgramSource> source;
  std::string why_no_source;
  void SetSource(std::string text);

  // How a binary that we recognised was built; by device. See remembered_binaries.h.
  struct Recipe {
    std::string options, directory;
  };

  // A build by the application for these devices. Replaces earlier ones.
  void NoteBuild(const std::vector<cl_device_id>& devices, const std::string& options);

  // The program's binaries were recognised: this is the source they came from.
  void Recall(std::string text, std::map<cl_device_id, Recipe> recipes);

  // The latest build for `device`; null if there was none.
  std::shared_ptr<TwinSet> BuildFor(cl_device_id device);

  // The number of its program-scope variable `name`.
  ObjectId VariableNumber(const std::string& name);

  // References: the application's, and its kernels'. See ReleaseProgram.
  int references = 1;
  int kernels = 0;

 private:
  const cl_program handle_;
  const cl_context context_;
  const ProgramId id_;
  std::mutex mutex_;
  std::map<cl_device_id, std::shared_ptr<TwinSet>> builds_;
  std::map<cl_device_id, Recipe> recipes_;
  std::map<std::string, ObjectId> variables_;
};

// The program behind `handle`; null if we never saw it.
std::shared_ptr<Program> FindProgram(cl_program handle);

// A kernel of the program came or went; it keeps the program's state alive as it keeps the
// driver's object alive.
void AddKernelTo(Program& program);
void RemoveKernelFrom(Program& program);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_PROGRAM_H_
