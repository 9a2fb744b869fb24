//lockstep: race write-write inter-group global bytes-straddle.cl:8 bytes-straddle.cl:10
//launch: kernel=k global=2 local=1 arg=0:buffer,16,zeros:short
//at: 6..7
//outputs: any, the shared bytes may be either's
// The int at byte 4 and the unaligned pair of shorts at byte 6 share two bytes.
kernel void k(global short *a) {
  if (get_global_id(0) == 0)
    ((global int *)a)[1] = 0x11223344;
  else
    vstore2((short2)(5, 6), 0, a + 3);
}
//covers: neighbouring-bytes
