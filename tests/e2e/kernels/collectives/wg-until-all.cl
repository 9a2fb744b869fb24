//lockstep: race read-write intra-group global wg-until-all.cl:12 wg-until-all.cl:12
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
//outputs: any, a race decides them
// The group goes round until nothing changes, and all meet there; but within a round nothing orders neighbours.
kernel void k(global int *a) {
  int i = get_global_id(0), first = i - (int)get_local_id(0), changed = 1;
  while (work_group_any(changed)) {
    changed = 0;
    if (i > first && a[i] != a[first]) {
      a[i] = a[i - 1];
      changed = 1;
    }
  }
}
