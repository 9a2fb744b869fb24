//lockstep: race write-write inter-group global struct-nested-array.cl:7 struct-nested-array.cl:7
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,zeros:int
//outputs: any, two values compete for each element
typedef struct { int n; struct { short x[5]; char c; } part[3]; } Item;
kernel void k(global Item *s) {
  int i = get_global_id(0);
  s[i / 4].part[(i & 3) % 3].x[4] = i;
}
//covers: structs
