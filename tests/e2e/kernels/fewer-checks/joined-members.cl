//lockstep: race read-write inter-group global joined-members.cl:9 joined-members.cl:12
//launch: kernel=k global=32 local=4 arg=0:buffer,512,zeros:int arg=1:buffer,128,zeros:int
//at: 4..7 20..23 36..39 52..55 68..71 84..87 100..103 116..119 132..135 148..151 164..167 180..183 196..199 212..215 228..231 244..247 260..263 276..279 292..295 308..311 324..327 340..343 356..359 372..375 388..391 404..407 420..423 436..439 452..455 468..471 484..487 500..503
//outputs: any, the read may come before or after the neighbour's write
struct point { int x, y, z, w; };
kernel void k(global struct point *p, global int *out) {
  int i = get_global_id(0);
  p[i].x = i;
  p[i].y = i + 1;
  p[i].z = i + 2;
  p[i].w = i + 3;
  out[i] = p[(i + 4) % 32].y;
}
//covers: merged-neighbours
