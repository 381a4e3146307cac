typedef struct { char tag; float weight; } item;
constant int table[3] = {1, 2, 3};
constant int* constant middle = &table[1];
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void k(global float* a, global const int* b, local int* l, item one) {
  local float tile[8];
  size_t i = get_global_id(0);
  tile[get_local_id(0)] = sin(a[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = tile[7 - get_local_id(0)] + one.weight + convert_float_rtz(b[i]) + middle[b[i] & 1];
  l[0] = b[0] ? 0 : b[1];
}
