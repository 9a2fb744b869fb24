//lockstep: clean
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
// Each writes to the place that the scan gives it, and nobody else does.
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0), first = i - (int)get_local_id(0);
  int wanted = in[i] % 2;
  int place = work_group_scan_exclusive_add(wanted);
  if (wanted) out[first + place] = in[i];
}
