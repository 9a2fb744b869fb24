// ViennaCL on OpenCL: kernels that a library generates as text at run time.
#define CL_TARGET_OPENCL_VERSION 120
#define VIENNACL_WITH_OPENCL
#include <viennacl/linalg/inner_prod.hpp>
#include <viennacl/linalg/norm_1.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/vector.hpp>

#include <cstdio>
#include <vector>

int main() {
  const std::size_t n = 200;
  std::vector<float> host(n);
  std::vector<std::vector<float>> rows(n, std::vector<float>(n));
  for (std::size_t i = 0; i < n; ++i) {
    host[i] = static_cast<float>(i % 7);
    for (std::size_t j = 0; j < n; ++j) rows[i][j] = static_cast<float>((i + 2 * j) % 5);
  }
  viennacl::vector<float> x(n), y(n);
  viennacl::matrix<float> a(n, n);
  viennacl::copy(host, x);
  viennacl::copy(rows, a);
  y = 2.0f * x + x;
  y += viennacl::linalg::prod(a, x);
  const float sum = viennacl::linalg::norm_1(y);
  const float product = viennacl::linalg::inner_prod(x, y);
  viennacl::copy(y, host);
  std::printf("%g %g %g %g\n", sum, product, host[0], host[n - 1]);
  return 0;
}
