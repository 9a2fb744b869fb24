//lockstep: race read-write intra-group local joined-updates.cl:11 joined-updates.cl:13
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int
//at: 4..7 16..19 28..31 40..43 52..55 64..67 76..79 88..91 100..103 112..115 124..127 136..139 148..151 160..163 172..175 184..187 196..199 208..211 220..223 232..235 244..247 256..259 268..271 280..283 292..295 304..307 316..319 328..331 340..343 352..355 364..367 376..379
//outputs: any, the read may come before or after the neighbour's write
kernel void k(global int *out) {
  local int l[96];
  int i = get_local_id(0);
  l[3 * i] = l[3 * i + 1] = l[3 * i + 2] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  l[3 * i] += 1;
  l[3 * i + 1] += 2;
  l[3 * i + 2] += 3;
  out[i] = l[3 * ((i + 1) % 32) + 1];
}
//covers: merged-neighbours
