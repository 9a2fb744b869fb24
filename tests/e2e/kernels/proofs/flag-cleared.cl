//lockstep: race write-write inter-group global flag-cleared.cl:12 flag-cleared.cl:12
//launch: kernel=k global=64 local=16 arg=0:buffer,128,zeros:int arg=1:int:48
//pruned: 0
//outputs: any, the race decides them
// The flag is cleared for too few.
kernel void k(global int *out, int most) {
  int i = get_global_id(0), ok = 1;
  if (i < 0) ok = 0;
  if (i >= most) ok = 0;
  float weight = 1.0f / (1 + i);
  for (int round = 0; round < 3; ++round) weight = weight * 0.5f + i % 7;
  if (ok) out[i & 31] = i + (int)weight;
}
