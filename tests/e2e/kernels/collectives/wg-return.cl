//lockstep: divergence wg-return.cl:11 wg-return.cl:10
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,iota:int arg=1:int:13
//outputs: any, a function that not all meet is undefined
//repair: let every work-item of the group reach work_group_any: guard the work around it instead of returning early
// Those beyond the end have left when the others come to the function.
kernel void k(global int *a, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  if (work_group_any(a[i] == 9)) a[i] = 0;
}
