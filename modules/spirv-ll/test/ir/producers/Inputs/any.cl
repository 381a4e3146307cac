kernel void k(global int* o, int4 v, long2 w) {
  o[0] = any(v);
  o[1] = all(w);
}
