//lockstep: race read-write inter-group global struct-copy.cl:8 struct-copy.cl:9
//launch: kernel=k global=16 local=1 arg=0:buffer,640,iota:int arg=1:buffer,640,zeros:int
//outputs: any, the copy may come before or after the write
// Copying a struct reads all of it, also the member that its neighbour writes.
typedef struct { int head; int body[8]; int tail; } Record;
kernel void k(global Record *in, global Record *out) {
  int i = get_global_id(0);
  out[i] = in[i];
  in[(i + 1) % 16].tail = -i;
}
//covers: struct-copies
