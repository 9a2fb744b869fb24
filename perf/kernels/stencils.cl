// Grids: each point depends on its neighbours.

// Five-point stencil on an n x n grid; the border is copied.
__kernel void stencil(__global const float *in, __global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  int at = y * n + x;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1)
    out[at] = in[at];
  else
    out[at] = 0.2f * (in[at] + in[at - 1] + in[at + 1] + in[at - n] + in[at + n]);
}

// Seven-point stencil on an n x n x n grid; the border is copied.
__kernel void stencil_3d(__global const float *in, __global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int at = (z * n + y) * n + x;
  if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1)
    out[at] = in[at];
  else
    out[at] = 0.1f * (in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + in[at - n * n] +
                      in[at + n * n]) + 0.4f * in[at];
}

// 5 x 5 convolution; a group of 16 x 16 loads its block with a halo of two. Outside is 0.
__kernel void convolution(__global const float *in, __constant float *weights, __global float *out, int n) {
  __local float block[20][20];
  int x = get_local_id(0), y = get_local_id(1);
  int left = get_group_id(0) * 16 - 2, top = get_group_id(1) * 16 - 2;
  for (int i = y * 16 + x; i < 400; i += 256) {
    int column = left + i % 20, row = top + i / 20;
    bool inside = column >= 0 && row >= 0 && column < n && row < n;
    block[i / 20][i % 20] = inside ? in[row * n + column] : 0.0f;
  }
#ifndef RACY
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  float sum = 0;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) sum += weights[j * 5 + i] * block[y + j][x + i];
  out[get_global_id(1) * n + get_global_id(0)] = sum;
}

// 3 x 3 sums in which neighbours beyond the edge are those at the edge; places are vectors, rows as far apart as they
// were allocated.
__kernel void box_clamped(__global const float *in, __global float *out, int2 size, int pitch) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (at.x >= size.x || at.y >= size.y) return;
  float sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) {
      int2 near = clamp(at + (int2)(i, j), (int2)(0), size - 1);
      sum += in[mad24(near.y, pitch, near.x)];
    }
#ifdef RACY
  pitch -= 64;
#endif
  out[mad24(at.y, pitch, at.x)] = sum;
}

// Four steps of a three-point stencil on a block kept in local memory; its edges stay.
__kernel void stencil_local(__global const float *in, __global float *out) {
  __local float row[256];
  uint lid = get_local_id(0);
  row[lid] = in[get_global_id(0)];
  for (int step = 0; step < 4; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    float left = row[max(lid, 1u) - 1], here = row[lid], right = row[min(lid + 1, 255u)];
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    row[lid] = 0.25f * left + 0.5f * here + 0.25f * right;
  }
  out[get_global_id(0)] = row[lid];
}

// Anisotropic diffusion in two kernels: gradients and coefficient of each point, then the update.
__kernel void srad_gradient(__global const float *image, __global float4 *gradient, __global float *coefficient,
                            int n, float q) {
  int x = get_global_id(0), y = get_global_id(1), at = y * n + x;
  float here = image[at];
  float4 d = (float4)(image[max(y - 1, 0) * n + x], image[min(y + 1, n - 1) * n + x],
                      image[y * n + max(x - 1, 0)], image[y * n + min(x + 1, n - 1)]) - here;
  float g = dot(d, d) / (here * here), l = (d.x + d.y + d.z + d.w) / here;
  float below = 1 + 0.25f * l;
  float size = (0.5f * g - l * l / 16) / (below * below);
  gradient[at] = d;
  coefficient[at] = clamp(1 / (1 + (size - q) / (q * (1 + q))), 0.0f, 1.0f);
}

__kernel void srad_update(__global float *image, __global const float4 *gradient,
                          __global const float *coefficient, int n) {
  int x = get_global_id(0), y = get_global_id(1), at = y * n + x;
  float here = coefficient[at], south = coefficient[min(y + 1, n - 1) * n + x],
        east = coefficient[y * n + min(x + 1, n - 1)];
  float4 d = gradient[at];
  image[at] += 0.125f * (here * d.x + south * d.y + here * d.z + east * d.w);
}

// Cheapest way down a grid of rows of n: 8 rows in a launch, each group with a halo of 8 to both sides.
__kernel void pathfinder(__global const int *wall, __global const int *before, __global int *after, int n,
                         int first_row) {
  __local int cost[2][256];
  int lid = get_local_id(0), x = (int)get_group_id(0) * 240 + lid - 8;
  int column = clamp(x, 0, n - 1), from = 0;
  cost[0][lid] = before[column];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = 0; row < 8; ++row) {
    int left = x > 0 ? max(lid - 1, 0) : lid, right = x < n - 1 ? min(lid + 1, 255) : lid;
    int best = min(cost[from][lid], min(cost[from][left], cost[from][right]));
    cost[1 - from][lid] = best + wall[(first_row + row) * n + column];
    from = 1 - from;
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  if (lid >= 8 && lid < 248 && x < n) after[x] = cost[from][lid];
}

// The last ring around a pixel in which something is bright, coordinates clamped. `bright` stays as it was if
// there is no ring, which only the launch's number rules out.
__kernel void rings(__global const float *in, __global float *out, int width, int height, int radius) {
  int x = get_global_id(0), y = get_global_id(1), bright, ring = 0;
  float sum = 0;
  for (int r = 1; r <= radius; ++r) {
    bright = 0;
    for (int k = -r; k <= r; ++k) {
      int nx = min(max(x + k, 0), width - 1), ny = min(max(y + r, 0), height - 1);
      float value = in[ny * width + nx];
      sum += value;
      if (value > 0.9f) bright = 1;
    }
    if (bright) ring = r;
  }
  if (!bright) sum = -sum;
  out[y * width + x] = sum + ring;
}

// A step of a lattice gas (Boltzmann): nine densities move to the next cell of a torus and relax there.
__kernel void lattice(__global const float *from, __global float *to, int n) {
  int x = get_global_id(0), y = get_global_id(1), cells = n * n;
  float f[9], sum = 0;
  for (int d = 0; d < 9; ++d) {
    int sx = (x - (d % 3 - 1) + n) % n, sy = (y - (d / 3 - 1) + n) % n;
    f[d] = from[d * cells + sy * n + sx];
    sum += f[d];
  }
  for (int d = 0; d < 9; ++d) to[d * cells + y * n + x] = 0.5f * f[d] + 0.5f * sum / 9.0f;
}
