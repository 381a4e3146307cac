kernel void one(global int *p) { *p = 1; }
