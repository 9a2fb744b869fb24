// Many instances of a litmus test in each launch, in an order that is shuffled anew for each.
#include "host/cli/litmus_device.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>

#include "host/cli/cl_api.h"
#include "host/cli/device_choice.h"
#include "runtime/backends/backends.h"
#include "runtime/base/file.h"
#include "runtime/base/include_dir.h"
#include "runtime/base/status.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr int kPlaces = 1024;       // work-groups of a launch that play, at most
constexpr int kScratchWords = 1024;  // as the kernel has it
constexpr int kMeetingStride = 16;

Status Failure(const std::string& what) { return InternalError(what); }
Status Failure(const std::string& what, cl_int error) {
  return InternalError(StrCat(what, " failed: ", ClErrorName(error)));
}

// The first line of a build log that says error, without what stands around it.
std::string FirstError(const std::string& log) {
  for (const std::string& line : Split(log, '\n')) {
    const size_t at = line.find("error: ");
    if (at != std::string::npos && line.find("errors generated") == std::string::npos) {
      return std::string(Strip(std::string_view(line).substr(at + 7)));
    }
  }
  return std::string(Strip(log.substr(0, log.find('\n'))));
}

// How a launch's places are dealt out, and how hard its work-items wait for each other.
struct Weather {
  std::vector<cl_int> groups;
  std::vector<cl_int> items;
  cl_int stride = 1;
  cl_int patience = 0;
  cl_int traffic = 0;
};

class Weathers {
 public:
  explicit Weathers(uint64_t seed) : random_(seed) {}

  // The `n`-th launch: `places` groups play, and a few more make traffic.
  Weather Make(uint64_t n, const litmus::DeviceKernel& kernel, int places) {
    Weather weather;
    weather.groups.resize(places + places / 8);
    std::iota(weather.groups.begin(), weather.groups.end(), 0);
    // So many groups of one role stand together, then as many of the next: drivers hand out runs of
    // groups, and the groups of an instance should be in different hands. 0: no order at all.
    static constexpr cl_int kRuns[] = {kPlaces, 1, kPlaces, 0, 160, kPlaces, 32, kPlaces};
    const cl_int run = kRuns[n % 8];
    if (run == 0) {
      std::shuffle(weather.groups.begin(), weather.groups.end(), random_);
    } else {
      std::stable_sort(weather.groups.begin(), weather.groups.begin() + places,
                       [&](cl_int a, cl_int b) {
                         const cl_int x = a / kernel.roles / run, y = b / kernel.roles / run;
                         return x != y ? x < y : a % kernel.roles < b % kernel.roles;
                       });
    }
    std::vector<cl_int> parts(kernel.local);
    std::iota(parts.begin(), parts.end(), 0);
    std::shuffle(parts.begin(), parts.end(), random_);
    for (size_t group = 0; group < weather.groups.size(); ++group) {
      // In every other launch all groups go through their instances in the same order, so that those
      // that run work-items one by one meet at each.
      if (n % 2 == 1) std::shuffle(parts.begin(), parts.end(), random_);
      weather.items.insert(weather.items.end(), parts.begin(), parts.end());
    }
    weather.stride = n / 8 % 2 == 0 ? 16 : 1;  // a cache line each, or all in one
    static constexpr cl_int kPatience[] = {0, 50, 500, 5000};
    weather.patience = kPatience[n % 2 == 0 ? 2 + random_() % 2 : random_() % 3];
    weather.traffic = static_cast<cl_int>(random_() % 2 * 200);
    return weather;
  }

 private:
  std::mt19937_64 random_;
};

class Runner {
 public:
  ~Runner() {
    if (queue_ != nullptr) cl_.clReleaseCommandQueue(queue_);
    if (context_ != nullptr) cl_.clReleaseContext(context_);
  }

  StatusOr<litmus::DeviceDescription> Run(const litmus::DeviceKernel& test,
                                          const litmus::DeviceOptions& options,
                                          const litmus::InstanceSink& each) {
    if (auto status = Open(options.device); !status.ok()) return status;
    auto program = Build(test.source);
    if (!program.ok()) return program.status();
    cl_int error = CL_SUCCESS;
    cl_kernel kernel = nullptr;
    error = cl_.clCreateKernelsInProgram(*program, 1, &kernel, nullptr);
    Status status = error == CL_SUCCESS ? OkStatus() : Failure("making the kernel", error);
    litmus::DeviceDescription facts = facts_;
    Weathers weathers(options.seed);
    // Whole instances only: as many groups as play together.
    const int places = std::max(kPlaces / test.roles, 1) * test.roles;
    for (uint64_t done = 0; status.ok() && done < options.iterations;
         done += places / test.roles * test.copies) {
      status = Launch(kernel, test, weathers.Make(facts.launches, test, places), places, each);
      ++facts.launches;
    }
    if (kernel != nullptr) cl_.clReleaseKernel(kernel);
    cl_.clReleaseProgram(*program);
    if (!status.ok()) return status;
    return facts;
  }

 private:
  Status Open(const std::string& wanted) {
    if (queue_ != nullptr) return OkStatus();
    auto loaded = LoadOpenCl();
    if (!loaded.ok()) return Failure(loaded.status().message());
    cl_ = *loaded;
    auto chosen = ChooseDevice(ListDevices(cl_), wanted);
    if (!chosen.ok()) return Failure(chosen.status().message());
    device_ = *chosen;
    facts_.name = device_.identity.name;
    facts_.platform = device_.identity.platform;
    const DeviceRow* row = FindDeviceRow(device_.identity);
    facts_.serial_groups = row != nullptr && row->backend->serial_groups();
    cl_uint units = 0;
    cl_.clGetDeviceInfo(device_.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, nullptr);
    facts_.compute_units = units;
    cl_int error = CL_SUCCESS;
    context_ = cl_.clCreateContext(nullptr, 1, &device_.device, nullptr, nullptr, &error);
    if (error != CL_SUCCESS) return Failure("clCreateContext", error);
    queue_ = cl_.clCreateCommandQueue(context_, device_.device, 0, &error);
    return error == CL_SUCCESS ? OkStatus() : Failure("clCreateCommandQueue", error);
  }

  // As OpenCL C 3.0, or 2.0 where the device does not take that.
  StatusOr<cl_program> Build(const std::string& source) {
    const std::string headers = IncludeDirectory(ExecutableDirectory());
    std::string complaint;
    for (const char* standard : {"-cl-std=CL3.0", "-cl-std=CL2.0"}) {
      const std::string options =
          headers.empty() ? std::string(standard) : StrCat(standard, " -I ", headers);
      const char* text = source.c_str();
      cl_int error = CL_SUCCESS;
      cl_program program = cl_.clCreateProgramWithSource(context_, 1, &text, nullptr, &error);
      if (error != CL_SUCCESS) return Failure("clCreateProgramWithSource", error);
      error = cl_.clBuildProgram(program, 1, &device_.device, options.c_str(), nullptr, nullptr);
      if (error == CL_SUCCESS) return program;
      const std::string log = ClText([&](size_t size, void* out, size_t* size_out) {
        return cl_.clGetProgramBuildInfo(program, device_.device, CL_PROGRAM_BUILD_LOG, size, out,
                                         size_out);
      });
      if (complaint.empty()) complaint = log.empty() ? ClErrorName(error) : FirstError(log);
      cl_.clReleaseProgram(program);
    }
    return Failure(StrCat(device_.identity.name, " does not take the test: ", complaint));
  }

  Status Launch(cl_kernel kernel, const litmus::DeviceKernel& test, const Weather& weather,
                      int places, const litmus::InstanceSink& each) {
    const size_t instances = static_cast<size_t>(places / test.roles) * test.copies;
    const size_t cells = test.initial.size();
    std::vector<cl_int> memory(instances * cells * weather.stride, 0);
    for (size_t i = 0; i < instances * cells; ++i) {
      memory[i * weather.stride] = test.initial[i % cells];
    }
    std::vector<cl_int> rows(std::max<size_t>(1, instances * test.row_size), 0);
    std::vector<cl_int> meeting(instances * kMeetingStride, 0), scratch(kScratchWords, 0);

    std::vector<cl_mem> buffers;
    cl_int error = CL_SUCCESS;
    cl_uint next = 0;
    const auto give_buffer = [&](const std::vector<cl_int>& content) {
      if (error != CL_SUCCESS) return;
      cl_mem buffer = cl_.clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                         content.size() * sizeof(cl_int),
                                         const_cast<cl_int*>(content.data()), &error);
      if (error != CL_SUCCESS) return;
      buffers.push_back(buffer);
      error = cl_.clSetKernelArg(kernel, next++, sizeof(buffer), &buffer);
    };
    const auto give_number = [&](cl_int number) {
      if (error == CL_SUCCESS) error = cl_.clSetKernelArg(kernel, next++, sizeof(number), &number);
    };
    for (const std::vector<cl_int>* content : std::initializer_list<const std::vector<cl_int>*>{
             &memory, &rows, &meeting, &weather.groups, &weather.items, &scratch}) {
      give_buffer(*content);
    }
    give_number(places);
    give_number(weather.stride);
    give_number(weather.patience);
    give_number(weather.traffic);
    const size_t local = test.local;
    const size_t global = weather.groups.size() * local;
    const auto read = [&](cl_mem buffer, std::vector<cl_int>& into) {
      if (error != CL_SUCCESS) return;
      error = cl_.clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, into.size() * sizeof(cl_int),
                                      into.data(), 0, nullptr, nullptr);
    };
    if (error == CL_SUCCESS) {
      error = cl_.clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global, &local, 0, nullptr,
                                         nullptr);
    }
    if (error == CL_SUCCESS) {
      read(buffers[0], memory);
      read(buffers[1], rows);
    }
    for (cl_mem buffer : buffers) cl_.clReleaseMemObject(buffer);
    if (error != CL_SUCCESS) return Failure(StrCat("the launch on ", device_.identity.name), error);
    std::vector<int32_t> own(cells);
    for (size_t i = 0; i < instances; ++i) {
      for (size_t c = 0; c < cells; ++c) own[c] = memory[(i * cells + c) * weather.stride];
      each(rows.data() + i * test.row_size, own);
    }
    return OkStatus();
  }

  ClApi cl_;
  ClDevice device_;
  litmus::DeviceDescription facts_;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

}  // namespace

litmus::DeviceRunner MakeLitmusRunner() {
  return [runner = std::make_shared<Runner>()](const litmus::DeviceKernel& kernel,
                                               const litmus::DeviceOptions& options,
                                               const litmus::InstanceSink& each) {
    return runner->Run(kernel, options, each);
  };
}

}  // namespace lockstep
