// Where a work-item goes depends on data.

// Sparse matrix times vector, rows compressed, one work-item a row.
__kernel void spmv(__global const int *starts, __global const int *columns, __global const float *values,
                   __global const float *x, __global float *y) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

// Sparse rows the other way round: each sends its elements to places of their own, which lists name.
__kernel void scatter_rows(__global const int *starts, __global const int *places, __global const float *values,
                           __global float *out) {
  int row = get_global_id(0);
  for (int i = starts[row]; i < starts[row + 1]; ++i) out[places[i]] = 0.5f * values[i];
}

// The nearest of `clusters` centres for each point of 4 features.
__kernel void kmeans(__global const float *points, __global const float *centres, __global int *nearest, int n,
                     int clusters) {
  int point = get_global_id(0), best = 0;
  float least = MAXFLOAT;
  for (int c = 0; c < clusters; ++c) {
    float distance = 0;
    for (int f = 0; f < 4; ++f) {
      float d = points[f * n + point] - centres[c * 4 + f];
      distance += d * d;
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  nearest[point] = best;
}

// One level of a search in breadth: nodes of this level mark their neighbours for the next. Several nodes
// may mark the same one: atomically, since two writes of one value are a race, too.
__kernel void bfs(__global const int *edges, __global int *levels, int degree, int level) {
  int node = get_global_id(0);
  if (atomic_or(&levels[node], 0) != level) return;
  for (int i = 0; i < degree; ++i) atomic_cmpxchg(&levels[edges[node * degree + i]], -1, level + 1);
}

// Alignment of two sequences (Needleman and Wunsch): scores of one diagonal of 16 x 16 tiles; row and
// column 0 of the (n + 1) x (n + 1) scores are the border.
__kernel void needleman_wunsch(__global const int *similarity, __global int *scores, int n, int penalty,
                               int diagonal, int first) {
  __local int tile[17][17];
  int lid = get_local_id(0), tile_x = first + get_group_id(0), tile_y = diagonal - tile_x;
  int left = tile_x * 16, top = tile_y * 16, width = n + 1;
  if (lid == 0) tile[0][0] = scores[top * width + left];
  tile[lid + 1][0] = scores[(top + lid + 1) * width + left];
  tile[0][lid + 1] = scores[top * width + left + lid + 1];
  for (int step = 0; step < 31; ++step) {
    int x = lid + 1, y = step - lid + 1;
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (y >= 1 && y <= 16) {
      int match = tile[y - 1][x - 1] + similarity[(top + y - 1) * n + left + x - 1];
      tile[y][x] = max(match, max(tile[y][x - 1], tile[y - 1][x]) - penalty);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int y = 1; y <= 16; ++y) scores[(top + y) * width + left + lid + 1] = tile[y][lid + 1];
}

// Forces between atoms (Lennard-Jones): each walks the list of its neighbours.
__kernel void lennard_jones(__global const float4 *positions, __global const int *lists, __global float4 *forces,
                            int n, int neighbours) {
  int atom = get_global_id(0);
  float4 here = positions[atom];
  float4 force = (float4)(0.0f);
  for (int k = 0; k < neighbours; ++k) {
    float4 d = positions[lists[k * n + atom]] - here;
    float square = d.x * d.x + d.y * d.y + d.z * d.z + 0.5f;
    float inverse = 1.0f / (square * square * square);
    force += d * (inverse * (inverse - 0.5f));
  }
  forces[atom] = force;
}

// Odd elements into one list: a group counts its own, takes that many places and fills them.
__kernel void compact(__global const int *in, __global int *kept, __global int *count) {
  __local int places[256], base;
  int lid = get_local_id(0), size = get_local_size(0), value = in[get_global_id(0)], keep = value & 1;
  places[lid] = keep;
  for (int step = 1; step < size; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int left = lid >= step ? places[lid - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    places[lid] += left;
  }
  if (lid == size - 1) base = atomic_add(count, places[lid]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (keep) kept[base + places[lid] - 1] = value;
}

// The sum of what was kept, a number of elements that only the device knows.
__kernel void compact_sum(__global const int *kept, __global const int *count, __global int *sum) {
  int total = 0;
  for (int i = get_global_id(0); i < count[0]; i += get_global_size(0)) total += kept[i];
  atomic_add(sum, total);
}

// Persistent groups draw tiles of 1024 elements until there are no more.
__kernel void tile_queue(__global const float *in, __global float *out, volatile __global uint *next, uint tiles) {
  __local uint drawn;
  uint lid = get_local_id(0), size = get_local_size(0);
  for (;;) {
    if (lid == 0) drawn = atomic_inc(next);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint tile = drawn;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tile >= tiles) break;
    for (uint i = lid; i < 1024; i += size) {
      float x = in[tile * 1024 + i];
      out[tile * 1024 + i] = sqrt(x) * x + 1.0f;
    }
  }
}

// One round of page rank, each page pulling from those that link to it.
__kernel void page_rank(__global const int *starts, __global const int *from, __global const float *old,
                        __global float *ranks) {
  int page = get_global_id(0);
  float sum = 0;
  for (int i = starts[page]; i < starts[page + 1]; ++i) sum += old[from[i]];
  ranks[page] = 0.15f + 0.2f * sum;
}

// Counts straight into global memory.
__kernel void histogram_global(__global const int *in, __global int *bins, int mask) {
  atomic_inc(&bins[in[get_global_id(0)] & mask]);
}
