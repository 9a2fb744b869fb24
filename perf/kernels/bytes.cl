// Elements of one byte: images and texts.

__kernel void threshold(__global const uchar *in, __global uchar *out, uchar least) {
  size_t i = get_global_id(0);
  out[i] = in[i] >= least ? 255 : 0;
}

__kernel void gray(__global const uchar4 *in, __global uchar *out) {
  size_t i = get_global_id(0);
  uchar4 p = in[i];
  out[i] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8;
}

// Edges of an n x n image; the border is left alone.
__kernel void sobel(__global const uchar *in, __global uchar *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
  __global const uchar *p = in + y * n + x;
  int h = p[1 - n] + 2 * p[1] + p[1 + n] - p[-1 - n] - 2 * p[-1] - p[n - 1];
  int v = p[n - 1] + 2 * p[n] + p[n + 1] - p[-1 - n] - 2 * p[-n] - p[1 - n];
  out[y * n + x] = min(abs(h) + abs(v), 255u);
}

// The median of 3 x 3 pixels, coordinates clamped to the image.
__kernel void median(__global const uchar *in, __global uchar *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  uchar v[9];
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      v[(dy + 1) * 3 + dx + 1] = in[clamp(y + dy, 0, n - 1) * n + clamp(x + dx, 0, n - 1)];
  for (int i = 0; i < 5; ++i)
    for (int k = i + 1; k < 9; ++k) {
      uchar low = min(v[i], v[k]);
      v[k] = max(v[i], v[k]);
      v[i] = low;
    }
  out[y * n + x] = v[4];
}

// One generation of Conway's life on a torus of n x n cells, n a power of two.
__kernel void life(__global const uchar *in, __global uchar *out, int n) {
  int x = get_global_id(0), y = get_global_id(1), alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) alive += in[((y + dy) & (n - 1)) * n + ((x + dx) & (n - 1))];
  int self = in[y * n + x];
  out[y * n + x] = alive == 3 || (self && alive == 4);
}

// Where the text continues with the pattern, and how often.
__kernel void string_search(__global const uchar *text, __global uchar *found, __global int *count, uint length,
                            __constant uchar *pattern) {
  size_t i = get_global_id(0);
  uint same = 0;
  while (same < length && (text[i + same] & 3) == pattern[same]) ++same;
  found[i] = same == length;
  if (same == length) atomic_inc(count);
}

// transpose of matrix.cl, of bytes.
__kernel void bytes_transpose(__global const uchar *in, __global uchar *out, int n) {
  __local uchar tile[16][20];
  uint x = get_local_id(0), y = get_local_id(1);
  uint column = get_group_id(0) * 16, row = get_group_id(1) * 16;
  tile[y][x] = in[(row + y) * n + column + x];
#ifndef RACY
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[(column + y) * n + row + x] = tile[x][y];
}
