// Every function of sub-groups, as the lanes of a vector form (LANES) and where each work-item is a sub-group of its own
// (ONE): then votes and broadcasts are what the item says, scans and reductions its value or what they begin with.
// RUN: env LANEWISE_VECTORIZE=4 muxc -cl --options=-cl-std=CL3.0 --passes=define-group-functions,link-builtins,fold-target-facts,inline-group-functions,copy-written-arguments,simplify,number-barriers,sub-groups %s | FileCheck %s --check-prefix=LANES
// RUN: env LANEWISE_VECTORIZE=off muxc -cl --options=-cl-std=CL3.0 --passes=define-group-functions,link-builtins,fold-target-facts,inline-group-functions,copy-written-arguments,simplify,number-barriers,sub-groups,simplify %s | FileCheck %s --check-prefix=ONE --implicit-check-not="call {{.*}}sub_group"

#define FUNCTION __attribute__((overloadable))
FUNCTION int sub_group_all(int);
FUNCTION int sub_group_any(int);
FUNCTION int sub_group_elect(void);
FUNCTION int sub_group_non_uniform_all_equal(int);
FUNCTION int sub_group_broadcast(int, uint);
FUNCTION int sub_group_broadcast_first(int);
FUNCTION int sub_group_shuffle(int, uint);
FUNCTION int sub_group_shuffle_xor(int, uint);
FUNCTION int sub_group_shuffle_up(int, uint);
FUNCTION int sub_group_shuffle_down(int, uint);
FUNCTION int sub_group_rotate(int, int);
FUNCTION int sub_group_clustered_rotate(int, int, uint);
FUNCTION int intel_sub_group_shuffle_down(int, int, uint);
FUNCTION int intel_sub_group_shuffle_up(int, int, uint);
FUNCTION uint4 sub_group_ballot(int);
FUNCTION int sub_group_inverse_ballot(uint4);
FUNCTION int sub_group_ballot_bit_extract(uint4, uint);
FUNCTION uint sub_group_ballot_bit_count(uint4);
FUNCTION uint sub_group_ballot_inclusive_scan(uint4);
FUNCTION uint sub_group_ballot_exclusive_scan(uint4);
FUNCTION uint sub_group_ballot_find_lsb(uint4);
FUNCTION uint sub_group_ballot_find_msb(uint4);
FUNCTION uint4 get_sub_group_eq_mask(void);
FUNCTION uint4 get_sub_group_ge_mask(void);
FUNCTION uint4 get_sub_group_gt_mask(void);
FUNCTION uint4 get_sub_group_le_mask(void);
FUNCTION uint4 get_sub_group_lt_mask(void);
FUNCTION int sub_group_reduce_add(int);
FUNCTION int sub_group_scan_inclusive_max(int);
FUNCTION int sub_group_scan_exclusive_min(int);
FUNCTION int sub_group_non_uniform_reduce_mul(int);
FUNCTION int sub_group_non_uniform_scan_inclusive_xor(int);
FUNCTION int sub_group_non_uniform_reduce_logical_and(int);
FUNCTION int sub_group_non_uniform_reduce_logical_or(int);
FUNCTION int sub_group_non_uniform_reduce_logical_xor(int);
FUNCTION int sub_group_non_uniform_reduce_and(int);
FUNCTION int sub_group_clustered_reduce_or(int, uint);
FUNCTION float sub_group_reduce_max(float);
FUNCTION float sub_group_scan_exclusive_add(float);
FUNCTION uint sub_group_scan_exclusive_min(uint);
FUNCTION uint get_sub_group_size(void);
FUNCTION uint get_max_sub_group_size(void);
FUNCTION uint get_num_sub_groups(void);
FUNCTION uint get_enqueued_num_sub_groups(void);
FUNCTION uint get_sub_group_id(void);
FUNCTION uint get_sub_group_local_id(void);
FUNCTION uint2 intel_sub_group_block_read2(const global uint*);
FUNCTION void intel_sub_group_block_write2(global uint*, uint2);
FUNCTION void sub_group_barrier(uint);
// LANES-LABEL: define internal spir_func void @votes.vecz.4(
// LANES: [[ALL:%.*]] = icmp sle <4 x i32>
// LANES: bitcast <4 x i1> [[ALL]] to i4
// LANES: bitcast <4 x i1> {{.*}} to i4
// LANES: add <4 x i32> {{.*}}, <i32 4, i32 0, i32 0, i32 0>
// LANES: bitcast <4 x i1> {{.*}} to i4
// ONE-LABEL: spir_kernel void @votes(
// ONE: [[ALL:%.*]] = zext i1 {{.*}} to i32
// ONE: [[ANY:%.*]] = select i1 {{.*}}, i32 2, i32 0
// ONE: [[BOTH:%.*]] = or disjoint i32 [[ANY]], [[ALL]]
// ONE: [[R:%.*]] = or disjoint i32 [[BOTH]], 12
// ONE: store i32 [[R]],
kernel void votes(global int* out, int x) {
  size_t i = get_local_id(0);
  out[i] = sub_group_all(x > (int)i) + 2 * sub_group_any(x == (int)i) + 4 * sub_group_elect() + 8 * sub_group_non_uniform_all_equal(x + (int)i);
}
// LANES-LABEL: define internal spir_func void @broadcasts.vecz.4(
// LANES: [[LANE:%.*]] = and i32 %x, 3
// LANES: extractelement <4 x i32> {{.*}}, i32 [[LANE]]
// LANES: extractelement <4 x i32> {{.*}}, i32 0
// ONE-LABEL: spir_kernel void @broadcasts(
// ONE: [[V:%.*]] = load i32
// ONE: [[R:%.*]] = shl nsw i32 [[V]], 2
// ONE: store i32 [[R]],
kernel void broadcasts(global int* out, uint x) {
  size_t i = get_local_id(0);
  int v = out[i];
  out[i] = sub_group_broadcast(v, x) + sub_group_broadcast_first(v) * 3;
}
// LANES-LABEL: define internal spir_func void @shuffles.vecz.4(
// LANES: and <4 x i32> {{.*}}, splat (i32 3)
// LANES: shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
// LANES: shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 3, i32 0, i32 1, i32 2>
// LANES: shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
// LANES: shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
// LANES: shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
// ONE-LABEL: spir_kernel void @shuffles(
// ONE: [[V:%.*]] = load i32
// ONE: [[R:%.*]] = mul nsw i32 [[V]], 40
// ONE: store i32 [[R]],
kernel void shuffles(global int* out, uint x) {
  size_t i = get_local_id(0);
  int v = out[i];
  out[i] = sub_group_shuffle(v, x + i) + sub_group_shuffle_xor(v, 1) * 3 + sub_group_shuffle_up(v, 1) * 5 + sub_group_shuffle_down(v, 2) * 7 + sub_group_rotate(v, 1) * 11 + sub_group_clustered_rotate(v, 1, 2) * 13;
}
// LANES-LABEL: define internal spir_func void @intel.vecz.4(
// LANES: [[DOWN:%.*]] = shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
// LANES: select <4 x i1> <i1 true, i1 true, i1 true, i1 false>, <4 x i32> [[DOWN]], <4 x i32> [[NEXT:%.*]]
// LANES: [[UP:%.*]] = shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 3, i32 0, i32 1, i32 2>
// LANES: select <4 x i1> <i1 true, i1 false, i1 false, i1 false>, <4 x i32> [[NEXT]], <4 x i32> [[UP]]
// ONE-LABEL: spir_kernel void @intel(
// ONE: [[R:%.*]] = shl nsw i32 %next, 1
// ONE: store i32 [[R]],
kernel void intel(global int* out, int next) {
  size_t i = get_local_id(0);
  int v = out[i];
  out[i] = intel_sub_group_shuffle_down(v, next, 1) + intel_sub_group_shuffle_up(next, v, 1);
}
// LANES-LABEL: define internal spir_func void @ballots.vecz.4(
// LANES: bitcast <4 x i1> {{.*}} to i4
// LANES: lshr <4 x i32> {{.*}}, <i32 0, i32 1, i32 2, i32 3>
// LANES: [[BITS:%.*]] = and i64 {{.*}}, 15
// LANES: call {{.*}} i64 @llvm.ctpop.i64(i64 [[BITS]])
// LANES: call {{.*}}@llvm.ctpop
// LANES: call {{.*}}@llvm.cttz
// LANES: call {{.*}}@llvm.ctlz
// ONE-LABEL: spir_kernel void @ballots(
// ONE: [[MORE:%.*]] = icmp ugt i32
// ONE: select i1 [[MORE]], i32 2, i32 0
// ONE: add nuw nsw i32 {{.*}}, 3
kernel void ballots(global uint* out, uint x) {
  size_t i = get_local_id(0);
  uint4 b = sub_group_ballot(out[i] > x);
  out[i] = sub_group_inverse_ballot(b) + sub_group_ballot_bit_extract(b, x) + sub_group_ballot_bit_count(b)
    + sub_group_ballot_inclusive_scan(b) + sub_group_ballot_exclusive_scan(b) + sub_group_ballot_find_lsb(b) + sub_group_ballot_find_msb(b)
    + get_sub_group_eq_mask().x + get_sub_group_ge_mask().x + get_sub_group_gt_mask().x + get_sub_group_le_mask().x + get_sub_group_lt_mask().x;
}
// LANES-LABEL: define internal spir_func void @arithmetic.vecz.4(
// LANES: call i32 @llvm.vector.reduce.add.v4i32(
// LANES: call <4 x i32> @llvm.smax.v4i32(
// LANES: select <4 x i1> <i1 true, i1 false, i1 true, i1 false>
// LANES: call <4 x i32> @llvm.smax.v4i32(
// LANES: select <4 x i1> <i1 true, i1 true, i1 false, i1 false>
// LANES: call <4 x i32> @llvm.smin.v4i32(
// LANES: call <4 x i32> @llvm.smin.v4i32(
// LANES: call i32 @llvm.vector.reduce.mul.v4i32(
// LANES: xor <4 x i32>
// LANES: [[TRUE:%.*]] = icmp ne <4 x i32> {{.*}}, zeroinitializer
// LANES: zext <4 x i1> [[TRUE]] to <4 x i32>
// LANES: call i32 @llvm.vector.reduce.and.v4i32(
// LANES: call i32 @llvm.vector.reduce.or.v4i32(
// LANES: call i32 @llvm.vector.reduce.xor.v4i32(
// LANES: [[PAIRS:%.*]] = shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
// LANES: or <4 x i32> {{.*}}, [[PAIRS]]
// LANES: call i32 @llvm.vector.reduce.and.v4i32(
// ONE-LABEL: spir_kernel void @arithmetic(
// ONE: [[V:%.*]] = load i32
// ONE: [[TRUE:%.*]] = icmp ne i32 [[V]], 0
// ONE: [[ONE:%.*]] = zext i1 [[TRUE]] to i32
// ONE: [[R:%.*]] = xor i32 [[ONE]], 2147483647
// ONE: store i32 [[R]],
kernel void arithmetic(global int* out) {
  size_t i = get_local_id(0);
  int v = out[i];
  out[i] = sub_group_reduce_add(v) ^ sub_group_scan_inclusive_max(v) ^ sub_group_scan_exclusive_min(v) ^ sub_group_non_uniform_reduce_mul(v)
   ^ sub_group_non_uniform_scan_inclusive_xor(v) ^ sub_group_non_uniform_reduce_logical_and(v) ^ sub_group_non_uniform_reduce_logical_or(v) ^ sub_group_non_uniform_reduce_logical_xor(v) ^ sub_group_clustered_reduce_or(v, 2) ^ sub_group_non_uniform_reduce_and(v);
}
// LANES-LABEL: define internal spir_func void @sizes.vecz.4(
// LANES: [[SIZE:%.*]] = call i64 @llvm.umin.i64(i64 {{.*}}, i64 4)
// LANES: [[SMALL:%.*]] = trunc nuw nsw i64 [[SIZE]] to i32
// LANES: add nuw nsw i32 [[SMALL]], 12
// LANES: [[UP:%.*]] = add i64 {{.*}}, 3
// LANES: lshr i64 [[UP]], 2
// ONE-LABEL: spir_kernel void @sizes(
// ONE: [[COUNT:%.*]] = mul i32 {{.*}}, 5
// ONE: add i32 [[COUNT]], 4
kernel void sizes(global uint* out) {
  size_t i = get_local_id(0);
  out[i] = get_sub_group_size() + get_max_sub_group_size() * 3 + get_num_sub_groups() * 5 + get_enqueued_num_sub_groups() * 7 + get_sub_group_id() * 11 + get_sub_group_local_id() * 13;
}
// LANES-LABEL: define internal spir_func void @blocks.vecz.4(
// LANES: [[FIRST:%.*]] = load <4 x i32>, ptr addrspace(1) %in
// LANES: [[BEHIND:%.*]] = getelementptr i32, ptr addrspace(1) %in, i64 4
// LANES: [[SECOND:%.*]] = load <4 x i32>, ptr addrspace(1) [[BEHIND]]
// LANES: store <4 x i32> [[FIRST]], ptr addrspace(1) %out
// LANES: store <4 x i32> [[SECOND]],
// LANES: call spir_func void @__mux_mem_barrier(
// ONE-LABEL: spir_kernel void @blocks(
// ONE: [[V:%.*]] = load <2 x i32>, ptr addrspace(1) %in
// ONE: store <2 x i32> [[V]], ptr addrspace(1) %out
kernel void blocks(global uint* out, global uint* in) {
  uint2 v = intel_sub_group_block_read2(in);
  intel_sub_group_block_write2(out, v);
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
}
// LANES-LABEL: define internal spir_func void @floats.vecz.4(
// LANES: fcmp ogt <4 x float>
// LANES: fadd <4 x float>
// LANES: select <4 x i1> <i1 true, i1 false, i1 false, i1 false>, <4 x float> zeroinitializer
// ONE-LABEL: spir_kernel void @floats(
// ONE: [[V:%.*]] = load float
// ONE: fmul float [[V]], 0.000000e+00
kernel void floats(global float* out) {
  size_t i = get_local_id(0);
  out[i] = sub_group_reduce_max(out[i]) * sub_group_scan_exclusive_add(out[i]);
}
