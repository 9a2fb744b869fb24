// The kernels beside this file in CUDA, for compute-sanitizer to look at what lockstep looks at. Each has
// the lines of its OpenCL twin, NAME.cl and NAME.fixed.cl, in the same order.
//   twins NAME racy|fixed LAUNCHES
// launches the kernel once, then LAUNCHES times more, and prints `time_ms T`, the mean of those.
// Compiled with: nvcc -O3 -lineinfo -arch=native twins.cu -o twins
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int kItems = 1 << 20;
constexpr int kGroup = 256;

#define CHECKED(call)                                                                   \
  do {                                                                                  \
    const cudaError_t error = (call);                                                   \
    if (error != cudaSuccess) {                                                         \
      std::fprintf(stderr, "twins: %s: %s\n", #call, cudaGetErrorString(error));        \
      std::exit(2);                                                                     \
    }                                                                                   \
  } while (0)

// Tree reduction; the racy one lacks the barrier between the levels.
template <bool fixed>
__global__ void reduction(const int* in, int* out) {
  __shared__ int t[kGroup];
  const int l = threadIdx.x;
  t[l] = in[blockIdx.x * kGroup + l];
  __syncthreads();
  for (int s = kGroup / 2; s > 0; s /= 2) {
    if (l < s) t[l] += t[l + s];
    if (fixed) __syncthreads();
  }
  if (l == 0) out[blockIdx.x] = t[0];
}

// Inclusive scan in place; the racy one lacks the barrier between reading and writing.
template <bool fixed>
__global__ void scan(const int* in, int* out) {
  __shared__ int t[kGroup];
  const int l = threadIdx.x;
  t[l] = in[blockIdx.x * kGroup + l];
  __syncthreads();
  for (int d = 1; d < kGroup; d *= 2) {
    const int v = l >= d ? t[l - d] : 0;
    if (fixed) __syncthreads();
    t[l] += v;
    __syncthreads();
  }
  out[blockIdx.x * kGroup + l] = t[l];
}

// Transposes tiles of 16 by 16; the racy one reads the tile before it is complete.
template <bool fixed>
__global__ void transpose(const int* in, int* out) {
  __shared__ int t[16][17];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  t[y][x] = in[blockIdx.x * kGroup + threadIdx.x];
  if (fixed) __syncthreads();
  out[blockIdx.x * kGroup + threadIdx.x] = t[x][y];
}

// Bins in shared memory; the racy one counts with plain increments.
template <bool fixed>
__global__ void histogram(const int* in, int* out) {
  __shared__ int t[16];
  const int l = threadIdx.x;
  if (l < 16) t[l] = 0;
  __syncthreads();
  const int bin = in[blockIdx.x * kGroup + l] & 15;
  if (fixed) {
    atomicAdd(&t[bin], 1);
  } else {
    t[bin]++;
  }
  __syncthreads();
  if (l < 16) out[blockIdx.x * 16 + l] = t[l];
}

// Half of the block reaches the barrier in the racy one.
template <bool fixed>
__global__ void divergence(const int* in, int* out) {
  __shared__ int t[kGroup];
  const int l = threadIdx.x;
  t[l] = in[blockIdx.x * kGroup + l];
  if (fixed) __syncthreads();
  if (l < kGroup / 2) {
    if (!fixed) __syncthreads();
    out[blockIdx.x * kGroup + l] = t[fixed ? l + kGroup / 2 : l];
  }
}

struct Twin {
  const char* name;
  void (*racy)(const int*, int*);
  void (*fixed)(const int*, int*);
};

constexpr Twin kTwins[] = {
    {"reduction", reduction<false>, reduction<true>},
    {"scan", scan<false>, scan<true>},
    {"transpose", transpose<false>, transpose<true>},
    {"histogram", histogram<false>, histogram<true>},
    {"divergence", divergence<false>, divergence<true>},
};

int main(int argc, char** argv) {
  const Twin* twin = nullptr;
  for (const Twin& one : kTwins) {
    if (argc == 4 && std::strcmp(argv[1], one.name) == 0) twin = &one;
  }
  if (twin == nullptr) {
    std::fprintf(stderr, "usage: twins NAME racy|fixed LAUNCHES\n");
    return 2;
  }
  const auto kernel = std::strcmp(argv[2], "fixed") == 0 ? twin->fixed : twin->racy;
  const int launches = std::atoi(argv[3]);
  std::vector<int> numbers(kItems);
  for (int i = 0; i < kItems; ++i) numbers[i] = i;
  int *in = nullptr, *out = nullptr;
  CHECKED(cudaMalloc(&in, kItems * sizeof(int)));
  CHECKED(cudaMalloc(&out, kItems * sizeof(int)));
  CHECKED(cudaMemcpy(in, numbers.data(), kItems * sizeof(int), cudaMemcpyHostToDevice));
  cudaEvent_t start, end;
  CHECKED(cudaEventCreate(&start));
  CHECKED(cudaEventCreate(&end));
  kernel<<<kItems / kGroup, kGroup>>>(in, out);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  CHECKED(cudaEventRecord(start));
  for (int i = 0; i < launches; ++i) kernel<<<kItems / kGroup, kGroup>>>(in, out);
  CHECKED(cudaEventRecord(end));
  CHECKED(cudaEventSynchronize(end));
  float milliseconds = 0;
  CHECKED(cudaEventElapsedTime(&milliseconds, start, end));
  std::printf("time_ms %g\n", launches > 0 ? milliseconds / launches : 0.0f);
  return 0;
}
