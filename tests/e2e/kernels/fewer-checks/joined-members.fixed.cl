//lockstep: clean
//launch: kernel=k global=32 local=4 arg=0:buffer,512,zeros:int arg=1:buffer,128,zeros:int
struct point { int x, y, z, w; };
kernel void k(global struct point *p, global int *out) {
  int i = get_global_id(0);
  p[i].x = i;
  p[i].y = i + 1;
  p[i].z = i + 2;
  p[i].w = i + 3;
  out[i] = p[i].y;
}
