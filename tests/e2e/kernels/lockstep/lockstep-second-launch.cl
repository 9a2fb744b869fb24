//lockstep: race write-write intra-group global lockstep-second-launch.cl:8 lockstep-second-launch.cl:8
//launch: kernel=k global=8 local=8 arg=0:buffer,32,value:5:int arg=1:buffer,4,zeros:int
//launch: kernel=k global=8 local=8 arg=0:buffer,32,iota:int arg=1:buffer,4,zeros:int
//options: --model=lockstep:8
//outputs: any, the values decide it
// The first launch writes equal values. It does not speak for the second, of the same shape.
kernel void k(global const int *in, global int *out) {
  out[0] = in[get_local_id(0)];
}
//covers: simt-values
