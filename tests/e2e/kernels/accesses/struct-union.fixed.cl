//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,16,zeros:int
typedef struct { int kind; union { int whole; struct { short low, high; } half_; } u; } Item;
kernel void k(global Item *s) {
  if (get_global_id(0) == 0)
    s->u.half_.low = 1;
  else
    s->u.half_.high = 2;
}
