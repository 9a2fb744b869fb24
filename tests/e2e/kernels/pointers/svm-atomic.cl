//lockstep: race atomic-plain inter-group global svm-atomic.cl:11 svm-atomic.cl:13
//kernel: count
//launch: kernel=link global=1 local=1 arg=0:finesvm,64,zeros:long
//launch: kernel=count global=32 local=1 arg=0:keep:0
typedef struct { global int *counter; int pad[2]; int here; } Head;
kernel void link(global Head *h) {
  h->counter = &h->here;
}
kernel void count(global Head *h) {
  if (get_global_id(0) == 0)
    *h->counter = 0;
  else
    atomic_inc(h->counter);
}
//covers: pointers-in-memory
