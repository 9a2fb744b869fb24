// Structured flow whose conditions are equal for the group but not provably so: `in` is copied
// through local memory first.

// flattened
kernel void branch(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0);
  tmp[l] = in[get_group_id(0)];
  if (tmp[l] > 3) {
    tmp[l] = l * 3 + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = tmp[(l + 1) % get_local_size(0)];
  } else {
    out[g] = g + 1;
  }
}

// flattened
kernel void loop_bound(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0);
  tmp[l] = in[get_group_id(0)] + 1;
  int bound = tmp[l], sum = 1;
  for (int i = 0; i < bound; i++) {
    tmp[l] = sum + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[(l + i) % get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = sum;
}

// flattened
kernel void do_while(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), i = 0, sum = l;
  do {
    tmp[l] = sum + in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[get_local_size(0) - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = in[get_group_id(0)];
  } while (++i < tmp[l]);
  out[g] = sum;
}

// flattened
kernel void nested(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1;
  tmp[l] = 3;
  int three = tmp[l];
  for (int i = 0; i < three; i++) {
    for (int j = 0; j <= i; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[l] = sum + j;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += tmp[(l + i + j) % get_local_size(0)];
    }
    if (in[l] > 4) sum++;
    for (int j = 0; j < in[l]; j++) sum ^= j;
  }
  out[g] = sum;
}

// flattened
kernel void break_continue(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1;
  for (int i = 0; i < 20; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = in[i];
    if (tmp[l] == 3) continue;
    while (true) {
      sum += tmp[l];
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[l] = sum & 1023;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += tmp[(l + 3) % get_local_size(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[l] = in[i + 1];
      if (tmp[l] < 6) break;
      i++;
    }
    tmp[l] = in[i + 2];
    if (tmp[l] == 5) break;
  }
  out[g] = sum;
}

// flattened
kernel void returns(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0);
  out[g] = 1;
  tmp[l] = in[get_group_id(0)];
  int way = tmp[l];
  if (way == 1) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = g;
  if (way < 4) {
    out[g] = 2;
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tmp[l ^ 1];
}

// A divergent branch without a barrier in it does no harm.
// uniform
kernel void around(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1;
  for (int i = 0; i < n; i++) {
    if (in[g] > i) sum += i;
    tmp[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[(l + 1) % get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = sum;
}

// Conditions from arguments that the kernel never writes.
// uniform
kernel void frozen(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1;
  if (in[get_group_id(0)] & 1) barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < in[n]; i++) {
    tmp[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[(l + 1) % get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = sum;
}

// Provably uniform, too, but PoCL 3.1 compiles some barriers in a branch in a loop wrongly.
// flattened
kernel void frozen_branch_in_loop(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1;
  for (int i = 0; i < in[n]; i++) {
    tmp[l] = sum;
    if (in[get_group_id(0)] & 1) barrier(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[(l + 1) % get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = sum;
}
