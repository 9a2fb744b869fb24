//lockstep: race wrong-fence-flag intra-group global generic-list.cl:18 generic-list.cl:13
//twin: -DGENERIC -cl-std=CL2.0
//launch: kernel=k global=8 local=8 arg=0:buffer,128,zeros:int arg=1:buffer,32,zeros:int
//outputs: any, the driver knows no generic pointers and gets another kernel
// A list whose nodes lie in local and in global memory.
#ifdef GENERIC
typedef struct Node { int value; struct Node *next; } Node;
kernel void k(global Node *a, global int *out) {
  local Node t[8];
  int l = get_local_id(0), sum = 0;
  t[l].value = l;
  t[l].next = l % 2 ? (Node *)(a + l) : (Node *)(t + (l + 1) % 8);
  a[l].value = 100 + l;
  a[l].next = (Node *)(t + (l + 2) % 8);
  barrier(CLK_LOCAL_MEM_FENCE);
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
kernel void k(global int *a, global int *out) {}
#endif
//covers: generic-pointers
