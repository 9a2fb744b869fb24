//lockstep: race write-write intra-group global lockstep-exchange.cl:9 lockstep-exchange.cl:9
//launch: kernel=k global=32 local=32 arg=0:buffer,4,zeros:int
//options: --model=lockstep:32
//outputs: any, the values decide it
// What one instruction writes are the values that lock step gives: all have written s before any reads.
kernel void k(global int *a) {
  local volatile int s[32];
  s[get_local_id(0)] = get_local_id(0) < 30 ? 5 : 6;
  a[0] = s[31 - get_local_id(0)];
}
//covers: simt-masks
