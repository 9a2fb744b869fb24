// Kernels that move data: every element is touched a few times by one work-item.
__kernel void vecadd(__global const float *a, __global const float *b, __global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}

// Five-point stencil on an n x n grid; the border is copied.
__kernel void stencil(__global const float *in, __global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  int at = y * n + x;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1)
    out[at] = in[at];
  else
    out[at] = 0.2f * (in[at] + in[at - 1] + in[at + 1] + in[at - n] + in[at + n]);
}
