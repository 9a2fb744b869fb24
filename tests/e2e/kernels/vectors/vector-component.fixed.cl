//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,256,zeros:int
// Four work-items of four groups share each vector, each with a component of its own:
// a compiler that stores the whole vector must not make a race of it.
kernel void k(global int4 *v) {
  int i = get_global_id(0);
  switch (i & 3) {
    case 0: v[i / 4].x = i; break;
    case 1: v[i / 4].y = i; break;
    case 2: v[i / 4].z = i; break;
    default: v[i / 4].w = i;
  }
}
