// Kernels that move data: every element is touched a few times by one work-item.
// -DRACY makes some of the kernels in this folder race, in every schedule.
__kernel void vecadd(__global const float *a, __global const float *b, __global float *c) {
  size_t i = get_global_id(0);
#ifdef RACY
  c[i - i % 2] = a[i] + b[i];
#else
  c[i] = a[i] + b[i];
#endif
}

__kernel void saxpy(__global const float *x, __global float *y, float a) {
  size_t i = get_global_id(0);
#ifdef RACY
  y[i] = a * x[i] + y[min(i + 1, get_global_size(0) - 1)];
#else
  y[i] = a * x[i] + y[i];
#endif
}

// One work-item moves one element; the stores are a column apart.
__kernel void transpose_naive(__global const float *in, __global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[y * n + x];
}
