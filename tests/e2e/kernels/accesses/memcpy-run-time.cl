//lockstep: race read-write inter-group global memcpy-run-time.cl:8 memcpy-run-time.cl:9
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,iota:char arg=1:buffer,1024,zeros:char arg=2:buffer,64,iota:int
//at: 7..7 40..40 73..73 106..106 139..139 172..172 205..205 238..238 271..271 304..304 337..337 370..370 403..403 436..436 469..469 502..502
//outputs: any, the reads may come before or after the writes
// The last byte that each copy reads is written by a neighbour.
kernel void k(global char *a, global char *b, global int *sizes) {
  int i = get_global_id(0), n = 8 + sizes[i];
  __builtin_memcpy(b + 32 * i, a + 32 * i, n);
  a[32 * (i ^ 1) + 7 + sizes[i ^ 1]] = 1;
}
//covers: memcpy-run-time
