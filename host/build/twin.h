// The instrumented twin of a program: made when a kernel of it is first launched.
#ifndef LOCKSTEP_HOST_BUILD_TWIN_H_
#define LOCKSTEP_HOST_BUILD_TWIN_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "host/api/cl.h"
#include "host/build/excerpt_source.h"
#include "host/driver/context.h"
#include "host/driver/device.h"
#include "runtime/base/status.h"
#include "runtime/model/host_stack.h"
#include "runtime/model/launch.h"
#include "runtime/program/instrument_options.h"
#include "runtime/program/loaded_program.h"
#include "runtime/program/recipe.h"
#include "runtime/session/board.h"

namespace lockstep::host {

// One instrumented program, built by the driver for one device.
class Twin {
 public:
  Twin(std::shared_ptr<Context> context, cl_program handle, std::shared_ptr<const LoadedProgram> program)
      : context_(std::move(context)), handle_(handle), program_(std::move(program)) {
    ++context_->own_references;
  }
  ~Twin();
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  cl_program handle() const { return handle_; }
  const LoadedProgram& program() const { return *program_; }

 private:
  const std::shared_ptr<Context> context_;
  const cl_program handle_;
  const std::shared_ptr<const LoadedProgram> program_;
};

// The twins of one build of an application's program for one device, by variant (docs/abi.md,
// section 5). Each is made at most once, a failure is remembered. All
// functions may be called by any thread; they may take as long as a compilation.
class TwinSet {
 public:
  TwinSet(cl_context context, cl_device_id device, std::shared_ptr<const Recipe> recipe, SharedStack built)
      : context_(context), device_(device), recipe_(std::move(recipe)), built_(std::move(built)) {
    ++made_;
  }

  // The texts for excerpts in reports.
  const std::shared_ptr<const ProgramSource>& source() {
    std::call_once(source_made_, [this] { source_ = SourceOf(*recipe_); });
    return source_;
  }

  // Where the application built the program, for --host-stacks; may be null.
  const SharedStack& built() const { return built_; }

  const std::shared_ptr<const Recipe>& recipe() const { return recipe_; }

  // Whether a launch has asked for one, so that later ones may find values in its program-scope variables.
  bool asked();

  // For who waits for its checks: the how manieth program it is whose checks a launch has asked for, and how many
  // programs have been built. Does not wait for them.
  BoardPart Part();

  // What lockstep-cc makes of the program.
  StatusOr<std::shared_ptr<const LoadedProgram>> program(Variant variant);

  // The twin, built by the driver.
  StatusOr<std::shared_ptr<const Twin>> twin(Variant variant);

 private:
  StatusOr<std::shared_ptr<const Twin>> Build(std::shared_ptr<const LoadedProgram> program);
  const StatusOr<std::shared_ptr<const LoadedProgram>>& ProgramLocked(Variant variant);

  static std::atomic<uint32_t> made_, numbered_;  // in this process

  const cl_context context_;
  const cl_device_id device_;
  const std::shared_ptr<const Recipe> recipe_;
  std::once_flag source_made_;  // most programs' texts nobody asks for
  std::shared_ptr<const ProgramSource> source_;
  const SharedStack built_;
  uint32_t number_ = 0;  // Part's; 0: not asked for yet
  std::mutex mutex_;
  std::map<Variant, StatusOr<std::shared_ptr<const LoadedProgram>>> programs_;
  std::map<Variant, StatusOr<std::shared_ptr<const Twin>>> twins_;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_TWIN_H_
