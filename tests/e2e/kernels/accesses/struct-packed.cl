//lockstep: race read-write inter-group global struct-packed.cl:9 struct-packed.cl:10
//launch: kernel=k global=16 local=1 arg=0:buffer,128,zeros:char arg=1:buffer,64,zeros:int
//at: 4..4 11..11 18..18 25..25 32..32 39..39 46..46 53..53 60..60 67..67 74..74 81..81 88..88 95..95 102..102 109..109
//outputs: any, the reads may come before or after the writes
// Items of seven bytes: byte 4 is the last of `value`.
typedef struct __attribute__((packed)) { char tag; int value; short end; } Item;
kernel void k(global Item *s, global int *out) {
  int i = get_global_id(0);
  s[i].value = i * 0x01010101;
  out[i] = *((global char *)(s + (i + 1) % 16) + 4);
}
//covers: structs
