// The table of benchmark kernels: sizes, arguments, geometry.
#include "perf/harness.h"

namespace lockstep::perf {

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
  };
  return *cases;
}

}  // namespace lockstep::perf
