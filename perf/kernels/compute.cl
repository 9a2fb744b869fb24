// Much arithmetic on little memory.

// Accelerations of n bodies, tile by tile of 256.
__kernel void nbody(__global const float4 *bodies, __global float4 *accelerations, int n) {
  __local float4 tile[256];
  uint lid = get_local_id(0);
  float4 self = bodies[get_global_id(0)], sum = 0;
  for (int first = 0; first < n; first += 256) {
    tile[lid] = bodies[first + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 256; ++i) {
      float4 d = tile[i] - self;
      float square = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
      sum += d * (tile[i].w * native_rsqrt(square * square * square));
    }
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  accelerations[get_global_id(0)] = sum;
}

#pragma OPENCL FP_CONTRACT OFF
// Iterations until z * z + c leaves the circle of radius 2, at most 64. Every rounding counts: nothing is contracted.
__kernel void mandelbrot(__global int *counts, int n) {
  int px = get_global_id(0), py = get_global_id(1), count = 0;
  float step = 4.0f / n, cx = px * step - 2.5f, cy = py * step - 2.0f, x = 0, y = 0;
  for (; count < 64 && x * x + y * y <= 4; ++count) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  counts[py * n + px] = count;
}

#pragma OPENCL FP_CONTRACT ON
float normal(float x) { return 0.5f * erfc(-x * 0.70710678f); }

// Prices of European options (Black and Scholes), rate 2 %, volatility 30 %.
__kernel void black_scholes(__global const float *price, __global const float *strike, __global const float *years,
                            __global float *call, __global float *put) {
  size_t i = get_global_id(0);
  float s = 5 + 25 * price[i], k = 1 + 99 * strike[i], t = 0.25f + 9.75f * years[i];
  float spread = 0.3f * sqrt(t), d1 = (log(s / k) + (0.02f + 0.045f) * t) / spread, d2 = d1 - spread;
  float discounted = k * exp(-0.02f * t);
  call[i] = s * normal(d1) - discounted * normal(d2);
  put[i] = discounted * normal(-d2) - s * normal(-d1);
}

// 64 rounds of shifts, rotations and products on each word.
__kernel void hash(__global const uint *in, __global uint *out) {
  size_t i = get_global_id(0);
  uint x = in[i];
  for (uint round = 0; round < 64; ++round) {
    x ^= x >> 16;
    x = x * 0x85ebca6bu + round;
    x = rotate(x, 13u);
    x ^= popcount(x) << 3;
  }
  out[i] = x;
}

// Points in a quarter of a circle, of a generator for each work-item; groups add up what theirs found.
__kernel void monte_carlo(__global const uint *seeds, __global int *hits, int rounds) {
  __local int found[256];
  int lid = get_local_id(0), mine = 0;
  uint state = seeds[get_global_id(0)] * 2u + 1u;
  for (int i = 0; i < rounds; ++i) {
    state = state * 1664525u + 1013904223u;
    uint x = state >> 20;
    state = state * 1664525u + 1013904223u;
    uint y = state >> 20;
    mine += x * x + y * y < 4096 * 4096;
  }
  found[lid] = mine;
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s) found[lid] += found[lid + s];
  }
  if (lid == 0) hits[get_group_id(0)] = found[0];
}

// The cosine transform of blocks of 8 x 8, rows before columns; `cosines` is its matrix.
__kernel void dct(__global const float *in, __global float *out, __global const float *cosines, int n) {
  __local float block[8][8], rows[8][8];
  int x = get_local_id(0), y = get_local_id(1), at = get_global_id(1) * n + get_global_id(0);
  block[y][x] = in[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += block[y][i] * cosines[x * 8 + i];
  rows[y][x] = sum;
#ifndef RACY
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  sum = 0;
  for (int i = 0; i < 8; ++i) sum += rows[i][x] * cosines[y * 8 + i];
  out[at] = sum;
}
