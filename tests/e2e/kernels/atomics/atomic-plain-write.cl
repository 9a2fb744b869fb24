//lockstep: race atomic-plain inter-group global atomic-plain-write.cl:7 atomic-plain-write.cl:8
//launch: kernel=k global=32 local=1 arg=0:buffer,4,zeros:int
//repair: make the plain write atomic too, or move it to a launch of its own
//outputs: any, the reset may come before or after any increment
// The counter is reset by the kernel that counts.
kernel void k(global int *count) {
  if (get_global_id(0) == 0) *count = 0;
  atomic_add(count, 2);
}
