//says: lock step follows at most 128
//options: --model=lockstep:2
//launch: kernel=k global=4 local=4 arg=0:buffer,8192*int arg=1:buffer,8192*int
#define EIGHT(i) a[l + i] = b[l + 2 * i]; a[l + i + 9] = i; a[l + i + 18] = b[l + i * 3]; a[l + i + 27] = i; \
  a[l + i + 36] = b[l + i * 5]; a[l + i + 45] = i; a[l + i + 54] = b[l + i * 7]; a[l + i + 63] = i;
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0);
  EIGHT(1) EIGHT(101) EIGHT(201) EIGHT(301) EIGHT(401) EIGHT(501) EIGHT(601) EIGHT(701) EIGHT(801) EIGHT(901) EIGHT(151)
  EIGHT(251) EIGHT(351) EIGHT(451) EIGHT(551) EIGHT(651) EIGHT(751) EIGHT(851)
}
