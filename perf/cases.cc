// The table of benchmark kernels: sizes, arguments, geometry.
#include "perf/harness.h"

namespace lockstep::perf {
namespace {

// A kernel of `file` that makes `n` floats of `n` floats, in groups of 256 of `items` work-items.
Launch FloatsToFloats(Host& host, const char* name, size_t n, size_t items,
                      const char* file = "barriers.cl") {
  cl_kernel kernel = host.Kernel(file, name);
  SetArg(kernel, 0, host.Floats(n));
  SetArg(kernel, 1, host.Zeros(n * 4));
  return Launch{kernel, {items}, {256}};
}

}  // namespace

const std::vector<Case>& Cases() {
  static const auto* cases = new std::vector<Case>{
      {"vecadd", 1 << 24, 1 << 16,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("streaming.cl", "vecadd");
         SetArg(kernel, 0, host.Floats(n));
         SetArg(kernel, 1, host.Floats(n));
         SetArg(kernel, 2, host.Zeros(n * 4));
         return Launch{kernel, {n}, {256}};
       }},
      {"stencil", 4096, 256,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("streaming.cl", "stencil");
         SetArg(kernel, 0, host.Floats(n * n));
         SetArg(kernel, 1, host.Zeros(n * n * 4));
         SetArg(kernel, 2, cl_int(n));
         return Launch{kernel, {n, n}, {64, 4}};
       }},
      {"matmul", 512, 64,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("matmul.cl", "matmul");
         SetArg(kernel, 0, host.Floats(n * n));
         SetArg(kernel, 1, host.Floats(n * n));
         SetArg(kernel, 2, host.Zeros(n * n * 4));
         SetArg(kernel, 3, cl_int(n));
         return Launch{kernel, {n, n}, {16, 16}};
       }},
      {"matmul_tiled", 512, 64,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("matmul.cl", "matmul_tiled");
         SetArg(kernel, 0, host.Floats(n * n));
         SetArg(kernel, 1, host.Floats(n * n));
         SetArg(kernel, 2, host.Zeros(n * n * 4));
         SetArg(kernel, 3, cl_int(n));
         return Launch{kernel, {n, n}, {16, 16}};
       }},
      {"reduction", 1 << 23, 1 << 16,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("collective.cl", "reduction");
         SetArg(kernel, 0, host.Floats(n));
         SetArg(kernel, 1, host.Zeros(n / 256 * 4));
         Check(clSetKernelArg(kernel, 2, 256 * 4, nullptr), "clSetKernelArg");
         return Launch{kernel, {n}, {256}};
       }},
      {"histogram", 1 << 24, 1 << 16,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("collective.cl", "histogram");
         SetArg(kernel, 0, host.Bytes(n));
         SetArg(kernel, 1, host.Zeros(256 * 4));
         SetArg(kernel, 2, cl_int(16));
         return Launch{kernel, {n / 16}, {256}};
       }},
      {"reduction_sparse", 1 << 22, 1 << 16,
       [](Host& host, size_t n) { return FloatsToFloats(host, "reduction_sparse", n, n); }},
      {"scan", 1 << 22, 1 << 16,
       [](Host& host, size_t n) { return FloatsToFloats(host, "scan", n, n); }},
      {"scan_tree", 1 << 22, 1 << 16,
       [](Host& host, size_t n) { return FloatsToFloats(host, "scan_tree", n, n / 2); }},
      {"transpose", 2048, 256,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("barriers.cl", "transpose");
         SetArg(kernel, 0, host.Floats(n * n));
         SetArg(kernel, 1, host.Zeros(n * n * 4));
         SetArg(kernel, 2, cl_int(n));
         return Launch{kernel, {n, n}, {16, 16}};
       }},
      {"bitonic_sort", 1 << 21, 1 << 14,
       [](Host& host, size_t n) { return FloatsToFloats(host, "bitonic_sort", n, n / 2); }},
      {"stencil_local", 1 << 22, 1 << 16,
       [](Host& host, size_t n) { return FloatsToFloats(host, "stencil_local", n, n); }},
      {"gather", 1 << 22, 1 << 16,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("barriers.cl", "gather");
         SetArg(kernel, 0, host.Floats(n));
         SetArg(kernel, 1, host.Bytes(n + 3));
         SetArg(kernel, 2, host.Zeros(n * 4));
         return Launch{kernel, {n}, {256}};
       }},
      {"nbody", 4096, 512,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("barriers.cl", "nbody");
         SetArg(kernel, 0, host.Floats(n * 4));
         SetArg(kernel, 1, host.Zeros(n * 16));
         SetArg(kernel, 2, cl_int(n));
         return Launch{kernel, {n}, {256}};
       }},
      {"reduction_guarded", 1 << 23, 1 << 16,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("unproven.cl", "reduction_guarded");
         SetArg(kernel, 0, host.Floats(n));
         SetArg(kernel, 1, host.Zeros(n / 256 * 4));
         Check(clSetKernelArg(kernel, 2, 256 * 4, nullptr), "clSetKernelArg");
         SetArg(kernel, 3, cl_uint(n));
         return Launch{kernel, {n}, {256}};
       }},
      {"matmul_guarded", 512, 64,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("unproven.cl", "matmul_guarded");
         SetArg(kernel, 0, host.Floats(n * n));
         SetArg(kernel, 1, host.Floats(n * n));
         SetArg(kernel, 2, host.Zeros(n * n * 4));
         SetArg(kernel, 3, cl_int(n));
         return Launch{kernel, {n, n}, {16, 16}};
       }},
      {"scan_counted", 1 << 22, 1 << 16,
       [](Host& host, size_t n) { return FloatsToFloats(host, "scan_counted", n, n, "unproven.cl"); }},
      {"stencil_counted", 1 << 22, 1 << 16,
       [](Host& host, size_t n) {
         return FloatsToFloats(host, "stencil_counted", n, n, "unproven.cl");
       }},
      {"queue", 1 << 22, 1 << 14,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("synchronising.cl", "queue");
         SetArg(kernel, 0, host.Floats(n));
         SetArg(kernel, 1, host.Zeros(n * 4));
         SetArg(kernel, 2, host.Zeros(4));
         SetArg(kernel, 3, host.Zeros(4));
         SetArg(kernel, 4, cl_uint(n / 1024));
         return Launch{kernel, {16 * 64}, {64}};
       }},
      {"look_back", 1 << 22, 1 << 14,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("synchronising.cl", "look_back");
         SetArg(kernel, 0, host.Zeros(n * 4));
         SetArg(kernel, 1, host.Zeros(n * 4));
         SetArg(kernel, 2, host.Zeros(n / 256 * 4));
         SetArg(kernel, 3, host.Zeros(n / 256 * 8));
         SetArg(kernel, 4, host.Zeros(n / 256 * 8));
         SetArg(kernel, 5, host.Zeros(4));
         Check(clSetKernelArg(kernel, 6, 256 * 4, nullptr), "clSetKernelArg");
         return Launch{kernel, {n}, {256}};
       }},
      {"lock_histogram", 1 << 24, 1 << 16,
       [](Host& host, size_t n) {
         cl_kernel kernel = host.Kernel("synchronising.cl", "lock_histogram");
         SetArg(kernel, 0, host.Bytes(n));
         SetArg(kernel, 1, host.Zeros(256 * 4));
         SetArg(kernel, 2, host.Zeros(16 * 4));
         SetArg(kernel, 3, cl_int(64));
         return Launch{kernel, {n / 64}, {256}};
       }},
  };
  return *cases;
}

}  // namespace lockstep::perf
