// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.h"

#include <numeric>

namespace {

class Barriers : public KernelTest {
protected:
  /// Runs k(data, local block) over 96 items in groups of several sizes; `expected` gives what
  /// becomes of item i in a group of n.
  template <typename F>
  void check(const std::string& source, F expected, const char* options = "") {
    build(source, options);
    for (const size_t local : {1, 2, 3, 8, 16, 32, 48, 96}) {
      std::vector<int> data(96);
      std::iota(data.begin(), data.end(), 0);
      run({{96}, {local}, {}}, data, Local{local * sizeof(int)});
      for (int i = 0; i < 96; ++i) {
        ASSERT_EQ(data[i], expected(i, int(local))) << "item " << i << " of groups of " << local;
      }
    }
  }

  /// The item whose place is mirrored within its group.
  static int mirror(int i, int n) { return i / n * n + (n - 1 - i % n); }
};
ALL_VARIANTS(Barriers);

/// Work-items leave the loop around the barrier at different times and come back to it through the
/// outer one: they meet at the barrier in different rounds of that.
TEST_P(Barriers, backThroughAnOuterLoop) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), g = get_global_id(0);
             int out = 0, i = 0, a = 1, n = data[g] & 1;
             do {
               a += 3;
               int more;
               do {
                 barrier(CLK_LOCAL_MEM_FENCE);
                 t[l] = i;
                 ++i;
                 out += a;
                 more = i < 6;
               } while (more && ((i + n) & 1));
             } while (i < 6);
             data[g] = out; })",
        [](int i, int /*size*/) { return i % 2 == 0 ? 42 : 51; });
}

TEST_P(Barriers, straightCode) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             t[l] = data[g];
             barrier(CLK_LOCAL_MEM_FENCE);
             data[g] = t[n - 1 - l]; })",
        [](int i, int n) { return mirror(i, n); });
}

/// cl_intel_split_work_group_barrier: what is between both parts belongs to neither side.
TEST_P(Barriers, arriveAndWait) {
  if (comes_as_spirv()) {
    GTEST_SKIP() << "modules have instructions for it: spirv-ll's tests of split barriers";
  }
  const std::string source = R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             for (int round = 0; round < 3; ++round) {
               t[l] = data[g] + round;
               intel_work_group_barrier_arrive(FLAGS);
               int own = data[g] / 2;
               intel_work_group_barrier_wait(FLAGS);
               data[g] = t[n - 1 - l] + own - own;
               barrier(CLK_LOCAL_MEM_FENCE);
             } })";
  const auto expected = [](int i, int n) { return mirror(i, n) + 3; };
  check("#define FLAGS CLK_LOCAL_MEM_FENCE\n" + source, expected);
  check("#define FLAGS CLK_LOCAL_MEM_FENCE, memory_scope_work_group\n" + source, expected,
        "-cl-std=CL3.0");
}

TEST_P(Barriers, severalInSequenceWithValuesAcrossAll) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             int mine = data[g] * 3;
             t[l] = mine;
             barrier(CLK_LOCAL_MEM_FENCE);
             int other = t[n - 1 - l];
             barrier(CLK_LOCAL_MEM_FENCE);
             t[l] = other + mine;
             barrier(CLK_LOCAL_MEM_FENCE);
             barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
             data[g] = t[n - 1 - l] - mine + other; })",
        [](int i, int n) { return 3 * mirror(i, n) + 3 * i - 3 * i + 3 * mirror(i, n); });
}

TEST_P(Barriers, inAUniformLoop) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             int sum = 0;
             for (size_t step = 0; step < n; ++step) {
               t[l] = data[g] + step;
               barrier(CLK_LOCAL_MEM_FENCE);
               sum += t[(l + step) % n];
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             data[g] = sum; })",
        [](int i, int n) {
          const int first = i / n * n;
          return n * first + 2 * (n * (n - 1) / 2);
        });
}

TEST_P(Barriers, comeToByTwoWays) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             int most = data[g];
             size_t step = 1;
           write:
             t[l] = most;
           again:
             barrier(CLK_LOCAL_MEM_FENCE);
             if (step < n) {
               int takes = l % (2 * step) == 0 && l + step < n;
               if (takes) most = max(most, t[l + step]);
               step *= 2;
               if (takes) goto write;
               goto again;
             }
             data[g] = t[0]; })",
        [](int i, int n) { return i / n * n + n - 1; });
}

TEST_P(Barriers, inNestedLoopsWithBreakAndContinue) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             int acc = data[g];
             for (int i = 0; i < 4; ++i) {
               if (i == 1) continue;
               for (int j = 0;; ++j) {
                 t[l] = acc;
                 barrier(CLK_LOCAL_MEM_FENCE);
                 acc = t[n - 1 - l] + 1;
                 if (j == i) break;
                 barrier(CLK_LOCAL_MEM_FENCE);
               }
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             data[g] = acc; })",
        [](int i, int n) { return (8 % 2 ? mirror(i, n) : i) + 8; });
}

TEST_P(Barriers, underUniformBranches) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             int v = data[g];
             t[l] = v;
             if (get_group_id(0) & 1) {
               barrier(CLK_LOCAL_MEM_FENCE);
               v = t[n - 1 - l];
             } else if (n > 2) {
               v += 1000;
             } else {
               barrier(CLK_LOCAL_MEM_FENCE);
               v = t[n - 1 - l] + 2000;
             }
             data[g] = v; })",
        [](int i, int n) {
          return (i / n) & 1 ? mirror(i, n) : n > 2 ? i + 1000 : mirror(i, n) + 2000;
        });
}

TEST_P(Barriers, inCalledFunctions) {
  check(R"(int swap(local int* t, int v) {
             size_t l = get_local_id(0), n = get_local_size(0);
             barrier(CLK_LOCAL_MEM_FENCE);
             t[l] = v;
             barrier(CLK_LOCAL_MEM_FENCE);
             return t[n - 1 - l];
           }
           int twice(local int* t, int v) { return swap(t, swap(t, v) + 1) + 1; }
           kernel void k(global int* data, local int* t) {
             size_t g = get_global_id(0);
             data[g] = twice(t, data[g]) + swap(t, data[g]); })",
        [](int i, int n) { return i + 2 + mirror(i, n); });
}

TEST_P(Barriers, divergentCodeBetween) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             int v = data[g];
             for (size_t i = 0; i < l; ++i) { if (i & 1) v += 2; else v -= 1; }
             t[l] = v;
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l & 1) v = t[n - 1 - l];
             barrier(CLK_LOCAL_MEM_FENCE);
             data[g] = v; })",
        [](int i, int n) {
          const auto own = [&](int item) {
            const int l = item % n;
            return item + l / 2 * 2 - (l + 1) / 2;
          };
          return (i % n) & 1 ? own(mirror(i, n)) : own(i);
        });
}

TEST_P(Barriers, privateArraysAcross) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             int own[5];
             for (int i = 0; i < 5; ++i) own[i] = data[g] + i;
             int* middle = own + 2;
             t[l] = own[l % 5];
             barrier(CLK_LOCAL_MEM_FENCE);
             middle[(int)(l % 3) - 1] = t[n - 1 - l];
             barrier(CLK_LOCAL_MEM_FENCE);
             int sum = 0;
             for (int i = 0; i < 5; ++i) sum += own[i];
             data[g] = sum; })",
        [](int i, int n) {
          const int l = i % n, other = mirror(i, n);
          return 5 * i + 10 - (i + 1 + l % 3) + other + other % n % 5;
        });
}

TEST_P(Barriers, vectorsAndStructuresAcross) {
  check(R"(struct pair { char c; double d; int4 v; };
           kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             struct pair p = { (char)l, data[g] / 2.0, (int4)(1, 2, 3, data[g]) };
             long16 wide = (long16)(data[g]);
             bool flag = l & 1;
             t[l] = data[g];
             barrier(CLK_LOCAL_MEM_FENCE);
             p.v += (int4)(t[n - 1 - l]);
             data[g] = p.c + (int)(p.d * 2) + p.v.x + p.v.w + (int)wide.s7 + flag; })",
        [](int i, int n) {
          const int l = i % n;
          return l + i + 1 + mirror(i, n) + i + mirror(i, n) + i + (l & 1);
        });
}

TEST_P(Barriers, kernelCallsKernelWithBarriersAndLocalMemoryInBoth) {
  check(R"(kernel void inner(global int* data, local int* t) {
             local int own[96];
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             own[l] = data[g] + 1;
             barrier(CLK_LOCAL_MEM_FENCE);
             t[l] = own[n - 1 - l];
             barrier(CLK_LOCAL_MEM_FENCE);
           }
           kernel void k(global int* data, local int* t) {
             local int outer[96];
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             outer[l] = data[g];
             barrier(CLK_LOCAL_MEM_FENCE);
             inner(data, t);
             data[g] = t[l] * 1000 + outer[n - 1 - l];
           })",
        [](int i, int n) { return (mirror(i, n) + 1) * 1000 + mirror(i, n); });
}

TEST_P(Barriers, earlyUniformReturn) {
  check(R"(kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             t[l] = data[g];
             barrier(CLK_LOCAL_MEM_FENCE);
             if (get_group_id(0) == 0) return;
             data[g] = t[n - 1 - l];
             barrier(CLK_GLOBAL_MEM_FENCE);
             data[g] += 5; })",
        [](int i, int n) { return i / n == 0 ? i : mirror(i, n) + 5; });
}

TEST_P(Barriers, threeDimensions) {
  build(R"(kernel void k(global int* data) {
             local int t[2][3][4];
             size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
             size_t g = get_global_id(0) + 8 * (get_global_id(1) + 6 * get_global_id(2));
             t[z][y][x] = data[g];
             barrier(CLK_LOCAL_MEM_FENCE);
             data[g] = t[1 - z][2 - y][3 - x]; })");
  std::vector<int> data(8 * 6 * 4);
  std::iota(data.begin(), data.end(), 0);
  run({{8, 6, 4}, {4, 3, 2}, {}}, data);
  for (int z = 0; z < 4; ++z) {
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 8; ++x) {
        ASSERT_EQ(data[x + 8 * (y + 6 * z)], mirror(x, 4) + 8 * (mirror(y, 3) + 6 * mirror(z, 2)));
      }
    }
  }
}

TEST_P(Barriers, manyBarriersUnrolled) {
  check(
      R"(#define STEP t[l] = v; barrier(CLK_LOCAL_MEM_FENCE); v = t[n - 1 - l] + 1; barrier(CLK_LOCAL_MEM_FENCE);
           #define FOUR STEP STEP STEP STEP
           kernel void k(global int* data, local int* t) {
             size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
             int v = data[g];
             FOUR FOUR FOUR FOUR
             data[g] = v; })",
      [](int i, int) { return i + 16; });
}

/// Rows of every length with values that live across barriers, and a group whose ids cross the end
/// of a block of 2^31.
TEST_P(Barriers, rowsThatLeaveARemainder) {
  build(R"(kernel void k(global int* data, local int* t, ulong base) {
             int x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), own[3];
             int g = get_global_id(0);                   // may begin anew
             size_t at = get_global_id(0) - base + get_global_size(0) * get_global_id(1);
             for (int i = 0; i < 3; ++i) own[(i + x) % 3] = data[at] + i;
             t[y * w + x] = data[at] + 1;
             barrier(CLK_LOCAL_MEM_FENCE);
             int other = t[y * w + w - 1 - x];
             barrier(CLK_LOCAL_MEM_FENCE);
             for (int i = 0; i < 2; ++i) {
               t[y * w + x] += own[(x + i) % 3];
               barrier(CLK_LOCAL_MEM_FENCE);
               other += t[(get_local_size(1) - 1 - y) * w + x];
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             data[at] = other ^ g; })");
  for (const size_t base : {size_t(0), (size_t(1) << 31) - 19}) {
    for (int w = 1; w <= 40; w += w < 20 ? 1 : 7) {
      std::vector<int> data(2 * w * 4);
      std::iota(data.begin(), data.end(), 0);
      run({{2 * size_t(w), 4}, {size_t(w), 4}, {base, 0}}, data, Local{4 * size_t(w) * 4},
          cl_ulong(base));
      for (int at = 0; at < 2 * w * 4; ++at) {
        const int column = at % (2 * w), row = at / (2 * w), first = column / w * w;
        const int across = (3 - row) * 2 * w + column;
        const int sum = row * 2 * w + first + mirror(column - first, w) + 1 +
                        (across + 1 + across) + (across + 1 + across + across + 1);
        ASSERT_EQ(data[at], sum ^ int(uint32_t(base + column))) << base << ", " << w << ": " << at;
      }
    }
  }
}

/// Work-items that have returned do not keep others from what comes behind a barrier, as on GPUs.
class EndedEarly : public Barriers {
protected:
  /// Runs k(out, in, t, n) for 64 items; `expected` gives out[g] of those that stay, which are the
  /// ones that `stays` names; others are left as they are.
  template <typename F, typename S>
  void check_stays(const std::string& source, S stays, F expected) {
    build(source);
    for (const int local : {1, 4, 8, 11, 32, 64}) {
      const int all = 64 / local * local;
      for (const int n : {0, 1, 7, 32, 40, 63, 64}) {
        std::vector<int> out(64, -1), in(64);
        std::iota(in.begin(), in.end(), 0);
        run({{size_t(all)}, {size_t(local)}, {}}, out, in, Local{64 * sizeof(int)}, n);
        for (int g = 0; g < all; ++g) {
          ASSERT_EQ(out[g], stays(g, n, local) ? expected(g, n, local) : -1)
              << "item " << g << " of groups of " << local << ", n = " << n;
        }
      }
    }
  }
};
ALL_VARIANTS(EndedEarly);

TEST_P(EndedEarly, theLastOnes) {
  check_stays(
      R"(kernel void k(global int* out, global const int* in, local int* t, int n) {
                   int g = get_global_id(0), l = get_local_id(0);
                   if (g >= n) return;
                   t[l] = in[g];
                   barrier(CLK_LOCAL_MEM_FENCE);
                   out[g] = t[0] + l; })",
      [](int g, int n, int) { return g < n; },
      [](int g, int, int local) { return g / local * local + g % local; });
}

TEST_P(EndedEarly, theFirstOnesAndSome) {
  check_stays(
      R"(kernel void k(global int* out, global const int* in, local int* t, int n) {
                   int g = get_global_id(0), l = get_local_id(0), last = get_local_size(0) - 1;
                   int mine = in[g] * 3;
                   t[l] = mine;
                   if (g < n && (g & 1) == 0) return;
                   barrier(CLK_LOCAL_MEM_FENCE);
                   int other = t[last - l] + mine;
                   barrier(CLK_LOCAL_MEM_FENCE);
                   t[l] = other;
                   barrier(CLK_LOCAL_MEM_FENCE);
                   out[g] = t[l] + mine; })",
      [](int g, int n, int) { return g >= n || (g & 1) != 0; },
      [](int g, int, int local) {
        return 3 * (g / local * local + local - 1 - g % local) + 6 * g;
      });
}

/// In a loop of which each round has a barrier, fewer and fewer are left.
TEST_P(EndedEarly, inALoop) {
  check_stays(
      R"(kernel void k(global int* out, global const int* in, local int* t, int n) {
                   int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
                   int sum = in[g];
                   for (int round = 0; round < 5; ++round) {
                     if (g < n - 40 + round * 3) return;
                     t[l] = sum;
                     barrier(CLK_LOCAL_MEM_FENCE);
                     sum += t[size - 1] + round;
                     barrier(CLK_LOCAL_MEM_FENCE);
                   }
                   out[g] = sum; })",
      [](int g, int n, int) { return g >= n - 28; },
      [](int g, int, int local) {
        int sum = g, last = g / local * local + local - 1;
        for (int round = 0; round < 5; ++round) {
          const int seen = last;
          sum += seen + round;
          last += seen + round;
        }
        return sum;
      });
}

} // namespace
