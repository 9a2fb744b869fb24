//lockstep: race write-write inter-group global kernel-calls-kernel.cl:6 kernel-calls-kernel.cl:6
//kernel: outer
//launch: kernel=outer global=32 local=1 arg=0:buffer,128,zeros:int
//outputs: any, two values compete for each element
kernel void inner(global int *a) {
  a[get_global_id(0) / 2] = get_global_id(0);
}
kernel void outer(global int *a) { inner(a); }
//covers: kernel-calls-kernel, transform-scopes-helpers
