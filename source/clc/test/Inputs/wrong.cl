kernel void wrong(global int *p) {
  *p = nowhere;
}
