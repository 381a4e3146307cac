// Large blocks of unoptimised code in which carries, and the flags of comparisons, go from one instruction to the next that makes such ones.
// RUN: env LANEWISE_CACHE=0 clc -cl-opt-disable -lanewise-cpu=x86-64-v3,armv8-a -o %t %s
// RUN: env LANEWISE_CACHE=0 clc -cl-opt-disable -lanewise-cpu=x86-64-v3,armv8-a -DBUILT_IN -o %t %s
#ifdef BUILT_IN
#define LINK(w) out[i].w = __builtin_addcl(a.w, b.w, carry, &more); carry = more;
#else
#define LINK(w) sum = a.w + b.w; more = sum < a.w; sum += carry; more |= sum < carry; out[i].w = sum; carry = more;
#endif
#define ONE { ++i; ulong4 a = out[i], b = in[i]; ulong sum; unsigned long carry = 0, more; LINK(x) LINK(y) LINK(z) LINK(w) }
#define FOUR ONE ONE ONE ONE
kernel void k(global ulong4* out, global const ulong4* in) {
  size_t i = get_global_id(0) * 64;
  FOUR FOUR FOUR FOUR FOUR FOUR FOUR FOUR
}
