//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,640,iota:int arg=1:buffer,64,zeros:int
typedef struct { int head; int body[8]; int tail; } Record;
kernel void k(global Record *in, global int *out) {
  local Record t[16];
  int i = get_local_id(0);
  t[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = t[i ^ 1].body[7];
}
