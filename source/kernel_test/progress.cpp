// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items that wait for others of their group: each of these programs ends where work-items run
// one after the other, so it ends in whatever form the driver gives it.
#include "harness.h"

namespace {

class Progress : public KernelTest {
protected:
  /// A kernel(lock, counter) in which each of 64 work-items counts once while it has the lock.
  void counts_under_a_lock(const std::string& body) {
    build("kernel void k(volatile global int* lock, volatile global int* counter) {" + body + "}");
    std::vector<int> lock(2), counter(1);
    run({{64}, {16}, {}}, lock, counter);
    EXPECT_EQ(counter[0], 64);
    EXPECT_EQ(lock[0], 0);
  }
};
ALL_VARIANTS(Progress);

/// So written that it ends on GPUs whose lanes run in lockstep.
TEST_P(Progress, lockWithAFlag) {
  counts_under_a_lock(R"(
    int got;
    do {
      got = atomic_cmpxchg(lock, 0, 1) == 0;
      if (got) {
        counter[0] += 1;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_xchg(lock, 0);
      }
    } while (!got);)");
}

TEST_P(Progress, spinLock) {
  counts_under_a_lock(R"(
    while (atomic_cmpxchg(lock, 0, 1) != 0) {}
    counter[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);)");
}

TEST_P(Progress, spinLockByExchange) {
  counts_under_a_lock(R"(
    while (atomic_xchg(lock, 1)) {}
    counter[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);)");
}

/// The lock is asked for by reading first.
TEST_P(Progress, readsBeforeItTakesTheLock) {
  counts_under_a_lock(R"(
    for (;;) {
      while (lock[0] != 0) {}
      if (atomic_or(lock, 1) == 0) break;
    }
    counter[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_and(lock, 0);)");
}

/// Each takes a number and waits until it is served.
TEST_P(Progress, ticketLock) {
  build(R"(kernel void k(volatile global int* lock, volatile global int* counter) {
             int mine = atomic_inc(lock);
             while (lock[1] != mine) {}
             counter[0] += 1;
             mem_fence(CLK_GLOBAL_MEM_FENCE);
             atomic_inc(lock + 1); })");
  std::vector<int> lock(2), counter(1);
  run({{64}, {16}, {}}, lock, counter);
  EXPECT_EQ(counter[0], 64);
}

/// A lock in local memory, in a helper, behind divergent control flow.
TEST_P(Progress, lockInLocalMemory) {
  build(R"(void take(volatile local int* lock) { while (atomic_xchg(lock, 1)) {} }
           void leave(volatile local int* lock) { atomic_xchg(lock, 0); }
           kernel void k(global int* out, volatile local int* t) {
             int l = get_local_id(0);
             if (l == 0) { t[0] = 0; t[1] = 0; }
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l % 3 != 1) {
               take(t);
               t[1] += l;
               leave(t);
             }
             barrier(CLK_LOCAL_MEM_FENCE);
             out[get_global_id(0)] = t[1]; })");
  std::vector<int> out(48);
  run({{48}, {24}, {}}, out, Local{8});
  int sum = 0;
  for (int l = 0; l < 24; ++l) {
    sum += l % 3 != 1 ? l : 0;
  }
  EXPECT_EQ(out, std::vector<int>(48, sum));
}

/// No lock: whoever comes too late tries again with what it has seen, and somebody always succeeds.
TEST_P(Progress, addsByCompareAndExchange) {
  build(R"(kernel void k(volatile global uint* sum, global const float* in) {
             float mine = in[get_global_id(0)];
             uint seen, wanted;
             do {
               seen = sum[0];
               wanted = as_uint(as_float(seen) + mine);
             } while (atomic_cmpxchg(sum, seen, wanted) != seen); })");
  std::vector<float> sum(1), in(96);
  float expected = 0;
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = float(i % 13);
    expected += in[i];
  }
  run({{96}, {32}, {}}, sum, in);
  EXPECT_EQ(sum[0], expected);
}

} // namespace
