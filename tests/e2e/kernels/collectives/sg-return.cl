//lockstep: divergence sg-return.cl:11 sg-return.cl:10
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int arg=1:int:13
//outputs: any, a function that not all meet is undefined
//repair: let every work-item of the group reach sub_group_any: guard the work around it instead of returning early
// Those beyond the end have left when the others of their sub-group come to the function.
kernel void k(global int *a, int n) {
  int i = get_local_id(0) + 8 * get_local_id(1);
  if (i >= n) return;
  if (sub_group_any(a[i] == 9)) a[i] = 0;
}
