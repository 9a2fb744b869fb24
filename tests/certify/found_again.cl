// Kernels with mistakes that each equal launch has, too, or may not have; found_again.py launches them.

kernel void neighbours(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i] = out[(i + 1) % get_global_size(0)] + 1;
}

kernel void pairs(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i / 2] = i;
}

kernel void wrong_flag(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) > 0) out[64 + i] = out[i - 1];
}

// The lists say which statements race: the second one does not in the first launches.
kernel void listed(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  if (data[i] > 32)
    out[100] = i;
  else
    out[data[i] / 2] = i;
}

kernel void by_scalar(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i / 2] = i;
  if (n > 5) out[100] = i;
}

// Two writes of what is in `data`: of different values, all of them; of one value at first; of one value by the last
// two; of one value at another statement than the one that races; of one value between groups alone.
kernel void different(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i / 2] = data[i];
}

kernel void equal_first(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i / 2] = data[i];
}

kernel void partly(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i / 2] = data[i];
}

kernel void another_statement(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i / 2] = i;
  out[64 + i / 2] = data[i];
}

kernel void between_groups(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i < 16 ? i / 2 : 100] = data[i];
}

kernel void parts(global int *out, global const int *data, int n) {
  int i = get_global_id(0);
  out[i / 2] = i;
  if (get_local_id(0) < 8) barrier(CLK_GLOBAL_MEM_FENCE);
}
