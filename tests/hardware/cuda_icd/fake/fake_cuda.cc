// A CUDA driver without a GPU, for tests of the loader: memory is the host's, copies are made, kernels are
// not run, or by a machine of ours (code.h). It writes a line for each call that matters to $FAKE_CUDA_LOG, and checks
// what the real one would: that a context is current, that handles and ranges are its own, that a launch fits the
// device and gives each parameter of the PTX's entry. $FAKE_CUDA_FAIL names a function that fails (with
// CUDA_ERROR_UNKNOWN; "cuMemAlloc_v2" with CUDA_ERROR_OUT_OF_MEMORY); $FAKE_CUDA_REGISTERS says that
// a work-item needs as many, so that large groups do not fit. One kernel does run, by its name: `waits_for_a_word` of
// two words writes 1 to the first and then waits, ten seconds at most, for another than 0 in the second, beside all
// other calls.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/hardware/cuda_icd/fake/code.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using Result = int;
constexpr Result kInvalidValue = 1, kOutOfMemory = 2, kInvalidPtx = 218, kInvalidContext = 201,
                 kInvalidHandle = 400, kNotFound = 500, kOutOfResources = 701, kUnknown = 999;

constexpr size_t kAlignment = 256;
constexpr size_t kErrorRoom = 1024;  // of the loader's buffer for errors, no more is used

struct Parameter {
  size_t size;
};
struct Function {
  std::string name;
  std::vector<Parameter> parameters;
  int registers = 32;
  int dynamic_shared = 48 << 10;
};
struct Variable {
  unsigned long long address = 0;
  size_t bytes = 0;
  std::vector<char> content;  // of one that no code has
};
struct Module {
  std::map<std::string, Function*> functions;
  std::map<std::string, Variable> variables;
  std::unique_ptr<lockstep::fake_cuda::Code> code;  // null where kernels are not run
};
struct Running {
  std::thread thread;
  Result result = 0;
};

// None of them is destroyed: what frees memory when the process ends may come after that.
auto& mutex = *new std::mutex;
auto& allocations = *new std::map<unsigned long long, size_t>;
auto& streams = *new std::set<void*>;
auto& running = *new std::map<void*, std::unique_ptr<Running>>;  // by stream
int token;  // its address is the context
thread_local int depth = 0;

void Log(const std::string& line) {
  const char* path = std::getenv("FAKE_CUDA_LOG");
  if (path == nullptr) return;
  std::FILE* file = std::fopen(path, "a");
  if (file == nullptr) return;
  std::fprintf(file, "%s\n", line.c_str());
  std::fclose(file);
}

bool Fails(const char* name) {
  const char* wanted = std::getenv("FAKE_CUDA_FAIL");
  return wanted != nullptr && std::strcmp(wanted, name) == 0;
}

// The beginning of every function that needs a context.
#define ENTER(name)                           \
  if (Fails(#name)) return kUnknown;          \
  if (depth == 0) return kInvalidContext;     \
  std::lock_guard<std::mutex> lock(mutex)

// Whether these bytes lie in one allocation or in one variable of a module.
std::vector<Module*>& Modules() {
  static auto* modules = new std::vector<Module*>;
  return *modules;
}

bool IsOurs(unsigned long long at, size_t bytes) {
  const auto next = allocations.upper_bound(at);
  if (next != allocations.begin()) {
    const auto& [start, size] = *std::prev(next);
    if (at - start + bytes <= size) return true;
  }
  for (Module* module : Modules()) {
    for (const auto& [name, variable] : module->variables) {
      if (at >= variable.address && at - variable.address + bytes <= variable.bytes) return true;
    }
  }
  return false;
}

size_t SizeOf(const std::string& type) {
  return static_cast<size_t>(std::atoi(type.c_str() + type.find_first_of("0123456789"))) / 8;
}

// ".param .align 16 .b8 k_param_5[16]," or ".param .u64 k_param_0,".
Parameter ParseParameter(const std::string& line) {
  std::istringstream words(line);
  std::string word, type, name;
  while (words >> word) {
    if (word == ".param") continue;
    if (word == ".align") {
      words >> word;
    } else if (word[0] == '.') {
      type = word;
    } else {
      name = word;
    }
  }
  const size_t bracket = name.find('[');
  const size_t count = bracket == std::string::npos ? 1 : std::stoul(name.substr(bracket + 1));
  return {SizeOf(type) * count};
}

Module* Parse(const std::string& ptx) {
  auto* module = new Module;
  std::istringstream lines(ptx);
  Function* function = nullptr;
  for (std::string line; std::getline(lines, line);) {
    const size_t entry = line.find(".entry ");
    if (entry != std::string::npos) {
      function = new Function;
      function->name = line.substr(entry + 7, line.find('(') - entry - 7);
      if (const char* needed = std::getenv("FAKE_CUDA_REGISTERS")) {
        function->registers = std::atoi(needed);
      }
      module->functions[function->name] = function;
    } else if (function != nullptr && line.find(".param") != std::string::npos) {
      function->parameters.push_back(ParseParameter(line));
    } else if (line.find('{') != std::string::npos) {
      function = nullptr;
    }
    const size_t constant = line.find(".const .align 4 .b8 ");
    if (constant != std::string::npos) {
      const std::string rest = line.substr(constant + 20);
      const size_t bracket = rest.find('[');
      Variable& variable = module->variables[rest.substr(0, bracket)];
      variable.content.resize(variable.bytes = std::stoul(rest.substr(bracket + 1)));
      variable.address = reinterpret_cast<unsigned long long>(variable.content.data());
    }
  }
  return module;
}

// Has the module's kernels run, if that is what this library does. False if it cannot, and why.
bool AddCode(const std::string& ptx, Module& module, std::string* error) {
  module.code = lockstep::fake_cuda::LoadCode(ptx, error);
  if (!error->empty()) return false;
  if (!module.code) return true;
  module.variables.clear();
  for (const auto& [name, place] : module.code->Variables()) module.variables[name] = {place.address, place.bytes, {}};
  return true;
}

lockstep::fake_cuda::Code* CodeOf(const Function* function) {
  for (Module* module : Modules()) {
    for (const auto& [name, known] : module->functions) {
      if (known == function) return module->code.get();
    }
  }
  return nullptr;
}

int Attribute(int which) {
  switch (which) {
    case 1:
    case 2:
    case 3:
      return 1024;
    case 4:
      return 64;
    case 5:
      return 0x7fffffff;
    case 6:
    case 7:
      return 65535;
    case 9:
      return 65536;
    case 13:
      return 1980000;
    case 16: return lockstep::fake_cuda::Multiprocessors();
    case 75:
      return 9;
    case 97:
      return 232448;
    default:
      return 0;
  }
}

void WaitForAWord(unsigned* words) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  __atomic_store_n(&words[0], 1u, __ATOMIC_RELEASE);
  while (__atomic_load_n(&words[1], __ATOMIC_ACQUIRE) == 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::yield();
  }
  words[2] = __atomic_load_n(&words[1], __ATOMIC_ACQUIRE);
}

std::string Hex(const void* bytes, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof(digits), "%02x", static_cast<const unsigned char*>(bytes)[i]);
    text += digits;
  }
  return text;
}

}  // namespace

EXPORT Result cuInit(unsigned flags) { return Fails("cuInit") ? 100 : flags; }
EXPORT Result cuDriverGetVersion(int* version) { return *version = 13000, 0; }
EXPORT Result cuGetErrorName(Result error, const char** name) {
  static const std::map<Result, const char*> names = {
      {2, "CUDA_ERROR_OUT_OF_MEMORY"},      {100, "CUDA_ERROR_NO_DEVICE"},
      {201, "CUDA_ERROR_INVALID_CONTEXT"},  {218, "CUDA_ERROR_INVALID_PTX"},
      {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"}, {999, "CUDA_ERROR_UNKNOWN"}};
  const auto found = names.find(error);
  *name = found == names.end() ? nullptr : found->second;
  return found == names.end() ? kInvalidValue : 0;
}
EXPORT Result cuDeviceGetCount(int* count) { return *count = 1, 0; }
EXPORT Result cuDeviceGet(int* device, int ordinal) {
  return *device = ordinal, ordinal == 0 ? 0 : kInvalidValue;
}
EXPORT Result cuDeviceGetName(char* name, int size, int) {
  std::snprintf(name, static_cast<size_t>(size), "a GPU that is none");
  return 0;
}
EXPORT Result cuDeviceTotalMem_v2(size_t* bytes, int) { return *bytes = size_t{8} << 30, 0; }
EXPORT Result cuDeviceGetAttribute(int* value, int which, int) {
  return *value = Attribute(which), 0;
}
EXPORT Result cuDevicePrimaryCtxRetain(void** context, int) { return *context = &token, 0; }
EXPORT Result cuCtxPushCurrent_v2(void* context) {
  if (context != &token) return kInvalidContext;
  return ++depth, 0;
}
EXPORT Result cuCtxPopCurrent_v2(void** context) {
  if (depth == 0) return kInvalidContext;
  *context = &token;
  return --depth, 0;
}
EXPORT Result cuStreamCreate(void** stream, unsigned) {
  ENTER(cuStreamCreate);
  streams.insert(*stream = std::malloc(1));
  return 0;
}
EXPORT Result cuStreamDestroy_v2(void* stream) {
  ENTER(cuStreamDestroy_v2);
  if (streams.erase(stream) == 0) return kInvalidHandle;
  std::free(stream);
  return 0;
}
EXPORT Result cuStreamSynchronize(void* stream) {
  std::unique_ptr<Running> kernel;
  {
    ENTER(cuStreamSynchronize);
    if (streams.count(stream) == 0) return kInvalidHandle;
    kernel = std::move(running[stream]);
  }
  if (!kernel) return 0;
  kernel->thread.join();
  return kernel->result;
}
EXPORT Result cuMemAlloc_v2(unsigned long long* memory, size_t bytes) {
  if (Fails("cuMemAlloc_v2")) return kOutOfMemory;
  ENTER(cuMemAlloc_v2);
  const size_t slack = lockstep::fake_cuda::Slack();
  // cuMemAlloc's memory is aligned for any type; so much as here, at least.
  const size_t whole = (bytes + 2 * slack + kAlignment - 1) / kAlignment * kAlignment;
  void* made = bytes == 0 ? nullptr : std::aligned_alloc(kAlignment, whole);
  if (made == nullptr) return bytes == 0 ? kInvalidValue : kOutOfMemory;
  std::memset(made, 0, whole);
  *memory = reinterpret_cast<unsigned long long>(made) + slack;
  allocations[*memory] = bytes;
  lockstep::fake_cuda::NoteMemory(*memory, bytes);
  return 0;
}
EXPORT Result cuMemFree_v2(unsigned long long memory) {
  ENTER(cuMemFree_v2);
  if (allocations.erase(memory) == 0) return kInvalidValue;
  lockstep::fake_cuda::ForgetMemory(memory);
  std::free(reinterpret_cast<void*>(memory - lockstep::fake_cuda::Slack()));
  return 0;
}
EXPORT Result cuMemcpyHtoDAsync_v2(unsigned long long to, const void* from, size_t bytes, void*) {
  ENTER(cuMemcpyHtoDAsync_v2);
  if (!IsOurs(to, bytes)) return kInvalidValue;
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return 0;
}
EXPORT Result cuMemcpyDtoHAsync_v2(void* to, unsigned long long from, size_t bytes, void*) {
  ENTER(cuMemcpyDtoHAsync_v2);
  if (!IsOurs(from, bytes)) return kInvalidValue;
  std::memcpy(to, reinterpret_cast<void*>(from), bytes);
  return 0;
}
EXPORT Result cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from, size_t bytes,
                                   void*) {
  ENTER(cuMemcpyDtoDAsync_v2);
  if (!IsOurs(to, bytes) || !IsOurs(from, bytes)) return kInvalidValue;
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
  return 0;
}
EXPORT Result cuMemsetD8Async(unsigned long long to, unsigned char value, size_t bytes, void*) {
  ENTER(cuMemsetD8Async);
  if (!IsOurs(to, bytes)) return kInvalidValue;
  std::memset(reinterpret_cast<void*>(to), value, bytes);
  return 0;
}
EXPORT Result cuModuleLoadDataEx(Module** module, const void* image, unsigned options,
                                 const int* names, void** values) {
  ENTER(cuModuleLoadDataEx);
  const std::string ptx = static_cast<const char*>(image);
  char* log = nullptr;
  int most = 0;
  for (unsigned i = 0; i < options; ++i) {
    if (names[i] == 5) log = static_cast<char*>(values[i]);
    if (names[i] == 0) most = static_cast<int>(reinterpret_cast<size_t>(values[i]));
  }
  // What the real one is said to reject, and only NVIDIA's OpenCL driver takes.
  const bool foreign = ptx.find("texmode_independent") != std::string::npos ||
                       ptx.find("%envreg") != std::string::npos;
  if (ptx.find(".target") == std::string::npos || foreign) {
    if (log != nullptr) std::snprintf(log, kErrorRoom, "ptxas: not PTX for this driver");
    return kInvalidPtx;
  }
  *module = Parse(ptx);
  std::string error;
  if (!AddCode(ptx, **module, &error)) {
    std::fprintf(stderr, "fake CUDA driver: %s\n", error.c_str());
    if (log != nullptr) std::snprintf(log, kErrorRoom, "%s", error.c_str());
    return kInvalidPtx;
  }
  for (auto& [name, function] : (*module)->functions) {
    if (most != 0 && function->registers > most) function->registers = most;
  }
  Modules().push_back(*module);
  Log("load" + (most == 0 ? std::string() : " with " + std::to_string(most) + " registers"));
  return 0;
}
EXPORT Result cuModuleUnload(Module* module) {
  ENTER(cuModuleUnload);
  if (module->code) module->variables.clear();
  module->code.reset();
  return 0;
}
EXPORT Result cuModuleGetFunction(Function** function, Module* module, const char* name) {
  ENTER(cuModuleGetFunction);
  const auto found = module->functions.find(name);
  if (found == module->functions.end()) return kNotFound;
  *function = found->second;
  return 0;
}
EXPORT Result cuModuleGetGlobal_v2(unsigned long long* memory, size_t* bytes, Module* module,
                                   const char* name) {
  ENTER(cuModuleGetGlobal_v2);
  const auto found = module->variables.find(name);
  if (found == module->variables.end()) return kNotFound;
  *memory = found->second.address;
  *bytes = found->second.bytes;
  return 0;
}
EXPORT Result cuFuncGetAttribute(int* value, int which, Function* function) {
  ENTER(cuFuncGetAttribute);
  *value = which == 0 ? std::min(1024, 65536 / function->registers / 32 * 32) : 0;
  lockstep::fake_cuda::Code* code = CodeOf(function);
  if (which == 1 && code != nullptr) *value = static_cast<int>(code->SharedBytes(function->name));
  return 0;
}
EXPORT Result cuFuncSetAttribute(Function* function, int which, int value) {
  ENTER(cuFuncSetAttribute);
  if (which != 8 || value > Attribute(97)) return kInvalidValue;
  function->dynamic_shared = value;
  return 0;
}
EXPORT Result cuLaunchKernel(Function* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                             unsigned by, unsigned bz, unsigned shared, void* stream,
                             void** parameters, void** extra) {
  ENTER(cuLaunchKernel);
  if (streams.count(stream) == 0) return kInvalidHandle;
  if (extra != nullptr || gx * gy * gz == 0 || gy > 65535 || gz > 65535 || bz > 64) {
    return kInvalidValue;
  }
  const unsigned items = bx * by * bz;
  if (items > 1024 || items * static_cast<unsigned>(function->registers) > 65536) {
    return kOutOfResources;
  }
  if (static_cast<int>(shared) > function->dynamic_shared) return kInvalidValue;
  std::ostringstream line;
  line << "launch " << function->name << " grid " << gx << " " << gy << " " << gz << " block " << bx
       << " " << by << " " << bz << " shared " << shared << " parameters";
  for (size_t i = 0; i < function->parameters.size(); ++i) {
    line << " " << Hex(parameters[i], function->parameters[i].size);
  }
  for (Module* module : Modules()) {
    for (const auto& [name, known] : module->functions) {
      if (known != function || module->variables.empty()) continue;
      const auto told = module->variables.find("__lockstep_launch");
      if (told != module->variables.end()) {
        line << " told " << Hex(reinterpret_cast<const void*>(told->second.address), told->second.bytes);
      }
    }
  }
  Log(line.str());
  if (function->name == "waits_for_a_word") {
    unsigned long long at = 0;
    std::memcpy(&at, parameters[0], sizeof(at));
    auto& kernel = running[stream] = std::make_unique<Running>();
    kernel->thread = std::thread(WaitForAWord, reinterpret_cast<unsigned*>(at));
    return 0;
  }
  lockstep::fake_cuda::Code* code = CodeOf(function);
  if (code == nullptr) return 0;
  lockstep::fake_cuda::Code::Work work = {function->name, {gx, gy, gz}, {bx, by, bz}, shared, {}};
  for (size_t i = 0; i < function->parameters.size(); ++i) {
    const char* bytes = static_cast<const char*>(parameters[i]);
    work.parameters.emplace_back(bytes, bytes + function->parameters[i].size);
  }
  auto& kernel = running[stream];
  if (kernel) return kUnknown;  // the loader waits for each
  kernel = std::make_unique<Running>();
  kernel->thread = std::thread([code, work, kernel = kernel.get()] {
    std::string told;
    kernel->result = code->Run(work, &told);
    Log(told);
  });
  return 0;
}
