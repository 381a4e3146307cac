// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that are not inlined: where work-items disagree, with values of all kinds.
#include "harness.h"

namespace {

class Functions : public KernelTest {
protected:
  /// Runs k(out, in) over 150 items in groups of 50; `expected` gives out[i] of i and in[i].
  template <typename F> void check(const std::string& source, F expected) {
    build("#define OWN __attribute__((noinline))\n" + source);
    std::vector<cl_uint> out(150), in(150);
    for (cl_uint i = 0; i < 150; ++i) {
      in[i] = i * 37 % 101;
    }
    run({{150}, {50}, {}}, out, in);
    for (cl_uint i = 0; i < 150; ++i) {
      ASSERT_EQ(out[i], expected(i, in[i])) << "item " << i;
    }
  }
};
ALL_VARIANTS(Functions);

cl_uint steps_to_one(cl_uint n) {
  cl_uint steps = 0;
  for (; n > 1; ++steps) {
    n = n % 2 ? 3 * n + 1 : n / 2;
  }
  return steps;
}

TEST_P(Functions, divergentLoopUnderADivergentBranch) {
  check(R"(OWN uint steps(uint n) {
             uint steps = 0;
             for (; n > 1; ++steps) n = n % 2 ? 3 * n + 1 : n / 2;
             return steps;
           }
           kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i];
             out[i] = own % 3 ? steps(own) : 7; })",
        [](cl_uint, cl_uint own) { return own % 3 ? steps_to_one(own) : 7; });
}

TEST_P(Functions, leftUnoptimised) {
  check(R"(#define RAW __attribute__((optnone, noinline))
           RAW uint steps(uint n) {
             uint steps = 0;
             for (; n > 1; ++steps) n = n % 2 ? 3 * n + 1 : n / 2;
             return steps;
           }
           RAW uint neighbour(local uint* l, uint own) {
             uint i = get_local_id(0);
             l[i] = own;
             barrier(CLK_LOCAL_MEM_FENCE);
             return l[(i + 1) % get_local_size(0)];
           }
           RAW kernel void k(global uint* out, global const uint* in) {
             local uint l[50];
             uint i = get_global_id(0), own = in[i];
             uint next = neighbour(l, own);
             out[i] = own % 3 ? steps(own) + next : next; })",
        [](cl_uint i, cl_uint own) {
          const cl_uint next = (i % 50 == 49 ? i - 49 : i + 1) * 37 % 101;
          return own % 3 ? steps_to_one(own) + next : next;
        });
}

TEST_P(Functions, oneCallsAnother) {
  check(R"(OWN uint inner(uint a, uint b) { return a / (b + 1) + b; }
           OWN uint outer(uint a) { if (a < 9) return 5; return inner(a, a & 3) + inner(a + 1, 4); }
           kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), sum = 0;
             for (uint j = 0; j < (in[i] & 7); ++j) sum += outer(in[i] + j);
             out[i] = sum; })",
        [](cl_uint, cl_uint own) {
          const auto inner = [](cl_uint a, cl_uint b) { return a / (b + 1) + b; };
          cl_uint sum = 0;
          for (cl_uint a = own; a < own + (own & 7); ++a) {
            sum += a < 9 ? 5 : inner(a, a & 3) + inner(a + 1, 4);
          }
          return sum;
        });
}

TEST_P(Functions, pointersToBuffersAndPrivateArrays) {
  check(R"(OWN void put(global uint* to, private uint* own, uint n, uint last) {
             for (uint j = 0; j < n; ++j) own[j] += j;
             if (n > last) return;
             *to = own[0] + own[3] * n;
           }
           kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), a[4];
             for (uint j = 0; j < 4; ++j) a[j] = in[i] + j;
             out[i] = 1;
             put(out + i, a, in[i] & 3, 2);
             out[i] += a[in[i] & 3]; })",
        [](cl_uint, cl_uint own) {
          cl_uint a[4], out = 1;
          const cl_uint n = own & 3;
          for (cl_uint j = 0; j < 4; ++j) {
            a[j] = own + j + (j < n ? j : 0);
          }
          if (n <= 2) {
            out = a[0] + a[3] * n;
          }
          return out + a[n];
        });
}

TEST_P(Functions, shortVectorsAndStructures) {
  check(R"(typedef struct { uint a; uchar b; uint3 c; } S;
           OWN S change(S s, uint4 v, bool which) {
             S r = s;
             if (which) { r.a += v.w; r.c = v.zyx; } else r.b = (uchar)v.y;
             return r;
           }
           kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i];
             S s = {own, 3, (uint3)(1, 2, 3)};
             if (own & 4) s = change(s, (uint4)(own, 2 * own, 5, i), own & 1);
             out[i] = s.a + s.b * 1000 + s.c.x * 3 + s.c.y * 5 + s.c.z * 7; })",
        [](cl_uint i, cl_uint own) {
          cl_uint a = own, b = 3, x = 1, y = 2, z = 3;
          if (own & 4) {
            if (own & 1) {
              a += i, x = 5, y = 2 * own, z = own;
            } else {
              b = 2 * own & 255;
            }
          }
          return a + b * 1000 + x * 3 + y * 5 + z * 7;
        });
}

TEST_P(Functions, atomicsAndVolatilesInside) {
  check(R"(OWN uint count(global volatile uint* where, uint n) {
             uint old = 0;
             for (uint j = 0; j <= n; ++j) { atomic_add(where, j); old += *where & 0; }
             return n + old;
           }
           kernel void k(global volatile uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i];
             out[i] = 0;
             if (own < 60) { uint n = count(out + i, own & 15); atomic_xchg(out + i, out[i] * 100 + n); } })",
        [](cl_uint, cl_uint own) {
          const cl_uint n = own & 15;
          return own < 60 ? n * (n + 1) / 2 * 100 + n : 0;
        });
}

} // namespace
