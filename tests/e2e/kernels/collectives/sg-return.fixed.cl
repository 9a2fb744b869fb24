//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int arg=1:int:13
//made: let every work-item of the group reach sub_group_any: guard the work around it instead of returning early
// All come to the function.
kernel void k(global int *a, int n) {
  int i = get_local_id(0) + 8 * get_local_id(1);
  int found = sub_group_any(i < n && a[i] == 9);
  if (i < n && found) a[i] = 0;
}
