//lockstep: race write-write inter-group global struct-union.cl:8 struct-union.cl:10
//launch: kernel=k global=2 local=1 arg=0:buffer,16,zeros:int
//at: 6..7
//outputs: any, two values compete for each element
typedef struct { int kind; union { int whole; struct { short low, high; } half_; } u; } Item;
kernel void k(global Item *s) {
  if (get_global_id(0) == 0)
    s->u.whole = 1;
  else
    s->u.half_.high = 2;
}
//covers: structs
