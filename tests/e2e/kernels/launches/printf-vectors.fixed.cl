//covers: printf
//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,256,zeros:float arg=1:buffer,64,iota:int
// Flags, width and precision are each element's.
kernel void k(global float4 *a, global int *n) {
  size_t i = get_global_id(0);
  a[i] = (float4)(i, -0.5f, 1e10f, 0.25f * i);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 4) {
    printf("[%v4hlf] [%8.2v4hlf] [%-9v4hlg] [%v2hle]\n", a[i + 1], a[i + 1], a[i], a[i].zw);
    printf("%v4hld|%+5v3hld|%#v2hlx|%v8hlu\n", (int4)(n[1], -n[2], 3, 4), (int3)(n[9], -1, n[10]), (uint2)(n[11], 0xffffffffu),
           (uint8)(n[1]));
    printf("%v4hhd|%v16hhu|%v2hd|%.3v4hu|%v2ld|%v3lx\n", (char4)(-n[1], 2, -128, 127), (uchar16)(n[12] + 250), (short2)(-n[3], n[4]),
           (ushort4)(n[5], 65535, 0, 7), (long2)(-n[6], 1L << 40), (ulong3)(n[7], ~0UL, 16));
    printf("%v3hhd %v2hhu %v3hd %d\n", (char3)(-n[1], n[2], 3), (uchar2)(n[3], 200), (short3)(-n[1], n[2], -300), n[4]);
  }
}
