//lockstep: race read-write inter-group global struct-packed-copy.cl:7 struct-packed-copy.cl:8
//launch: kernel=k global=16 local=1 arg=0:buffer,128,zeros:char arg=1:buffer,128,zeros:char
//outputs: any, the reads may come before or after the writes
typedef struct __attribute__((packed)) { char tag; int value; short end; } Item;
kernel void k(global Item *s, global Item *out) {
  int i = get_global_id(0);
  out[i] = s[i];
  s[(i + 1) % 16].end = i;
}
//covers: struct-copies
