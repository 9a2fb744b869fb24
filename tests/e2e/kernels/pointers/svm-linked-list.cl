//lockstep: race write-write inter-group global svm-linked-list.cl:14 svm-linked-list.cl:14
//kernel: walk
//launch: kernel=link global=32 local=1 arg=0:svm,512,zeros:long
//launch: kernel=walk global=8 local=1 arg=0:keep:0 arg=1:buffer,32,zeros:int
typedef struct Node { int value; global struct Node *next; } Node;
kernel void link(global Node *nodes) {
  int i = get_global_id(0);
  nodes[i].value = 0;
  nodes[i].next = i % 4 == 3 ? 0 : nodes + i + 1;
}
kernel void walk(global Node *nodes, global int *out) {
  int i = get_global_id(0), n = 0;
  for (global Node *p = nodes + 4 * (i / 2); p; p = p->next) {
    p->value = i;
    ++n;
  }
  out[i] = n;
}
//covers: pointers-in-memory
