//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//build: -cl-std=CL1.2
// Within a group the old fences order, because their scope is the group.
kernel void k(global int *out) {
  local int data;
  volatile local int flag;
  const int l = get_local_id(0);
  if (l == 0) flag = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 2; ++i) if (i == 0 && l == 0) { data = 42;
    write_mem_fence(CLK_LOCAL_MEM_FENCE);
    atomic_xchg(&flag, 1);
  } else if (l != 0 && atomic_or(&flag, 0)) { read_mem_fence(CLK_LOCAL_MEM_FENCE);
    out[l] = data;
  }
}
