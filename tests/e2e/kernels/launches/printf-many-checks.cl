//lockstep: race read-write intra-group global printf-many-checks.cl:17 printf-many-checks.cl:18
//launch: kernel=k global=64 local=64 arg=0:buffer,8448,zeros:int arg=1:buffer,8192,zeros:int
//items: 3,0,0 2,0,0
//at: 8204..8207
// So many checks are calls of one function in the kernel, which PoCL looks through for what prints.
kernel void k(global int *a, global const int *b) {
  const size_t i = get_global_id(0);
  global int *row = a + i * 32;
  global const int *at = b + i * 32;
  row[at[0]] = 0; row[at[1]] = 1; row[at[2]] = 2; row[at[3]] = 3;
  row[at[4]] = 4; row[at[5]] = 5; row[at[6]] = 6; row[at[7]] = 7;
  row[at[8]] = 8; row[at[9]] = 9; row[at[10]] = 10; row[at[11]] = 11;
  row[at[12]] = 12; row[at[13]] = 13; row[at[14]] = 14; row[at[15]] = 15;
  row[at[16]] = 16; row[at[17]] = 17; row[at[18]] = 18; row[at[19]] = 19;
  row[at[20]] = 20; row[at[21]] = 21; row[at[22]] = 22; row[at[23]] = 23;
  row[at[24]] = 24; row[at[25]] = 25; row[at[26]] = 26; row[at[27]] = 27;
  a[2048 + i] = i;
  if (i == 2) printf("%d\n", a[2048 + 3]);
}
