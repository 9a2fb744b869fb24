//lockstep: race write-write inter-group global struct-member.cl:7 struct-member.cl:7
//launch: kernel=k global=32 local=1 arg=0:buffer,256,zeros:int
//outputs: any, two values compete for each member
typedef struct { int x; char tag; float y; } Item;
kernel void k(global Item *s) {
  int i = get_global_id(0);
  s[i / 2].x = i;
}
//covers: structs
