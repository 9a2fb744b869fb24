//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,16,zeros:char
kernel void k(global uchar *out) {
  local uchar t[16];
  uchar l = (uchar)get_local_id(0);
  t[l ^ 1] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[l];
}
