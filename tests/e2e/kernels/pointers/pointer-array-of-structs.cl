//lockstep: race read-write inter-group global pointer-array-of-structs.cl:11 pointer-array-of-structs.cl:6
//launch: kernel=k global=8 local=1 arg=0:buffer,256,iota:int arg=1:buffer,256,iota:int arg=2:buffer,32,zeros:int
//outputs: any, the reads may come before or after the writes
typedef struct { global int *data; int stride; } View;
int at(const View *v, int n, int i) {
  return v[n & 1].data[i * v[n & 1].stride];
}
kernel void k(global int *a, global int *b, global int *out) {
  View views[2] = {{a, 2}, {b, 3}};
  int i = get_global_id(0);
  a[i] = i;
  out[i] = at(views, i, i);
}
//covers: pointers-in-private
