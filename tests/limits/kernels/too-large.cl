//says: it grows too large when the functions it calls are inlined
//launch: kernel=k global=4 local=1 arg=0:buffer,4*int
int f0(global int *a, int x) { a[x & 3] += x; return a[(x + 1) & 3] * 3; }
#define TEN(f) f(a, x) + f(a, x + 1) + f(a, x + 2) + f(a, x + 3) + f(a, x + 4) + f(a, x + 5) + f(a, x + 6) + f(a, x + 7) + f(a, x + 8) + f(a, x + 9)
int f1(global int *a, int x) { return TEN(f0); }
int f2(global int *a, int x) { return TEN(f1); }
int f3(global int *a, int x) { return TEN(f2); }
int f4(global int *a, int x) { return TEN(f3); }
int f5(global int *a, int x) { return TEN(f4); }
kernel void k(global int *a) { a[0] = f5(a, get_global_id(0)); }
