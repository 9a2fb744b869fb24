// What the group decides together although each work-item has a number of its own: whether its tile is below a bound
// that is a multiple of the tile's size (instrument/analysis/tiles.h).
// RUN: %source_ll %s | lockstep-opt --passes=prepare,lower-builtins,print-uniformity - 2>&1 | FileCheck %s

// CHECK-LABEL: kernel gemm
kernel __attribute__((reqd_work_group_size(8, 4, 1))) void gemm(global int *out, int m, int n) {
  const int x = get_local_id(0) * 4 + get_group_id(0) * 32;
  const int y = get_local_id(1) * 4 + get_group_id(1) * 16;
  // CHECK: branch [[#@LINE+1]]:7: uniform: decided by argument `m`, get_group_id
  if (x < m / 32 * 32) out[0] = 1;
  // CHECK: branch [[#@LINE+1]]:7: uniform
  if (m / 32 * 32 + 31 < x) out[1] = 1;
  // CHECK: branch [[#@LINE+1]]:7: uniform
  if (y >= n << 4) out[2] = 1;
  // CHECK: branch [[#@LINE+1]]:7: uniform
  if (x >> 5 < n) out[3] = 1;
  // CHECK: branch [[#@LINE+1]]:7: uniform
  if ((x & ~31) == n) out[4] = 1;
  // A bound in the middle of a tile, a tile of half the size, the wrong way round.
  // CHECK: branch [[#@LINE+1]]:7: divergent: the branch at [[#@LINE+1]]:7 depends on get_local_id
  if (x < m) out[5] = 1;
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (x < m / 16 * 16) out[6] = 1;
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (x <= m / 32 * 32) out[7] = 1;
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (x >> 4 < n) out[8] = 1;
  // A quotient that rounds towards zero parts the negative ones of a tile.
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (x / 32 < n) out[9] = 1;
}

// All work-items go round together, each with a number of its own in the tile of the iteration.
// CHECK-LABEL: kernel strides
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void strides(global int *out, int n, int step) {
  // CHECK: branch [[#@LINE+1]]:3: uniform
  for (int i = get_local_id(0); i < n * 64; i += 64) {
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  int i = get_local_id(0);
  // CHECK: branch [[#@LINE+1]]:3: uniform
  for (; i < n * 64; i += 64) {
    // CHECK: branch [[#@LINE+1]]:9: divergent
    if (out[i]) break;
  }
  // Left in different iterations.
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (i < n * 64) out[1] = 1;
  // CHECK: branch [[#@LINE+1]]:3: divergent
  for (i = get_local_id(0); i < n * 64; i += step) out[2] = 1;
}

// Nobody says how large a group is: only a remainder has a bound.
// CHECK-LABEL: kernel unknown
kernel void unknown(global int *out, int m) {
  const int x = get_local_id(0) * 4 + get_group_id(0) * 32;
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (x < m / 32 * 32) out[0] = 1;
  // CHECK: branch [[#@LINE+1]]:7: uniform
  if (get_local_id(0) % 8 + get_group_id(0) * 8 < (ulong)m * 8) out[2] = 1;
}
