//lockstep: clean
//launch: kernel=k global=32 local=32 arg=0:buffer,4,zeros:int
//options: --model=lockstep:32
//outputs: any, the device itself does not run work-items in lock step
// All write 5, which a device that ran them one after the other would not do.
kernel void k(global int *a) {
  local volatile int s[32];
  s[get_local_id(0)] = 5;
  a[0] = s[31 - get_local_id(0)];
}
