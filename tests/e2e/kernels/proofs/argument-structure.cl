//lockstep: race write-write inter-group global argument-structure.cl:9 argument-structure.cl:9
//launch: kernel=k global=16,16 local=16,1 arg=0:buffer,1024,zeros:int arg=1:ulong:64425558032
//pruned: 0
//outputs: any, the race decides them
// The pitch is one short. (A Shape of 16, 16 and 15.)
typedef struct { short width, height; int pitch; } Shape;
kernel void k(global int *out, Shape shape) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < shape.width && y < shape.height) out[mad24(y, shape.pitch, x)] = y * 16 + x;
}
