//lockstep: out-of-bounds global 0 bounds-sub-buffer.cl:6
//launch: kernel=k global=32 local=16 arg=0:buffer,1024,iota:int arg=1:sub:0:256:124
//items: 31,0,0
// It stays in the buffer, but not in the part of it that was handed over.
kernel void k(global int *all, global int *part) {
  part[get_global_id(0)] += 1;
}
//covers: bounds
