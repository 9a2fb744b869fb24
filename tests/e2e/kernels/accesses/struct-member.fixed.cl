//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,256,zeros:int
// Two work-items of two groups share each struct, each with a member of its own.
typedef struct { int x; char tag; float y; } Item;
kernel void k(global Item *s) {
  int i = get_global_id(0);
  if (i & 1)
    s[i / 2].x = i;
  else
    s[i / 2].tag = (char)i;
}
