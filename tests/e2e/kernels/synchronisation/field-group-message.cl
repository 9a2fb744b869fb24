//lockstep: race read-write intra-group local field-group-message.cl:12 field-group-message.cl:16
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//build: -cl-std=CL1.2
// A message within a group, by old atomics and the fences that go with them, turned round: the writer's is
// for its loads, the reader's for its stores. The reader looks twice: in lock step it may come first.
kernel void k(global int *out) {
  local int data;
  volatile local int flag;
  const int l = get_local_id(0);
  if (l == 0) flag = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 2; ++i) if (i == 0 && l == 0) { data = 42;
    read_mem_fence(CLK_LOCAL_MEM_FENCE);
    atomic_xchg(&flag, 1);
  } else if (l != 0 && atomic_or(&flag, 0)) { write_mem_fence(CLK_LOCAL_MEM_FENCE);
    out[l] = data;
  }
}
//covers: sync-programs
