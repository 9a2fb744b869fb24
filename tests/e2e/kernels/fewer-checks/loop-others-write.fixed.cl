//lockstep: clean
//launch: kernel=k global=8 local=4 arg=0:buffer,32,value:5:int arg=1:buffer,32,zeros:int
//options: --warn=irregular-loop
// Each work-item has an element of its own: nobody else can change the answer.
int more(global int *count) { return *count > 0; }
kernel void k(global int *count, global int *out) {
  int n = 0;
  while (more(count + get_global_id(0))) {
    ++n;
    count[get_global_id(0)] -= 1;
  }
  out[get_global_id(0)] = n;
}
//covers: loop-own-memory
