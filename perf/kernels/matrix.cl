// Dense matrices, all n x n, row by row.

__kernel void matmul(__global const float *a, __global const float *b, __global float *c, int n) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

#define TILE 16
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void matmul_tiled(
    __global const float *a, __global const float *b, __global float *c, int n) {
  __local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  int col = get_global_id(0), row = get_global_id(1);
  int x = get_local_id(0), y = get_local_id(1);
  float sum = 0;
  for (int t = 0; t < n / TILE; ++t) {
    tile_a[y][x] = a[row * n + t * TILE + x];
    tile_b[y][x] = b[(t * TILE + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[k][x];
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  c[row * n + col] = sum;
}

// Each work-item computes 4 x 4 results, kept in registers, from tiles of 32 x 16 and 16 x 32.
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void matmul_register(
    __global const float *a, __global const float *b, __global float *c, int n) {
  __local float tile_a[32][17], tile_b[16][32];
  int x = get_local_id(0), y = get_local_id(1), lid = y * 8 + x;
  int first_col = get_group_id(0) * 32, first_row = get_group_id(1) * 32;
  float sum[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) sum[i][j] = 0;
  for (int t = 0; t < n; t += 16) {
    for (int i = lid; i < 512; i += 64) {
      tile_a[i / 16][i % 16] = a[(first_row + i / 16) * n + t + i % 16];
      tile_b[i / 32][i % 32] = b[(t + i / 32) * n + first_col + i % 32];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += tile_a[y + 8 * i][k] * tile_b[k][x + 8 * j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) c[(first_row + y + 8 * i) * n + first_col + x + 8 * j] = sum[i][j];
}

// Transposes by tiles, rows of a tile padded against bank conflicts.
__kernel void transpose(__global const float *in, __global float *out, int n) {
  __local float tile[16][17];
  uint x = get_local_id(0), y = get_local_id(1);
  uint column = get_group_id(0) * 16, row = get_group_id(1) * 16;
  tile[y][x] = in[(row + y) * n + column + x];
#ifndef RACY
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[(column + y) * n + row + x] = tile[x][y];
}

// LU decomposition in place, one step k: first the column below the pivot, then the rest.
__kernel void lud_column(__global float *m, int n, int k) {
  int row = k + 1 + get_global_id(0);
  if (row < n) m[row * n + k] /= m[k * n + k];
}

__kernel void lud_rest(__global float *m, int n, int k) {
  int col = k + 1 + get_global_id(0), row = k + 1 + get_global_id(1);
  if (row < n && col < n) m[row * n + col] -= m[row * n + k] * m[k * n + col];
}

// Shortest ways between all, by way of k (Floyd and Warshall). Nobody improves a way from or to k itself.
__kernel void floyd(__global int *ways, int n, int k) {
  int to = get_global_id(0), from = get_global_id(1);
  int through = ways[from * n + k] + ways[k * n + to];
  if (through < ways[from * n + to]) ways[from * n + to] = through;
}

// Matrix times vector, a group for each row.
__kernel void gemv(__global const float *a, __global const float *x, __global float *y, int n) {
  __local float sums[64];
  int lid = get_local_id(0), row = get_group_id(0);
  float sum = 0;
  for (int i = lid; i < n; i += get_local_size(0)) sum += a[row * n + i] * x[i];
  sums[lid] = sum;
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s) sums[lid] += sums[lid + s];
  }
  if (lid == 0) y[row] = sums[0];
}

// Each group factors a matrix of its own of 16 x 16 (Cholesky) in local memory, a work-item for each row.
__kernel void cholesky(__global const float *in, __global float *out) {
  __local float m[16][17];
  int row = get_local_id(0);
  __global const float *mine = in + get_group_id(0) * 256;
  for (int i = 0; i < 16; ++i) m[i][row] = mine[i * 16 + row];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 16; ++k) {
    if (row == k) m[k][k] = sqrt(m[k][k]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row > k) m[row][k] /= m[k][k];
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (row > k)
      for (int col = k + 1; col <= row; ++col) m[row][col] -= m[row][k] * m[col][k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 16; ++i) out[get_group_id(0) * 256 + i * 16 + row] = row <= i ? m[i][row] : 0.0f;
}
