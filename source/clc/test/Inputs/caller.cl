int twice(int x);
kernel void caller(global int *p) { *p = twice(*p); }
