// Two nulls of 64 bits, of which Clang 22 makes one constant.
global long number;
global int* place;

kernel void k(global int* p) {
  place = p + number;
  number = 3;
}
