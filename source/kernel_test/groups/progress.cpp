// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items that wait for others of their group. Some of these programs end where work-items run
// one after the other to their end, so they have to end in whatever form the driver gives them; the
// other loops end only if each work-item or sub-group makes progress on its own.
#include "limited_test.h"

namespace {

class Progress : public LimitedTest {
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

/// Written so that it ends on GPUs whose lanes run in lockstep.
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

/// The lock is a bit of a word that is exchanged with what was read, unless the bit is set.
TEST_P(Progress, lockInAWord) {
  counts_under_a_lock(R"(
    for (;;) {
      int seen = lock[0];
      if (seen & 4) continue;
      if (atomic_cmpxchg(lock, seen, seen | 4) == seen) break;
    }
    counter[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_and(lock, ~4);)");
}

/// The exchange expects the word without the bit.
TEST_P(Progress, lockInAWordThatIsExpectedToBeFree) {
  counts_under_a_lock(R"(
    int seen;
    do {
      seen = lock[0] & ~4;
    } while (atomic_cmpxchg(lock, seen, seen | 4) != seen);
    counter[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_and(lock, ~4);)");
}

/// Functions that are not inlined ask for the lock.
TEST_P(Progress, lockByFunctions) {
  build(R"(
    __attribute__((noinline)) bool try_lock(volatile global int* lock) {
      return atomic_cmpxchg(lock, 0, 1) == 0;
    }
    __attribute__((noinline)) void take(volatile global int* lock) {
      while (!try_lock(lock)) {}
    }
    kernel void k(volatile global int* lock, volatile global int* counter) {
      while (!try_lock(lock)) {}
      counter[0] += 1;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(lock, 0);
      take(lock + 1);
      counter[1] += 1;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(lock + 1, 0);
    })");
  std::vector<int> lock(2), counter(2);
  run({{64}, {16}, {}}, lock, counter);
  EXPECT_EQ(counter, (std::vector<int>{64, 64}));
}

/// A lock whose value when free is read from another place in memory.
TEST_P(Progress, lockWhoseFreeValueStandsElsewhere) {
  counts_under_a_lock(R"(
    for (;;) {
      int free = lock[1];
      if (atomic_cmpxchg(lock, free, 1) == free) break;
    }
    counter[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);)");
}

/// Each round exchanges, whether the bit is set or not.
TEST_P(Progress, setsABitThatMayBeSet) {
  counts_under_a_lock(R"(
    for (;;) {
      int seen = lock[0];
      if (atomic_cmpxchg(lock, seen, seen | 1) == seen && !(seen & 1)) break;
    }
    counter[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_and(lock, ~1);)");
}

TEST_P(Progress, lockThatIsCounted) {
  counts_under_a_lock(R"(
    while (atomic_inc(lock) > 0) atomic_dec(lock);
    counter[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_dec(lock);)");
}

/// A lock that writers set to one more than an even number of readers.
TEST_P(Progress, lockThatReadersCount) {
  counts_under_a_lock(R"(
    while (atomic_add(lock, 2) & 1) atomic_sub(lock, 2);
    while (atomic_cmpxchg(lock + 1, 0, 1) != 0) {}
    counter[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock + 1, 0);
    atomic_sub(lock, 2);)");
}

/// Readers count themselves in a word unless a writer has it; the last work-item writes first.
TEST_P(Progress, readersWaitForTheWriter) {
  build(R"(kernel void k(global int* out, volatile local int* state, volatile local int* value) {
             int l = get_local_id(0), last = get_local_size(0) - 1;
             if (l == 0) { state[0] = -1; value[0] = 0; }
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l == last) {
               value[0] = 7;
               mem_fence(CLK_LOCAL_MEM_FENCE);
               atomic_xchg(state, 0);
             }
             for (;;) {
               int readers = state[0];
               if (readers >= 0 && atomic_cmpxchg(state, readers, readers + 1) == readers) break;
             }
             out[get_global_id(0)] = value[0];
             barrier(CLK_LOCAL_MEM_FENCE);
             out[get_global_id(0)] += state[0] * 100; })");
  std::vector<int> out(48);
  run({{48}, {16}, {}}, out, Local{sizeof(int)}, Local{sizeof(int)});
  EXPECT_EQ(out, std::vector<int>(48, 1607));
}

/// A ring is read until something is there, which the last work-item writes.
TEST_P(Progress, readsARingUntilSomethingComes) {
  build(R"(kernel void k(global int* out, volatile local int* taken, volatile local int* ring) {
             enum { N = 16 };
             int l = get_local_id(0);
             if (l < 2) { taken[l] = 0; }
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l == N - 1) {
               for (int i = 0; i < N; ++i) { ring[i] = i * 3; mem_fence(CLK_LOCAL_MEM_FENCE);
                                             atomic_inc(&taken[1]); }
             }
             int place;
             for (;;) {
               place = taken[0];
               if (place == taken[1]) continue;
               if (atomic_cmpxchg(&taken[0], place, place + 1) == place) break;
             }
             out[get_global_id(0) / N * N + place] = ring[place]; })");
  std::vector<int> out(48), expected(48);
  for (int i = 0; i < 48; ++i) {
    expected[i] = i % 16 * 3;
  }
  run({{48}, {16}, {}}, out, Local{2 * sizeof(int)}, Local{16 * sizeof(int)});
  EXPECT_EQ(out, expected);
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

/// No lock: a work-item whose exchange fails tries again with the value that it has read, and one
/// always succeeds.
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

/// The first work-item waits for the last one.
TEST_P(Progress, waitsForAFlagInLocalMemory) {
  build(R"(kernel void k(global int* out, volatile local int* flag) {
             int l = get_local_id(0), n = get_local_size(0);
             if (l == 0) flag[0] = 0;
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l == 0) {
               while (flag[0] == 0) {}
             } else if (l == n - 1) {
               flag[0] = n;
             }
             out[get_global_id(0)] = flag[0] * 100 + l; })");
  std::vector<int> out(48);
  run({{48}, {24}, {}}, out, Local{4});
  EXPECT_EQ(out[0], 24 * 100);
  EXPECT_EQ(out[23], 24 * 100 + 23);
  EXPECT_EQ(out[24], 24 * 100);
}

/// Each waits for the next one, so that the last one comes first; what each has is kept meanwhile.
TEST_P(Progress, chainFromTheLastToTheFirst) {
  build(R"(kernel void k(volatile global int* turn, global int* out) {
             int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
             int mine[4] = {l, 2 * l, 3 * l, 4 * l};
             float half_of_it = l * 0.5f;
             if (l != n - 1) {
               while (turn[i + 1] == 0) mine[l & 3] += 1 - 1;
             }
             turn[i] = l == n - 1 ? 1 : turn[i + 1] + 1;
             out[i] = mine[0] + mine[1] + mine[2] + mine[3] + (int)(half_of_it * 2); })");
  constexpr int group = 40, count = 3 * group;
  std::vector<int> turn(count), out(count);
  run({{count}, {group}, {}}, turn, out);
  for (int i = 0; i < count; ++i) {
    ASSERT_EQ(turn[size_t(i)], group - i % group) << i;
    ASSERT_EQ(out[size_t(i)], i % group * 11) << i;
  }
}

/// All have their turn in each round, from the last to the first, between barriers.
TEST_P(Progress, turnsBetweenBarriers) {
  build(R"(kernel void k(global int* out, volatile local int* turn) {
             int l = get_local_id(1) * get_local_size(0) + get_local_id(0);
             int n = get_local_size(0) * get_local_size(1), sum = 0;
             for (int round = 0; round < 5; ++round) {
               if (l == 0) turn[0] = n - 1;
               barrier(CLK_LOCAL_MEM_FENCE);
               while (turn[0] != l) {}
               sum += round * l;
               turn[0] = l - 1;
               barrier(CLK_LOCAL_MEM_FENCE);
               if (turn[0] != -1) sum = -1000000;
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum; })");
  std::vector<int> out(60);
  run({{6, 10}, {3, 5}, {}}, out, Local{4});
  for (size_t y = 0; y < 10; ++y) {
    for (size_t x = 0; x < 6; ++x) {
      ASSERT_EQ(out[y * 6 + x], int(y % 5 * 3 + x % 3) * 10) << x << " " << y;
    }
  }
}

/// Some return, some wait at a barrier, some wait for both.
TEST_P(Progress, waitsWhileOthersReturnOrAreAtABarrier) {
  build(R"(kernel void k(global int* out, volatile local int* t) {
             int l = get_local_id(0);
             if (l == 0) { t[0] = 0; t[1] = 0; }
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l % 4 == 3) {
               atomic_inc(t);
               out[get_global_id(0)] = 7;
               return;
             }
             if (l % 4 == 0) {
               while (t[0] + t[1] < 12) {}
             } else if (l % 4 == 1) {
               atomic_inc(t + 1);
             }
             barrier(CLK_LOCAL_MEM_FENCE);
             out[get_global_id(0)] = t[0] * 10 + t[1]; })");
  std::vector<int> out(24);
  run({{24}, {24}, {}}, out, Local{8});
  for (size_t i = 0; i < out.size(); ++i) {
    ASSERT_EQ(out[i], i % 4 == 3 ? 7 : 66) << i;
  }
}

/// The loop asks a function, and another one has the loop.
TEST_P(Progress, waitsInFunctions) {
  build(R"(__attribute__((noinline)) int is_done(volatile global int* flag) {
             return atomic_or(flag, 0) != 0;
           }
           __attribute__((noinline)) void wait_for(volatile global int* flag) {
             while (atomic_add(flag, 0) == 0) {}
           }
           kernel void k(volatile global int* flags, global int* out) {
             int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0), rounds = 0;
             if (l + 1 < n) {
               if (l & 1) wait_for(flags + i + 1);
               else while (!is_done(flags + i + 1)) ++rounds;
             }
             atomic_xchg(flags + i, l + 1);
             out[i] = rounds >= 0 ? l : rounds; })");
  std::vector<int> flags(32), out(32);
  run({{32}, {16}, {}}, flags, out);
  for (size_t i = 0; i < out.size(); ++i) {
    ASSERT_EQ(flags[i], int(i % 16) + 1) << i;
    ASSERT_EQ(out[i], int(i % 16)) << i;
  }
}

/// Two loops in each other both wait: a value is passed on from hand to hand, again and again.
TEST_P(Progress, pingPong) {
  build(R"(kernel void k(global int* out, volatile local int* ball) {
             int l = get_local_id(0), n = get_local_size(0), caught = 0;
             if (l == 0) ball[0] = 0;
             barrier(CLK_LOCAL_MEM_FENCE);
             for (;;) {
               int b;
               while ((b = ball[0]) >= 0 && b % n != l) {}
               if (b < 0) break;
               ++caught;
               ball[0] = b + 1 == 5 * n ? -1 : b + 1;
             }
             out[get_global_id(0)] = caught; })");
  std::vector<int> out(32);
  run({{32}, {16}, {}}, out, Local{4});
  EXPECT_EQ(out, std::vector<int>(32, 5));
}

/// OpenCL C 3.0: an atomic flag in local memory publishes what is not atomic.
TEST_P(Progress, publishesThroughC11Atomics) {
  build(R"(kernel void k(global int* out) {
             local atomic_int flags[64];
             local int values[64];
             int l = get_local_id(0), n = get_local_size(0);
             atomic_init(flags + l, 0);
             barrier(CLK_LOCAL_MEM_FENCE);
             int seen = 1;
             if (l + 1 < n) {
               while (!atomic_load_explicit(flags + l + 1, memory_order_acquire,
                                            memory_scope_work_group)) {}
               seen += values[l + 1];
             }
             values[l] = seen;
             atomic_store_explicit(flags + l, 1, memory_order_release, memory_scope_work_group);
             out[get_global_id(0)] = seen; })",
        "-cl-std=CL3.0");
  std::vector<int> out(100);
  run({{100}, {50}, {}}, out);
  for (size_t i = 0; i < out.size(); ++i) {
    ASSERT_EQ(out[i], 50 - int(i % 50)) << i;
  }
}

/// Groups that wait for another one, as in scans over all groups: other work-items wait, too.
TEST_P(Progress, sumsUpOverGroups) {
  build(R"(kernel void k(volatile global int* next, volatile global int* sums) {
             local int number;
             int l = get_local_id(0);
             if (l == 0) number = atomic_inc(next);
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l == get_local_size(0) - 1) {
               int before = 0;
               if (number != 0) {
                 while ((before = atomic_add(sums + number - 1, 0)) == 0) {}
               }
               atomic_xchg(sums + number, before + number + 1);
             } })");
  std::vector<int> next(1), sums(64);
  run({{64 * 8}, {8}, {}}, next, sums);
  for (size_t i = 0; i < sums.size(); ++i) {
    ASSERT_EQ(sums[i], int((i + 1) * (i + 2) / 2)) << i;
  }
}

} // namespace
