//says: is code for spirv64-unknown-unknown, not for spir64
//bitcode: -Xclang -no-opaque-pointers -target spirv64-unknown-unknown
//launch: --kernel=k --global=4 --local=4 --arg=0:buffer,4*int
kernel void k(global int *a) { a[0] = get_global_id(0); }
