// switch, goto, short circuits, loops with several back edges, helpers called from several places.

// flattened
kernel void cases(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = l;
  tmp[l] = in[get_group_id(0)];
  switch (tmp[l]) {
    case 0:
    case 1:
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += 1;
    case 2:
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[l] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += tmp[l ^ 1];
      break;
    case 3:
      out[g] = 33;
      return;
    case 5:
      sum = 55;
      break;
    default:
      barrier(CLK_GLOBAL_MEM_FENCE);
      sum += 7;
  }
  out[g] = sum + 1;
}

// flattened
kernel void short_circuit(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1;
  tmp[l] = in[1];
  int a = tmp[l];
  tmp[l] = in[2];
  int b = tmp[l];
  for (int i = 0; (i < a && i < 6) || (i < b && (i & 1)); i++) {
    tmp[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[l ^ 1] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if ((a > 2 && b > 2) || (a < 2 && in[l] >= 0)) {
    tmp[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[l ^ 3];
  }
  out[g] = sum;
}

// flattened
kernel void jumps(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1, i = 0;
again:
  tmp[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += tmp[l ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = in[i++];
  if (tmp[l] < 3) goto again;
  if (tmp[l] == 3) {
    if (i < 9) goto again;
    goto out;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += 100;
out:
  out[g] = sum;
}

// The second half of a loop is entered from outside: two entries. PoCL itself aborts on it.
// flattened
// like: reducible
kernel void irreducible(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1, i = 0;
  tmp[l] = in[get_group_id(0)];
  if (tmp[l] > 3) goto middle;
top:
  tmp[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += tmp[l ^ 1];
middle:
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += i;
  if (i++ < 4) goto top;
  out[g] = sum;
}

// flattened
kernel void reducible(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1, i = 0;
  bool first = true;
  tmp[l] = in[get_group_id(0)];
  bool skip = tmp[l] > 3;
  do {
    if (!first || !skip) {
      tmp[l] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += tmp[l ^ 1];
    }
    first = false;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += i;
  } while (i++ < 4);
  out[g] = sum;
}

// flattened
kernel void shared_header(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = 1, i = 0;
  while (i < 12) {
    i++;
    tmp[l] = in[i];
    if (tmp[l] < 2) continue;
    tmp[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[l ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = in[i];
    if (tmp[l] < 5) continue;
    sum ^= i;
  }
  out[g] = sum;
}

int exchange(local int *tmp, int l, int value, int early) {
  if (early) return value;
  tmp[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = tmp[l ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  return other;
}

int twice(local int *tmp, int l, int value, int early) {
  return exchange(tmp, l, value, 0) + exchange(tmp, l, value + 1, early);
}

// flattened
kernel void helpers(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0), sum = l;
  for (int i = 0; i < 3; i++) {
    tmp[l] = in[i];
    int early = tmp[l] > 3;
    sum += twice(tmp, l, sum, early);
    if (early) sum += exchange(tmp, l, i, 0);
  }
  out[g] = sum + twice(tmp, l, 5, 0);
}

// Pointers that live across barriers and move through loops keep their object.
// flattened
kernel void pointers(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0);
  global int *p = out + g;
  local int *q = tmp + l;
  global const int *r = in + l;
  tmp[l] = 4;
  int bound = tmp[l];
  for (int i = 0; i < bound; i++) {
    *q = *r++;
    barrier(CLK_LOCAL_MEM_FENCE);
    *p += tmp[l ^ 1] + 1;
    p += get_global_size(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    q = tmp + (l + i + 1) % get_local_size(0);
  }
}

typedef struct { int a[3]; float4 v; } pair;
// Private memory that stays in memory, vectors, doubles of all kinds live across barriers.
// flattened
kernel void values(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), g = get_global_id(0);
  pair p;
  for (int i = 0; i < 3; i++) p.a[i] = in[l + i];
  p.v = (float4)(l, 1, 2, 3);
  uchar c = (uchar)(in[l] * 40);
  long wide = (long)g << 33;
  tmp[l] = in[get_group_id(0)];
  bool odd = tmp[l] & 1;
  if (odd) barrier(CLK_LOCAL_MEM_FENCE);
  p.a[in[l] % 3] += 5;
  p.v.yz = p.v.zy * 2.0f;
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  out[g] = p.a[0] + p.a[1] * 10 + p.a[2] * 100 + c + (int)(wide >> 33) +
           (int)dot(p.v, (float4)(1, 2, 3, 4)) + odd;
}

// Two dimensions, a last group that is smaller is not needed for a barrier to be shared.
// launch: global=16,4 local=8,2
// flattened
kernel void plane(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0) + 8 * get_local_id(1);
  int g = get_global_id(0) + 16 * get_global_id(1);
  tmp[l] = in[get_group_id(0) + 2 * get_group_id(1)];
  int bound = tmp[l], sum = 0;
  for (int i = 0; i < bound; i++) {
    tmp[l] = l + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[15 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = sum + 1;
}
