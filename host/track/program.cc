#include "host/track/program.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "host/api/library_dir.h"
#include "host/build/compile.h"
#include "host/build/saved_source.h"
#include "host/driver/device.h"
#include "host/driver/query.h"
#include "host/track/memory.h"
#include "host/track/own_headers.h"
#include "host/track/source_file.h"
#include "runtime/base/include_dir.h"
#include "runtime/base/text.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

struct Programs {
  std::mutex mutex;
  std::map<cl_program, std::shared_ptr<Program>> by_handle;
};

Programs& GetPrograms() {
  static Programs* programs = new Programs;
  return *programs;
}

// Forgets a program that neither the application nor a kernel holds any more. The twins go with
// the last user of `program`, outside the lock.
void ForgetIfUnused(Programs& programs, const Program& program) {
  if (program.references > 0 || program.kernels > 0) return;
  auto found = programs.by_handle.find(program.handle());
  if (found != programs.by_handle.end() && found->second.get() == &program) {
    programs.by_handle.erase(found);
  }
}

SourceFinder& GetSourceFinder() {
  static auto* finder = new SourceFinder(Cache::FromOptions(Session::Get().options()));
  return *finder;
}

std::string CurrentDirectory() {
  char* cwd = getcwd(nullptr, 0);
  const std::string directory = cwd != nullptr ? cwd : "/";
  free(cwd);
  return directory;
}

}  // namespace

void Program::SetSource(std::string text) {
  auto unit = std::make_shared<Unit>();
  unit->text = std::move(text);
  source_ = std::move(unit);
}

void Program::SetRecipe(cl_device_id device, Recipe recipe) {
  NameUnits(recipe, SourceFolder());
  std::lock_guard<std::mutex> lock(mutex_);
  recipes_[device] = std::make_shared<Recipe>(std::move(recipe));
}

std::shared_ptr<const Recipe> Program::RecipeFor(cl_device_id device) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = recipes_.find(device);
  return found == recipes_.end() ? nullptr : found->second;
}

void Program::Forget(std::string why) {
  std::lock_guard<std::mutex> lock(mutex_);
  recipes_.clear();
  why_unknown_ = std::move(why);
}

Program::Before Program::Snapshot() {
  std::lock_guard<std::mutex> lock(mutex_);
  return {recipes_, builds_, why_unknown_};
}

void Program::TakeBack(const Before& before) {
  Before after = Snapshot();  // what goes is released without the lock
  std::lock_guard<std::mutex> lock(mutex_);
  recipes_ = before.recipes;
  builds_ = before.builds;
  why_unknown_ = before.why_unknown;
}

void Program::SetSourceRecipe(cl_device_id device, const std::string& options,
                              const std::vector<std::pair<std::string, std::string>>& headers) {
  auto unit = std::make_shared<Unit>(*source_);
  unit->options = options;
  unit->headers = headers;
  unit->directory = CurrentDirectory();
  unit->name = GetSourceFinder().Find(unit->text, SourceDirectories(unit->directory, options));
  unit->own_name = !unit->name.empty();
  SetRecipe(device, Recipe{{std::move(unit)}, ""});
}

SharedStack Program::BuildStack() const {
  const SharedStack here = StackHere();
  return HasPython(created_) && !HasPython(here) ? created_ : here;
}

void Program::SetBuild(cl_device_id device, SharedStack built) {
  const std::shared_ptr<const Recipe> recipe = RecipeFor(device);
  std::shared_ptr<TwinSet> build;  // the one replaced is released without the lock
  if (recipe) build = std::make_shared<TwinSet>(context_, device, recipe, std::move(built));
  std::lock_guard<std::mutex> lock(mutex_);
  builds_[device].swap(build);
}

Program::Before Program::NoteCompile(const std::vector<cl_device_id>& devices, const std::string& options,
                                     const std::vector<std::pair<std::string, std::string>>& headers) {
  Before before = Snapshot();
  for (cl_device_id device : devices) {
    if (source_) SetSourceRecipe(device, options, headers);
  }
  return before;
}

Program::Before Program::NoteBuild(const std::vector<cl_device_id>& devices,
                                   const std::string& options) {
  Before before = Snapshot();
  const SharedStack built = BuildStack();
  for (cl_device_id device : devices) {
    const std::shared_ptr<const Recipe> known = RecipeFor(device);
    if (source_) {
      SetSourceRecipe(device, options, {});
    } else if (known && known->units.size() == 1 && !known->units[0]->own_name) {
      // The code of a binary is compiled for the device only now.
      auto unit = std::make_shared<Unit>(*known->units[0]);
      if (!unit->code.empty()) unit->options = options;
      SetRecipe(device, Recipe{{std::move(unit)}, known->link_options});
    }
    SetBuild(device, built);
  }
  return before;
}

Program::Before Program::NoteLink(const std::vector<cl_device_id>& devices,
                                  const std::string& options,
                                  const std::vector<std::shared_ptr<Program>>& inputs,
                                  bool executable) {
  Before before = Snapshot();
  const SharedStack built = BuildStack();
  for (cl_device_id device : devices) {
    Recipe recipe;
    recipe.link_options = options;
    std::string why;
    for (const std::shared_ptr<Program>& input : inputs) {
      const std::shared_ptr<const Recipe> part = input ? input->RecipeFor(device) : nullptr;
      if (!part) {
        why = input && !input->why_unknown().empty()
                  ? StrCat("a program it is linked from is not known: ", input->why_unknown())
                  : "lockstep did not see a program it is linked from being compiled";
        break;
      }
      recipe.units.insert(recipe.units.end(), part->units.begin(), part->units.end());
      if (!part->link_options.empty()) recipe.link_options += " " + part->link_options;
    }
    if (why.empty()) {
      // Each unit keeps the name it was compiled under.
      std::lock_guard<std::mutex> lock(mutex_);
      recipes_[device] = std::make_shared<Recipe>(std::move(recipe));
    } else {
      std::lock_guard<std::mutex> lock(mutex_);
      recipes_.erase(device);
      why_unknown_ = std::move(why);
    }
    if (executable) SetBuild(device, built);
  }
  return before;
}

void Program::MakeWhole(const std::vector<cl_device_id>& devices) {
  for (cl_device_id device : devices) {
    const std::shared_ptr<const Recipe> recipe = RecipeFor(device);
    if (!recipe || recipe->IsWhole()) continue;
    const std::shared_ptr<const Recipe> whole = host::MakeWhole(recipe, device);
    SharedStack built;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (recipes_[device] != recipe) continue;  // built again meanwhile
      recipes_[device] = whole;
      const auto build = builds_.find(device);
      if (build == builds_.end()) continue;
      if (build->second != nullptr) built = build->second->built();
    }
    SetBuild(device, std::move(built));
  }
}

Builds Program::builds() {
  std::lock_guard<std::mutex> lock(mutex_);
  return builds_;
}

std::string Program::why_unknown() {
  std::lock_guard<std::mutex> lock(mutex_);
  return why_unknown_;
}

std::string Program::DriverOptions(
    const std::string& options, const std::vector<std::pair<std::string, std::string>>& headers) {
  std::string extended = options;
  if (source_ && IncludesOwnHeaders({source_->text, headers, options, CurrentDirectory()})) {
    const std::string directory = IncludeDirectory(LibraryDirectory());
    if (!directory.empty()) extended = WithIncludeDirectory(options, directory);
  }
  std::lock_guard<std::mutex> lock(mutex_);
  added_options_ = extended.substr(options.size());
  return extended;
}

std::string Program::GivenOptions(const std::string& options) {
  std::lock_guard<std::mutex> lock(mutex_);
  const size_t size = added_options_.size();
  if (size == 0 || options.size() < size ||
      options.compare(options.size() - size, size, added_options_) != 0) {
    return options;
  }
  return options.substr(0, options.size() - size);
}

std::map<cl_device_id, size_t> Program::told_sizes() {
  std::lock_guard<std::mutex> lock(mutex_);
  return told_sizes_;
}

void Program::NoteToldSize(cl_device_id device, size_t size) {
  std::lock_guard<std::mutex> lock(mutex_);
  told_sizes_[device] = size;
}

void RegisterProgram(std::shared_ptr<Program> program) {
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  programs.by_handle[program->handle()].swap(program);  // what it replaces goes after the lock
}

ObjectId Program::VariableNumber(cl_device_id device, const std::string& name) {
  const cl_device_id whole = WholeDevice(device);
  std::lock_guard<std::mutex> lock(mutex_);
  ObjectId& number = variables_[{whole, name}];
  if (!number) number = NewObject();
  return number;
}

std::shared_ptr<Program> FindProgram(cl_program handle) {
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  auto found = programs.by_handle.find(handle);
  return found == programs.by_handle.end() ? nullptr : found->second;
}

void RetainProgram(cl_program handle) {
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  auto found = programs.by_handle.find(handle);
  if (found != programs.by_handle.end()) ++found->second->references;
}

void ReleaseProgram(cl_program handle) {
  std::shared_ptr<Program> known = FindProgram(handle);
  if (!known) return;
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  --known->references;
  ForgetIfUnused(programs, *known);
}

void AddKernelTo(Program& program) {
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  ++program.kernels;
}

void RemoveKernelFrom(Program& program) {
  std::shared_ptr<Program> keep = FindProgram(program.handle());
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  --program.kernels;
  ForgetIfUnused(programs, program);
}

std::vector<cl_device_id> DevicesOf(cl_program program) {
  return QueryArray<std::vector<cl_device_id>>(
      Of(Next().clGetProgramInfo, program, CL_PROGRAM_DEVICES));
}

std::vector<cl_device_id> AlsoAsDriverNames(cl_program program, std::vector<cl_device_id> devices) {
  const std::vector<cl_device_id> its = DevicesOf(program);
  const auto among = [](const std::vector<cl_device_id>& all, cl_device_id device) {
    return std::find(all.begin(), all.end(), device) != all.end();
  };
  const size_t given = devices.size();
  for (size_t i = 0; i < given; ++i) {
    cl_device_id device = devices[i];
    while (device != nullptr && !among(its, device)) {
      device = QueryValue<cl_device_id>(Of(Next().clGetDeviceInfo, device, CL_DEVICE_PARENT_DEVICE));
    }
    if (device != nullptr && !among(devices, device)) devices.push_back(device);
  }
  return devices;
}

}  // namespace lockstep::host
