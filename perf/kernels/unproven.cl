// The work of other kernels here, in which nothing proves that a group meets its barriers together,
// although it does: they are rewritten (docs/barriers.md, section 3), their siblings are not.

// reduction of blocks.cl, with the guard that programs use to round their sizes up.
__kernel void reduction_guarded(__global const float *in, __global float *out, __local float *scratch,
                                uint n) {
  if (get_global_id(0) >= n) return;
  size_t lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s) scratch[lid] += scratch[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}

#define TILE 16
// matmul_tiled of matrix.cl, likewise.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void matmul_guarded(
    __global const float *a, __global const float *b, __global float *c, int n) {
  __local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  int col = get_global_id(0), row = get_global_id(1);
  int x = get_local_id(0), y = get_local_id(1);
  if (col >= n || row >= n) return;
  float sum = 0;
  for (int t = 0; t < n / TILE; ++t) {
    tile_a[y][x] = a[row * n + t * TILE + x];
    tile_b[y][x] = b[(t * TILE + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
}

// scan of blocks.cl, in which each work-item finds out by itself how often it goes round.
__kernel void scan_counted(__global const float *in, __global float *out) {
  __local float sums[2][256];
  uint lid = get_local_id(0), from = 0;
  sums[0][lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint end = 256 + (get_global_id(0) >> 31);
  for (uint distance = 1; distance < end; distance *= 2) {
    float sum = sums[from][lid];
    if (lid >= distance) sum += sums[from][lid - distance];
    sums[1 - from][lid] = sum;
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sums[from][lid];
}

// stencil_local of stencils.cl; the number of steps stands where the result will.
__kernel void stencil_counted(__global const float *in, __global float *out) {
  __local float row[256];
  uint lid = get_local_id(0);
  row[lid] = in[get_global_id(0)];
  int steps = 4 + (out[get_global_id(0)] > 1e6f);
  for (int step = 0; step < steps; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    float left = row[max(lid, 1u) - 1], here = row[lid], right = row[min(lid + 1, 255u)];
    barrier(CLK_LOCAL_MEM_FENCE);
    row[lid] = 0.25f * left + 0.5f * here + 0.25f * right;
  }
  out[get_global_id(0)] = row[lid];
}

// Each takes the largest of its neighbours' values until nothing changes in its group.
__kernel void converge(__global const int *in, __global int *out, __global const int *next) {
  __local int values[256], changed;
  uint lid = get_local_id(0);
  int mine = in[get_global_id(0)], other = next[get_global_id(0)];
  values[lid] = mine;
  do {
    barrier(CLK_LOCAL_MEM_FENCE);
    int seen = values[other];
    if (lid == 0) changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (seen > mine) {
      values[lid] = mine = seen;
      atomic_or(&changed, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (changed);
  out[get_global_id(0)] = mine;
}
