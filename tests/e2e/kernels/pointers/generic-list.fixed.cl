//lockstep: clean
//twin: -DGENERIC -cl-std=CL2.0
//launch: kernel=k global=8 local=8 arg=0:buffer,128,zeros:int arg=1:buffer,32,zeros:int
#ifdef GENERIC
typedef struct Node { int value; struct Node *next; } Node;
kernel void k(global Node *a, global int *out) {
  local Node t[8];
  int l = get_local_id(0), sum = 0;
  t[l].value = l;
  t[l].next = l % 2 ? (Node *)(a + l) : (Node *)(t + (l + 1) % 8);
  a[l].value = 100 + l;
  a[l].next = (Node *)(t + (l + 2) % 8);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  Node *at = (Node *)(t + l);
  for (int j = 0; j < 5; ++j) {
    sum += at->value;
    at = at->next;
  }
  out[l] = sum;
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[l].next = 0;
}
#else
kernel void k(global int *a, global int *out) {
  int l = get_local_id(0), sum = 0, at = l, in_local = 1;
  a[4 * l] = 100 + l;
  for (int j = 0; j < 5; ++j) {
    sum += in_local ? at : 100 + at;
    if (!in_local)
      at = (at + 2) % 8, in_local = 1;
    else if (at % 2)
      in_local = 0;
    else
      at = (at + 1) % 8;
  }
  out[l] = sum;
}
#endif
