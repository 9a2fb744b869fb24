//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,zeros:int
typedef struct { int n; struct { short x[5]; char c; } part[3]; } Item;
kernel void k(global Item *s) {
  int i = get_global_id(0);
  s[i].part[(i & 3) % 3].x[4] = i;
}
