//lockstep: race read-write intra-group global wg-global-scan.cl:9 wg-global-scan.cl:11
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int arg=2:buffer,256,zeros:int
//outputs: any, a race decides them
// Each reads the element of another at the place that a scan gives it, with no barrier in between.
kernel void k(global const int *in, global int *out, global int *seen) {
  int i = get_global_id(0), first = i - (int)get_local_id(0);
  out[i] = in[i];
  int place = work_group_scan_exclusive_add(in[i] % 2);
  seen[i] = out[first + place];
}
