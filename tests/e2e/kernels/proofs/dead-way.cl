//lockstep: race write-write intra-group global dead-way.cl:27 dead-way.cl:27
//lockstep: race write-write inter-group global dead-way.cl:27 dead-way.cl:27
//launch: kernel=k global=64 local=16 arg=0:buffer,4,zeros:uint arg=1:buffer,32768,zeros:uint arg=2:int:2 arg=3:int:2 arg=4:uint:9 arg=5:int:4 arg=6:int:128
//outputs: any, the race decides them
// What cannot be reached does not end the compiler.
void store(int valid, int n, global uint* count, global uint* out, int a, int b, uint max, bool finish) {
  const bool single = (a > 1 && b > 1);
  for (int t = 0; t < valid; t++)
    for (int k = 0; k < 32; k++)
      if (single)
        if (n == 128) {
          int base = atom_add(count, 4);
          if (base + 4 <= max) {}
        }
  if (n > 0 && finish) {  // never: a way that leads nowhere once the function is inlined
    int s = (n + 31) / 32;
    int base = atom_add(count, s);
    if (base + s <= max)
      for (int i = 0; i < s; i++)
        for (int j = 0; j < 32; j++) out[(base + i) * 32 + j] = 1;
  }
}
kernel void k(global uint* count, global uint* out, int a, int b, uint max, int m, int n) {
  for (int i = get_group_id(0); i < m; i += get_num_groups(0))
    for (int j = i + 1; j < 7; j++)
      if (j & 1) if (n == 128) store(n, n, count, out, a, b, max, false);
  out[get_global_id(0) / 12] = get_global_id(0);
}
