void touch(global int *a) { a[0] = 1; }
