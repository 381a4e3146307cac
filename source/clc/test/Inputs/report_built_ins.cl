kernel void sums(global uint* out, global const uint* in, global float* angles) {
  size_t i = get_global_id(0);
  uint sum = work_group_reduce_add(in[i]);
  uint before = work_group_scan_exclusive_add(in[i]);
  uint third = work_group_broadcast(in[i], 3);
  angles[i] = sin(angles[i]);
  if (angles[i] > 0)
    out[i] = sum ^ before ^ third;
}
