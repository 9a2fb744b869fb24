//covers: printf
//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,iota:int
constant char words[3][6] = {"zero", "one", "many"};
kernel void k(global int *a) {
  local int state[8];
  size_t i = get_local_id(0);
  state[i] = a[i] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int next = (i + 1) % 8;
  if (i == 7) {
    printf("100%% %s|%6s|%-6s|%.2s|%s\n", state[next] ? "set" : "unset", "right", "left", "cut", words[min(state[next], 2)]);
    printf("no values\n");
    if (printf("%c%c %5d %-5u|%05d %+d %x %#o %lu %hhd %hd %ld\n", 'o', 'k', state[1], 7u, state[2], state[3], 255, 8,
               (ulong)1 << 35, (char)(state[1] - 130), (short)-5, -3L)) {
      a[0] = -1;
    }
    printf("%f %.3f %e %g %G %a %5.1f|%d\n", 1.5f * state[1], 2.0f / 3, 12345.678f, 1e-10f, 1e20f, 0.5f, 3.14159f, 42);
  }
}
