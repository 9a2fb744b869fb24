//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,128,zeros:char arg=1:buffer,64,zeros:int
// Items of seven bytes: byte 5 is the first of `end`.
typedef struct __attribute__((packed)) { char tag; int value; short end; } Item;
kernel void k(global Item *s, global int *out) {
  int i = get_global_id(0);
  s[i].value = i * 0x01010101;
  out[i] = *((global char *)(s + (i + 1) % 16) + 5);
}
