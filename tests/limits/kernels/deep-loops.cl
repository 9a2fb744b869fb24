//says: barrier in 12 nested loops, at most 11 can be followed
//launch: kernel=k global=4 local=4 arg=0:buffer,4*int,iota:int
#define LOOP(i) for (int i = 0; i < a[l]; ++i) { barrier(CLK_GLOBAL_MEM_FENCE);
kernel void k(global int *a) {
  int l = get_local_id(0);
  LOOP(b) LOOP(c) LOOP(d) LOOP(e) LOOP(f) LOOP(g) LOOP(h) LOOP(i) LOOP(j) LOOP(m) LOOP(n) LOOP(o)
  barrier(CLK_GLOBAL_MEM_FENCE);
  }}}}}}}}}}}}
}
