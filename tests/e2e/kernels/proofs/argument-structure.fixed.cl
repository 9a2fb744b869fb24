//lockstep: clean
//launch: kernel=k global=16,16 local=16,1 arg=0:buffer,1024,zeros:int arg=1:ulong:68720525328
//pruned: 1
typedef struct { short width, height; int pitch; } Shape;
kernel void k(global int *out, Shape shape) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < shape.width && y < shape.height) out[mad24(y, shape.pitch, x)] = y * 16 + x;
}
