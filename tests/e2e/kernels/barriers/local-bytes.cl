//lockstep: race write-write intra-group local local-bytes.cl:7 local-bytes.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,16,zeros:char
//outputs: any, two values compete for each byte
kernel void k(global uchar *out) {
  local uchar t[16];
  uchar l = (uchar)get_local_id(0);
  t[l & 14] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[l];
}
