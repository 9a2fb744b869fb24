// The loader's OpenCL, called as an application does, over the CUDA driver that has no GPU (fake/). The
// test runs with OCL_ICD_VENDORS naming the loader and LD_LIBRARY_PATH the fake.
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

namespace {

constexpr char kSource[] =
    "kernel void k(global int *a, local float4 *l, int n, local int *m, constant short *t) {\n"
    "  l[get_local_id(0)] = (float4)(n); m[get_local_id(0)] = t[0];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  a[get_global_id(0)] = l[0].x + m[0];\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void sized(global int *a) { a[0] = 1; }\n";

class CudaIcd : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(clGetPlatformIDs(1, &platform_, nullptr), CL_SUCCESS);
    ASSERT_EQ(clGetDeviceIDs(platform_, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), CL_SUCCESS);
    cl_int error = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue_ = clCreateCommandQueue(context_, device_, CL_QUEUE_PROFILING_ENABLE, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  void TearDown() override {
    unsetenv("FAKE_CUDA_FAIL");
    unsetenv("FAKE_CUDA_REGISTERS");
    unsetenv("FAKE_CUDA_LOG");
    EXPECT_EQ(clReleaseCommandQueue(queue_), CL_SUCCESS);
    EXPECT_EQ(clReleaseContext(context_), CL_SUCCESS);
  }

  cl_mem Buffer(cl_mem_flags flags, size_t bytes, void* host = nullptr) {
    cl_int error = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(context_, flags, bytes, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return buffer;
  }

  std::vector<int> Read(cl_mem buffer, size_t count) {
    std::vector<int> words(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, count * sizeof(int), words.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return words;
  }

  cl_program Build(const char* source, cl_int expected = CL_SUCCESS) {
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &error);
    EXPECT_EQ(clBuildProgram(program, 1, &device_, "-cl-std=CL1.2", nullptr, nullptr), expected)
        << Log(program);
    return program;
  }

  std::string Log(cl_program program) {
    std::string text(20000, '\0');
    size_t size = 0;
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, text.size(), text.data(), &size);
    text.resize(size);
    return text;
  }

  // What the fake noted while `launch` ran.
  template <typename F>
  std::vector<std::string> Noted(F launch) {
    const std::string path = testing::TempDir() + "fake-cuda-" + std::to_string(getpid()) + ".log";
    std::remove(path.c_str());
    setenv("FAKE_CUDA_LOG", path.c_str(), 1);
    launch();
    std::vector<std::string> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    std::remove(path.c_str());
    return lines;
  }

  cl_platform_id platform_ = nullptr;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

TEST_F(CudaIcd, NamesItselfSoThatTheBackEndIsFound) {
  char name[200] = "";
  EXPECT_EQ(clGetPlatformInfo(platform_, CL_PLATFORM_NAME, sizeof(name), name, nullptr), CL_SUCCESS);
  EXPECT_STREQ(name, "lockstep CUDA loader");
  cl_ulong local = 0;
  EXPECT_EQ(clGetDeviceInfo(device_, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(local), &local, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(local, 232448u);
  EXPECT_EQ(clGetDeviceInfo(device_, 0x7fff, sizeof(local), &local, nullptr), CL_INVALID_VALUE);
}

TEST_F(CudaIcd, MovesBytes) {
  std::vector<int> words(64);
  std::iota(words.begin(), words.end(), 0);
  cl_mem a = Buffer(CL_MEM_COPY_HOST_PTR, 256, words.data()), b = Buffer(CL_MEM_READ_WRITE, 256);
  EXPECT_EQ(Read(a, 64), words);
  const cl_uint pattern[2] = {7, 9};
  EXPECT_EQ(clEnqueueFillBuffer(queue_, b, pattern, 8, 8, 240, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyBuffer(queue_, a, b, 4, 248, 8, 0, nullptr, nullptr), CL_SUCCESS);
  const std::vector<int> got = Read(b, 64);
  EXPECT_EQ(got[1], 0);
  for (size_t i = 2; i < 62; ++i) EXPECT_EQ(got[i], i % 2 == 0 ? 7 : 9) << i;
  EXPECT_EQ(got[62], 1);
  EXPECT_EQ(got[63], 2);
  EXPECT_EQ(clEnqueueCopyBuffer(queue_, a, a, 0, 4, 8, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueWriteBuffer(queue_, a, CL_TRUE, 252, 8, pattern, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
}

TEST_F(CudaIcd, MapsBuffersAndParts) {
  std::vector<int> words(256, 5);
  cl_mem whole = Buffer(CL_MEM_USE_HOST_PTR, 1024, words.data());
  cl_buffer_region region = {512, 16};
  cl_int error = CL_SUCCESS;
  cl_mem part =
      clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  auto* mapped = static_cast<int*>(clEnqueueMapBuffer(queue_, part, CL_TRUE, CL_MAP_WRITE, 0, 16, 0,
                                                      nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(mapped, words.data() + 128);  // as OpenCL asks of CL_MEM_USE_HOST_PTR
  mapped[1] = 6;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue_, part, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(Read(whole, 130)[129], 6);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue_, part, mapped, 0, nullptr, nullptr), CL_INVALID_VALUE);
  clReleaseMemObject(part);
  clReleaseMemObject(whole);
}

TEST_F(CudaIcd, OrdersCommandsByEvents) {
  cl_mem buffer = Buffer(CL_MEM_READ_WRITE, 4);
  cl_int error = CL_SUCCESS, status = 0;
  cl_event gate = clCreateUserEvent(context_, &error);
  const int seven = 7;
  cl_event written = nullptr;
  EXPECT_EQ(clEnqueueWriteBuffer(queue_, buffer, CL_FALSE, 0, 4, &seven, 1, &gate, &written),
            CL_SUCCESS);
  std::atomic<int> called{0};
  EXPECT_EQ(clSetEventCallback(
                written, CL_COMPLETE,
                [](cl_event, cl_int end, void* data) {
                  *static_cast<std::atomic<int>*>(data) = end == CL_COMPLETE ? 1 : 2;
                },
                &called),
            CL_SUCCESS);
  clGetEventInfo(written, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
  EXPECT_GT(status, CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &written), CL_SUCCESS);
  EXPECT_EQ(Read(buffer, 1)[0], 7);  // and the callback has returned: the thread goes on after it
  EXPECT_EQ(called, 1);
  cl_ulong start = 0, end = 0;
  EXPECT_EQ(clGetEventProfilingInfo(written, CL_PROFILING_COMMAND_START, 8, &start, nullptr), 0);
  EXPECT_EQ(clGetEventProfilingInfo(written, CL_PROFILING_COMMAND_END, 8, &end, nullptr), 0);
  EXPECT_LE(start, end);
  clReleaseEvent(written);
  clReleaseEvent(gate);
  clReleaseMemObject(buffer);
}

TEST_F(CudaIcd, ACommandBehindAFailedEventFails) {
  cl_mem buffer = Buffer(CL_MEM_READ_WRITE, 4);
  cl_int error = CL_SUCCESS;
  cl_event gate = clCreateUserEvent(context_, &error);
  EXPECT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  int word = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, 4, &word, 1, &gate, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clReleaseEvent(gate);
  clReleaseMemObject(buffer);
}

TEST_F(CudaIcd, GivesCudaTheLaunchAsOpenClHasIt) {
  cl_program program = Build(kSource);
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_mem buffer = Buffer(CL_MEM_READ_WRITE, 1024);
  const cl_int n = 0x01020304;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 16 * 24, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof(n), &n), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 3, 4 * 24, nullptr), CL_SUCCESS);
  const size_t global = 96, local = 24, offset = 5;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue_, kernel, 1, &offset, &global, &local, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(clSetKernelArg(kernel, 4, sizeof(buffer), &buffer), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, 8, &n), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 16, &n), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(kernel, 5, 4, &n), CL_INVALID_ARG_INDEX);
  const auto noted = Noted([&] {
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue_, kernel, 1, &offset, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queue_), CL_SUCCESS);
  });
  ASSERT_EQ(noted.size(), 1u);
  // Local arguments are offsets in the dynamic shared memory, multiples of 128 bytes.
  EXPECT_NE(noted[0].find("launch k grid 4 1 1 block 24 1 1 shared 480 parameters "),
            std::string::npos)
      << noted[0];
  EXPECT_NE(noted[0].find(" 0000000000000000 04030201 8001000000000000 "), std::string::npos)
      << noted[0];
  // Offset (5, 0, 0) and one dimension, for what %envreg3 to 5 and 9 tell under NVIDIA's OpenCL.
  EXPECT_NE(noted[0].find(" told 05000000000000000000000001000000"), std::string::npos) << noted[0];
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

// What the event log of a running kernel is read by, and what ends a launch.
TEST_F(CudaIcd, TransfersOfASecondQueueAreMadeWhileAKernelRuns) {
  cl_program program = Build("kernel void waits_for_a_word(global uint *words) { words[0] = 1; }\n");
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, "waits_for_a_word", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<int> zeros(4);
  cl_mem words = Buffer(CL_MEM_COPY_HOST_PTR, 16, zeros.data());
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(words), &words), CL_SUCCESS);
  cl_command_queue beside = clCreateCommandQueue(context_, device_, 0, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const size_t one = 1;
  cl_event event = nullptr;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, &one, 0, nullptr, &event), CL_SUCCESS);
  int begun = 0;
  for (int i = 0; i < 10000 && begun == 0; ++i) {
    EXPECT_EQ(clEnqueueReadBuffer(beside, words, CL_TRUE, 0, 4, &begun, 0, nullptr, nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(begun, 1);
  cl_int status = CL_COMPLETE;
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr), CL_SUCCESS);
  EXPECT_EQ(status, CL_RUNNING);
  const int seven = 7;
  EXPECT_EQ(clEnqueueWriteBuffer(beside, words, CL_TRUE, 4, 4, &seven, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  EXPECT_EQ(Read(words, 3), (std::vector<int>{1, 7, 7}));
  clReleaseEvent(event);
  clReleaseCommandQueue(beside);
  clReleaseMemObject(words);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

TEST_F(CudaIcd, ChecksSizes) {
  cl_program program = Build(kSource);
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, "sized", &error);
  cl_mem buffer = Buffer(CL_MEM_READ_WRITE, 4);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
  const auto launch = [&](std::vector<size_t> global, std::vector<size_t> local) {
    return clEnqueueNDRangeKernel(queue_, kernel, static_cast<cl_uint>(global.size()), nullptr,
                                  global.data(), local.empty() ? nullptr : local.data(), 0, nullptr,
                                  nullptr);
  };
  EXPECT_EQ(launch({16, 4}, {16, 2}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch({16, 5}, {8, 4}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch({8, 4 * 65536}, {8, 4}), CL_INVALID_GLOBAL_WORK_SIZE);  // CUDA's grids end there
  const auto noted = Noted([&] {
    EXPECT_EQ(launch({16, 8}, {}), CL_SUCCESS);
    clFinish(queue_);
  });
  ASSERT_EQ(noted.size(), 1u);
  EXPECT_NE(noted[0].find("grid 2 2 1 block 8 4 1"), std::string::npos) << noted[0];
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

// 2^26 work-items and a group that needs more registers than a multiprocessor has.
TEST_F(CudaIcd, LargeLaunchesAndGroupsOfManyRegisters) {
  setenv("FAKE_CUDA_REGISTERS", "140", 1);
  cl_program program = Build("kernel void k(global int *a) { a[get_global_id(0)] = 1; }\n");
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  cl_mem buffer = Buffer(CL_MEM_READ_WRITE, 4);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
  const auto noted = Noted([&] {
    for (size_t local : {256, 1024, 1024}) {
      const size_t global = size_t{1} << 26;
      EXPECT_EQ(
          clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          CL_SUCCESS);
    }
    EXPECT_EQ(clFinish(queue_), CL_SUCCESS);
  });
  ASSERT_EQ(noted.size(), 4u);
  EXPECT_NE(noted[0].find("grid 262144 1 1 block 256 1 1"), std::string::npos) << noted[0];
  EXPECT_EQ(noted[1], "load with 64 registers");
  EXPECT_NE(noted[2].find("grid 65536 1 1 block 1024 1 1"), std::string::npos) << noted[2];
  EXPECT_NE(noted[3].find("grid 65536 1 1 block 1024 1 1"), std::string::npos) << noted[3];
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

TEST_F(CudaIcd, TellsOfKernels) {
  cl_program program = Build(kSource);
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  cl_kernel_arg_address_qualifier space = 0;
  const cl_kernel_arg_address_qualifier expected[] = {
      CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_ADDRESS_PRIVATE,
      CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_ADDRESS_CONSTANT};
  for (cl_uint i = 0; i < 5; ++i) {
    EXPECT_EQ(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(space), &space,
                                 nullptr),
              CL_SUCCESS);
    EXPECT_EQ(space, expected[i]) << i;
  }
  char text[100];
  EXPECT_EQ(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof(text), text, nullptr), 0);
  EXPECT_STREQ(text, "float4*");
  EXPECT_EQ(clCreateKernel(program, "absent", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

TEST_F(CudaIcd, BinariesComeBack) {
  cl_program program = Build(kSource);
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr), 0);
  std::string code(size, '\0');
  auto* bytes = reinterpret_cast<unsigned char*>(code.data());
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(bytes), &bytes, nullptr), 0);
  clReleaseProgram(program);
  cl_int status = 0, error = 0;
  const auto* given = bytes;
  program = clCreateProgramWithBinary(context_, 1, &device_, &size, &given, &status, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  char names[100];
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, nullptr), 0);
  EXPECT_STREQ(names, "k;sized");
  clReleaseProgram(program);
  const unsigned char nonsense[] = "no code";
  given = nonsense;
  size = sizeof(nonsense);
  EXPECT_EQ(clCreateProgramWithBinary(context_, 1, &device_, &size, &given, &status, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_BINARY);
}

TEST_F(CudaIcd, ErrorsOfTheSourceAreInTheBuildLog) {
  cl_program program = Build("kernel void k(global int *a) { a[0] = nothing; }\n",
                             CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(Log(program).find("use of undeclared identifier 'nothing'"), std::string::npos);
  clReleaseProgram(program);
  program = Build("kernel void k(read_only image2d_t i, global int4 *a) {\n"
                  "  a[0] = read_imagei(i, (int2)(0)); }\n",
                  CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(Log(program).find("no images (argument i)"), std::string::npos) << Log(program);
  clReleaseProgram(program);
}

TEST_F(CudaIcd, FailuresOfTheDriverAreErrorsOfOpenCl) {
  cl_int error = CL_SUCCESS;
  setenv("FAKE_CUDA_FAIL", "cuMemAlloc_v2", 1);
  EXPECT_EQ(clCreateBuffer(context_, CL_MEM_READ_WRITE, 64, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  setenv("FAKE_CUDA_FAIL", "cuModuleLoadDataEx", 1);
  cl_program program = Build(kSource, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(Log(program).find("CUDA_ERROR_UNKNOWN"), std::string::npos) << Log(program);
  clReleaseProgram(program);
  unsetenv("FAKE_CUDA_FAIL");
  program = Build(kSource);
  cl_kernel kernel = clCreateKernel(program, "sized", &error);
  cl_mem buffer = Buffer(CL_MEM_READ_WRITE, 4);
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  setenv("FAKE_CUDA_FAIL", "cuLaunchKernel", 1);
  const size_t global[] = {8, 4};
  cl_event event = nullptr;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue_, kernel, 2, nullptr, global, nullptr, 0, nullptr, &event),
            CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  cl_int status = 0;
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
  EXPECT_EQ(status, CL_OUT_OF_RESOURCES);
  clReleaseEvent(event);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

TEST_F(CudaIcd, WhatIsNotThereSaysSo) {
  cl_int error = CL_SUCCESS;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = 4;
  EXPECT_EQ(clCreateImage(context_, CL_MEM_READ_WRITE, &format, &shape, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0), nullptr);
}

}  // namespace
