//says: has LLVM's opaque pointers
//bitcode: -Xclang -opaque-pointers
//launch: --kernel=k --global=4 --local=4 --arg=0:buffer,4*int
kernel void k(global int *a) { a[0] = get_global_id(0); }
