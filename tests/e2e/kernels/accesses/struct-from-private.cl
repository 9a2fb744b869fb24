//lockstep: race write-write inter-group global struct-from-private.cl:9 struct-from-private.cl:9
//launch: kernel=k global=32 local=1 arg=0:buffer,1280,zeros:int
//outputs: any, two values compete for each element
typedef struct { int head; int body[8]; int tail; } Record;
kernel void k(global Record *out) {
  int i = get_global_id(0);
  Record r = {i};
  for (int j = 0; j < 8; ++j) r.body[j] = i * j;
  out[i / 2] = r;
}
//covers: struct-copies
