//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,128,zeros:char arg=1:buffer,128,zeros:char
typedef struct __attribute__((packed)) { char tag; int value; short end; } Item;
kernel void k(global Item *s, global Item *out) {
  int i = get_global_id(0);
  out[i] = s[i];
  s[i].end = i;
}
