//lockstep: race write-write intra-group global lockstep-scatter.cl:8 lockstep-scatter.cl:8
//launch: kernel=k global=16 local=16 arg=0:buffer,16,zeros:int
//options: --model=lockstep:32
//items: 0,0,0 1,0,0
//items: 0,0,0 4,0,0
//outputs: any, four work-items write each element
// One instruction writes different values to one element: E-SASSIGNRACE.
kernel void k(global int *a) { a[get_local_id(0) % 4] = get_local_id(0); }
//covers: simt-values, simt-block-sizes
