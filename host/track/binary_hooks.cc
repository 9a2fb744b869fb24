// The hooked calls that give out binaries and take them back.
//
// An application that keeps compiled kernels (CL_PROGRAM_BINARIES) comes back with them instead of
// source. It gets a container (container.h) that says what the binary was made of. Where the driver
// does not take a binary with something behind it, or --binaries=plain is given, the application
// gets the driver's own, and we remember on disk, under its hash, what it was made of.
#include <cstring>
#include <string_view>

#include "host/api/hooks.h"
#include "host/build/service.h"
#include "host/driver/device.h"
#include "host/driver/query.h"
#include "host/track/container.h"
#include "host/track/program.h"
#include "runtime/base/code_kind.h"
#include "runtime/base/sha256.h"
#include "runtime/cache/cache.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

constexpr char kForeign[] =
    "its program was created from a binary that lockstep did not see being built; clear the "
    "application's own cache of compiled kernels";

constexpr char kYes[] = "yes";

Cache OpenCache() { return Cache::FromOptions(Session::Get().options()); }

std::string KeyOf(cl_device_id device, std::string_view binary) {
  const auto facts = DeviceFacts(device);
  return CacheKey({"recipe of a binary", facts->name, facts->driver_version, Sha256Hex(binary)});
}

// The application was given `binary` as the build of what `recipe` describes, for `device`.
void RememberBinary(cl_device_id device, std::string_view binary, std::string_view recipe) {
  OpenCache().Put(KeyOf(device, binary), recipe);
}

// That recipe; "" if the binary is not known.
std::string RememberedRecipe(cl_device_id device, std::string_view binary) {
  return OpenCache().Get(KeyOf(device, binary)).value_or("");
}

// The driver's own binaries, by device; empty where it has none.
std::vector<std::string> DriverBinaries(cl_program program, size_t devices) {
  const auto sizes = QueryArray<std::vector<size_t>>(
      Of(Next().clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES));
  std::vector<std::string> binaries;
  std::vector<char*> pointers;
  for (size_t size : sizes) binaries.emplace_back(size, '\0');
  for (std::string& binary : binaries) {
    pointers.push_back(binary.empty() ? nullptr : binary.data());
  }
  if (binaries.size() != devices ||
      Next().clGetProgramInfo(program, CL_PROGRAM_BINARIES, pointers.size() * sizeof(char*),
                              pointers.data(), nullptr) != CL_SUCCESS) {
    return {};
  }
  return binaries;
}

// Whether the driver takes `binary` with a trailer, as it takes it without.
bool TakesTrailer(cl_context context, cl_device_id device, const std::string& binary) {
  const std::string longer = binary + MakeTrailer(binary, "{}", TrailerSize("{}"));
  const size_t size = longer.size();
  const auto* bytes = reinterpret_cast<const unsigned char*>(longer.data());
  cl_int status = CL_SUCCESS, error = CL_SUCCESS;
  cl_program program =
      Next().clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &error);
  if (program == nullptr) return false;
  error = Next().clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  const size_t kernels = QueryValue<size_t>(
      Of(Next().clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS));
  Next().clReleaseProgram(program);
  return status == CL_SUCCESS && error == CL_SUCCESS && kernels > 0;
}

// The same, tried once per driver, with the first binary there is, number `index` of the program's. That it
// does is kept on disk: to try means to build a program. That it does not may be this binary's fault.
bool DriverTakesTrailers(const Program& program, cl_device_id device, size_t index, size_t devices) {
  static std::mutex mutex;
  static auto* known = new std::map<std::string, bool>;
  const auto facts = DeviceFacts(device);
  if (DriverHas(Quirk::kWholeBinaries, facts->identity)) return false;
  const std::string key = CacheKey({"driver takes trailers", facts->platform, facts->platform_version,
                                    facts->name, facts->driver_version});
  std::lock_guard<std::mutex> lock(mutex);
  const auto found = known->find(key);
  if (found != known->end()) return found->second;
  const Cache cache = OpenCache();
  if (cache.Get(key) == kYes) return (*known)[key] = true;
  const std::vector<std::string> binaries = DriverBinaries(program.handle(), devices);
  if (binaries.empty()) return false;
  const bool takes = TakesTrailer(program.context(), device, binaries[index]);
  if (takes) cache.Put(key, kYes);
  return (*known)[key] = takes;
}

using Text = std::shared_ptr<const std::string>;

// The text of the recipe that was asked for last. Applications ask for the sizes of binaries and then for
// the binaries, and with intermediate code in it the text is long.
struct LastText {
  std::mutex mutex;
  std::shared_ptr<const Recipe> recipe;
  Text text;
};

LastText& GetLastText() {
  static auto* last = new LastText;
  return *last;
}

// The recipe that goes behind the program's binary for `device`; null if none does.
Text RecipeText(Program& program, cl_device_id device) {
  if (BackendFor(*DeviceFacts(device)) == nullptr) return nullptr;
  std::shared_ptr<const Recipe> recipe = program.RecipeFor(device);
  if (!recipe || !recipe->IsWhole()) return nullptr;
  LastText& last = GetLastText();
  {
    std::lock_guard<std::mutex> lock(last.mutex);
    if (last.recipe == recipe) return last.text;
  }
  auto text = std::make_shared<const std::string>(WriteRecipe(*recipe));
  std::lock_guard<std::mutex> lock(last.mutex);
  last.recipe = std::move(recipe);
  last.text = text;
  return text;
}

// The application has its binaries.
void ForgetRecipeText() {
  LastText& last = GetLastText();
  std::lock_guard<std::mutex> lock(last.mutex);
  last.recipe.reset();
  last.text.reset();
}

bool ContainersWanted() { return Session::Get().options().binaries == BinaryForm::kContainer; }

// Makes the sizes that the driver has told those of the containers.
void TellSizes(Program& program, size_t* sizes, size_t count) {
  const std::vector<cl_device_id> devices = DevicesOf(program.handle());
  for (size_t i = 0; i < count && i < devices.size(); ++i) {
    program.NoteToldSize(devices[i], sizes[i]);
    if (sizes[i] == 0) continue;
    const Text recipe = RecipeText(program, devices[i]);
    if (!recipe) continue;
    if (!DriverTakesTrailers(program, devices[i], i, devices.size())) continue;
    sizes[i] += TrailerSize(*recipe);
    program.NoteToldSize(devices[i], sizes[i]);
  }
}

// Completes the binaries that the driver has written where we told sizes of containers, and
// remembers the others.
void CompleteBinaries(Program& program, char* const* binaries, size_t count) {
  const auto sizes = QueryArray<std::vector<size_t>>(
      Of(Next().clGetProgramInfo, program.handle(), CL_PROGRAM_BINARY_SIZES));
  const std::vector<cl_device_id> devices = DevicesOf(program.handle());
  const std::map<cl_device_id, size_t> told = program.told_sizes();
  for (size_t i = 0; i < count && i < sizes.size() && i < devices.size(); ++i) {
    if (binaries[i] == nullptr || sizes[i] == 0) continue;
    const std::string_view binary(binaries[i], sizes[i]);
    const Text recipe = RecipeText(program, devices[i]);
    if (!recipe) continue;
    // An application that has asked for no sizes has no room for more than the driver's.
    const auto room = told.find(devices[i]);
    if (room == told.end() || room->second < sizes[i] + TrailerSize(*recipe)) {
      RememberBinary(devices[i], binary, *recipe);
      continue;
    }
    const std::string trailer = MakeTrailer(binary, *recipe, room->second - sizes[i]);
    std::memcpy(binaries[i] + sizes[i], trailer.data(), trailer.size());
  }
  ForgetRecipeText();
}

// What is known of a binary that came back; nullopt if it is foreign.
std::optional<Recipe> RecipeOf(cl_device_id device, std::string_view binary,
                               const std::optional<Container>& container) {
  if (IsIntermediateCode(binary)) {
    auto unit = std::make_shared<Unit>();
    unit->code = std::string(binary);
    return Recipe{{std::move(unit)}, ""};
  }
  const std::string text =
      container ? std::string(container->recipe) : RememberedRecipe(device, binary);
  if (text.empty()) return std::nullopt;
  StatusOr<Recipe> recipe = ReadRecipe(text);
  return recipe.ok() ? std::optional<Recipe>(*std::move(recipe)) : std::nullopt;
}

}  // namespace

cl_program Hook_clCreateProgramWithBinary(cl_context context, cl_uint count,
                                          const cl_device_id* devices, const size_t* lengths,
                                          const unsigned char** binaries, cl_int* status,
                                          cl_int* error) {
  // The driver gets its own binaries back.
  std::vector<std::optional<Container>> containers;
  std::vector<size_t> its_lengths;
  std::vector<const unsigned char*> its_binaries;
  bool valid = false;
  Guard("clCreateProgramWithBinary", [&] {
    if (devices == nullptr || lengths == nullptr || binaries == nullptr) return;
    for (cl_uint i = 0; i < count; ++i) {
      if (binaries[i] == nullptr) return;
      const std::string_view bytes(reinterpret_cast<const char*>(binaries[i]), lengths[i]);
      containers.push_back(OpenContainer(bytes));
      its_lengths.push_back(containers[i] ? containers[i]->binary.size() : lengths[i]);
      its_binaries.push_back(binaries[i]);
    }
    valid = true;
  });
  cl_program program =
      valid ? Next().clCreateProgramWithBinary(context, count, devices, its_lengths.data(),
                                               its_binaries.data(), status, error)
            : Next().clCreateProgramWithBinary(context, count, devices, lengths, binaries, status,
                                               error);
  Guard("clCreateProgramWithBinary", [&] {
    if (program == nullptr || !valid) return;
    auto made = std::make_shared<Program>(program, context);
    made->SetUnknown(kForeign);
    for (cl_uint i = 0; i < count; ++i) {
      const std::string_view binary(reinterpret_cast<const char*>(binaries[i]), its_lengths[i]);
      std::optional<Recipe> recipe = RecipeOf(devices[i], binary, containers[i]);
      if (!recipe) continue;
      for (cl_device_id device : AlsoAsDriverNames(program, {devices[i]})) made->SetRecipe(device, *recipe);
    }
    RegisterProgram(std::move(made));
  });
  return program;
}

cl_int Hook_clGetProgramInfo(cl_program program, cl_program_info name, size_t size, void* value,
                             size_t* size_ret) {
  const cl_int result = Next().clGetProgramInfo(program, name, size, value, size_ret);
  Guard("clGetProgramInfo", [&] {
    if (result != CL_SUCCESS || value == nullptr) return;
    if (name != CL_PROGRAM_BINARY_SIZES && name != CL_PROGRAM_BINARIES && name != CL_PROGRAM_REFERENCE_COUNT) return;
    std::shared_ptr<Program> known = FindProgram(program);
    if (!known) return;
    if (name == CL_PROGRAM_REFERENCE_COUNT) {
      *static_cast<cl_uint*>(value) -= static_cast<cl_uint>(known->own_references.load());
    } else if (name == CL_PROGRAM_BINARIES) {
      CompleteBinaries(*known, static_cast<char* const*>(value), size / sizeof(char*));
    } else if (ContainersWanted()) {
      TellSizes(*known, static_cast<size_t*>(value), size / sizeof(size_t));
    }
  });
  return result;
}

}  // namespace lockstep::host
