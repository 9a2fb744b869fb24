//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,128,zeros:int
typedef struct { int skip; global int *to; int at; } Cursor;
void put(Cursor c, int value) {
  c.to[c.at] = value;
}
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  Cursor c = {0, i & 1 ? a : b, i / 2};
  put(c, i);
}
