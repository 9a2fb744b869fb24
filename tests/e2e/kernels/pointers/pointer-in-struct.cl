//lockstep: race write-write inter-group global pointer-in-struct.cl:6 pointer-in-struct.cl:6
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,128,zeros:int
//outputs: any, two values compete for each element
typedef struct { int skip; global int *to; int at; } Cursor;
void put(Cursor c, int value) {
  c.to[c.at] = value;
}
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  Cursor c = {0, i & 1 ? a : b, i / 4};
  put(c, i);
}
//covers: pointers-in-private
