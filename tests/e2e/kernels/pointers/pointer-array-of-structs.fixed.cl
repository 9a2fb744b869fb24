//lockstep: clean
//launch: kernel=k global=8 local=1 arg=0:buffer,256,iota:int arg=1:buffer,256,iota:int arg=2:buffer,32,zeros:int
typedef struct { global int *data; int stride; } View;
int at(const View *v, int n, int i) {
  return v[n & 1].data[i * v[n & 1].stride];
}
kernel void k(global int *a, global int *b, global int *out) {
  View views[2] = {{a + 8, 2}, {b, 3}};
  int i = get_global_id(0);
  a[i] = i;
  out[i] = at(views, i, i);
}
