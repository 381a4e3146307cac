// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow by which work-items go different ways: what random kernels found, reduced, and the
// simplest forms.
#include "harness.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <numeric>

namespace {

class Divergence : public KernelTest {
protected:
  /// Runs k(out, in) over 100 items in groups of 50; `expected` gives out[i] of i and in[i].
  template <typename F> void check(const std::string& source, F expected) {
    build(source);
    std::vector<cl_uint> out(100), in(100);
    for (cl_uint i = 0; i < 100; ++i) {
      in[i] = i * 37 % 101;
    }
    run({{100}, {50}, {}}, out, in);
    for (cl_uint i = 0; i < 100; ++i) {
      ASSERT_EQ(out[i], expected(i, in[i])) << "item " << i;
    }
  }
};
ALL_VARIANTS(Divergence);

/// The only way out of the loop is behind a branch that takes some work-items round again.
TEST_P(Divergence, loopLeftBehindAContinue) {
  build(R"(kernel void k(global int* out, int n) {
             int g = get_global_id(0), i = 0, sum = 0;
             for (;;) {
               ++i;
               if ((g ^ i) & 1) continue;
               sum += i;
               if (i > n) break;
             }
             out[g] = sum * 100 + i; })");
  std::vector<int> out(70);
  run({{70}, {}, {}}, out, 10);
  for (int g = 0; g < 70; ++g) {
    int i = 0, sum = 0;
    do {
      ++i;
      sum += (g ^ i) & 1 ? 0 : i;
    } while (((g ^ i) & 1) || i <= 10);
    ASSERT_EQ(out[g], sum * 100 + i) << g;
  }
}

/// Some come to the second part directly, others from the first one, from which alone all leave.
TEST_P(Divergence, loopThatIsEnteredInTwoPlaces) {
  build(R"(kernel void k(global int* out, int n) {
             int g = get_global_id(0), turns = 0;
             uint fuel = 40;
             if ((g & 3) == 0) goto second;
           first:
             do {
               if (fuel == 0) break;
               --fuel;
             } while ((n & 7) == 3);
             if ((g & 1) != 0 || fuel == 0) goto left;
           second:
             --fuel;
             ++turns;
             goto first;
           left:
             out[g] = fuel * 100 + turns; })");
  for (const int n : {2, 3}) {
    std::vector<int> out(70);
    run({{70}, {}, {}}, out, n);
    for (int g = 0; g < 70; ++g) {
      int fuel = 40, turns = 0;
      bool is_first = (g & 3) != 0;
      for (;; is_first = true) {
        if (is_first) {
          fuel = fuel == 0 || n == 3 ? 0 : fuel - 1;
          if (g % 2 != 0 || fuel == 0) {
            break;
          }
        }
        --fuel;
        ++turns;
      }
      ASSERT_EQ(out[g], fuel * 100 + turns) << g << " with " << n;
    }
  }
}

/// LLVM makes two loops of it, and lanes that leave the inner one come back to its header.
/// A block that goes to two entries of a loop: what each gets from it counts.
TEST_P(Divergence, blocksThatGoToTwoEntriesOfALoop) {
  const auto expected = [](cl_uint /*item*/, cl_uint v) {
    cl_uint t = 1, s = 0, fuel = 20;
    bool at_fourth = (v & 1) != 0, skips = false;
    for (;;) {
      if (!at_fourth) {
        s += skips ? 0 : t;
        t = t * 3 + v;
        if (--fuel == 0) {
          return s * 1000 + t % 1000;
        }
        if ((t & 4) != 0) {
          skips = false;
          continue;
        }
      }
      at_fourth = false;
      s += 100;
      if (((t ^ v) & 2) == 0) {
        return s * 1000 + t % 1000;
      }
      skips = true;
    }
  };
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), v = in[i], t = 1, s = 0, fuel = 20;
             if (v & 1) goto fourth;
           second:
             s += t;
           third:
             t = t * 3 + v;
             if (--fuel == 0) goto end;
             if (t & 4) goto second;
           fourth:
             s += 100;
             if ((t ^ v) & 2) goto third;
           end:
             out[i] = s * 1000 + t % 1000; })",
        expected);
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), v = in[i], t = 1, s = 0, fuel = 20;
             switch (v & 1) {
             case 0:
               do {
                 s += t;
                 do {
                   t = t * 3 + v;
                   if (--fuel == 0) goto end;
                   if (t & 4) break;
             case 1:
                   s += 100;
                   if (!((t ^ v) & 2)) goto end;
                 } while (1);
               } while (1);
             }
           end:
             out[i] = s * 1000 + t % 1000; })",
        expected);
}

/// Work-items diverge, and all that leave pass one of the two ways; the others reach it later.
TEST_P(Divergence, leavingPastAJoin) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), v = in[i], sum = 0;
             for (uint round = 0;; ++round) {
               uint step;
               if ((v + round) & 1) {
                 if (round > 5) break;
                 step = 3;
               } else {
                 step = 5;
               }
               sum = sum * 7 + step;
             }
             out[i] = sum; })",
        [](cl_uint /*item*/, cl_uint v) {
          cl_uint sum = 0;
          for (cl_uint round = 0; round <= 5 || ((v + round) & 1) == 0; ++round) {
            sum = sum * 7 + ((v + round) % 2 == 1 ? 3 : 5);
          }
          return sum;
        });
}

/// LLVM would turn these loops into strlen, wcslen and the like, which kernels do not have.
TEST_P(Divergence, searchesForAZero) {
  build(R"(kernel void k(global uint* out, global const char* bytes, global const int* words) {
             size_t i = get_global_id(0), g = get_group_id(0);
             uint own = 0, first = 0, group = 0;
             while (bytes[i + own]) ++own;
             while (bytes[first]) ++first;
             while (words[g + group]) ++group;
             out[i] = own + 1000 * first + 1000000 * group; })");
  std::vector<cl_char> bytes(200, 7);
  bytes[120] = 0;
  std::vector<cl_int> words(200, -3);
  words[150] = 0;
  std::vector<cl_uint> out(100);
  run({{100}, {50}, {}}, out, bytes, words);
  for (cl_uint i = 0; i < 100; ++i) {
    ASSERT_EQ(out[i], (120 - i) + 1000 * 120 + 1000000 * (150 - i / 50)) << "item " << i;
  }
}

TEST_P(Divergence, continueBeforeALoad) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i], w = 7, n = 0;
             for (uint fuel = 60; fuel && in[0] == 0; ) {
               --fuel; n += 1; out[i] = n;
               if (own < 50) continue;
               w = in[i];
             }
             out[i] += w; })",
        [](cl_uint, cl_uint own) { return 60 + (own < 50 ? 7 : own); });
}

/// An array of which some accesses are of short vectors and some of single elements.
TEST_P(Divergence, privateArrayOfVectorsAndElements) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i], a[12] = {0};
             for (uint j = 0; j < 3; ++j) vstore4((uint4)(own, own + j, i, j), j, a);
             for (uint j = 0; j < (own & 7); ++j) a[j + 1] += a[(own + j) % 12];
             uint3 v = vload3(own & 3, a);
             uint4 w = vload4(1, a);
             out[i] = v.x + 3 * v.y + 5 * v.z + 7 * w.x + 11 * w.w; })",
        [](cl_uint i, cl_uint own) {
          cl_uint a[12];
          for (cl_uint j = 0; j < 3; ++j) {
            a[4 * j] = own, a[4 * j + 1] = own + j, a[4 * j + 2] = i, a[4 * j + 3] = j;
          }
          for (cl_uint j = 0; j < (own & 7); ++j) {
            a[j + 1] += a[(own + j) % 12];
          }
          const cl_uint* v = a + 3 * (own & 3);
          return v[0] + 3 * v[1] + 5 * v[2] + 7 * a[4] + 11 * a[7];
        });
}

TEST_P(Divergence, fallingIntoACaseFromADivergentLoop) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i], n = 0;
             for (uint r = 0; r < 2 && own + r < 100; ++r) {
               switch (get_group_id(0) & 3) {
               case 1:
                 for (uint j = 0; j < (own & 15); ++j) n += j;
               case 2:
                 atomic_add(out + i, own);
               default:
                 n += 1;
               }
             }
             out[i] += n; })",
        [](cl_uint i, cl_uint own) {
          cl_uint result = 0;
          for (cl_uint r = 0; r < 2 && own + r < 100; ++r) {
            const cl_uint last = own & 15;
            result += 1 + (i / 50 == 1 ? last * (last ? last - 1 : 0) / 2 + own : 0);
          }
          return result;
        });
}

TEST_P(Divergence, severalWaysOutOfNestedLoops) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i], n = 0;
             for (uint a = 0;; ++a) {
               for (uint b = 0; b < own; ++b) {
                 n += a ^ b;
                 if (n > 500) { out[i] = n; return; }
                 if ((n & 7) == 5) break;
                 if ((n & 3) == 2) continue;
                 n += 1;
               }
               if (a * own > 90) break;
               if (a > 20) { n += 1000; break; }
             }
             out[i] = n + 1; })",
        [](cl_uint, cl_uint own) {
          cl_uint n = 0;
          for (cl_uint a = 0;; ++a) {
            for (cl_uint b = 0; b < own; ++b) {
              n += a ^ b;
              if (n > 500) {
                return n;
              }
              if ((n & 7) == 5) {
                break;
              }
              if ((n & 3) == 2) {
                continue;
              }
              n += 1;
            }
            if (a * own > 90) {
              break;
            }
            if (a > 20) {
              n += 1000;
              break;
            }
          }
          return n + 1;
        });
}

/// Loops that some leave early and all at their end, the inner one with values that take long and
/// are jumped over where nobody wants them; what a work-item leaves with is used behind it.
TEST_P(Divergence, searchesThatEndEarlyForSome) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i], n = 0;
             float nearest = 1e9f;
             for (uint r = 0; r < 4; ++r) {
               uint hit = 77;
               for (uint j = 0; j < 9; ++j) {
                 float q = (float)(own % 17) - (float)(2 * j + r);
                 float far = q < 0 ? 1e9f : sqrt(q) + sqrt(q + 1);
                 uint share = j == own % 7 ? 5 : 1000 / (own % 7 > j ? own % 7 - j : 50);
                 nearest = far < nearest ? far : nearest;
                 n += share;
                 if (in[j + r] % 11 == own % 11) { hit = j; nearest += 1; break; }
               }
               n = n * 31 + hit + (uint)(nearest * 8 < 1e6f ? nearest * 8 : 3);
               if (own * r > 150) break;
             }
             out[i] = n; })",
        [](cl_uint, cl_uint own) {
          const auto in = [](cl_uint at) { return at * 37 % 101; };
          cl_uint n = 0;
          float nearest = 1e9F;
          for (cl_uint r = 0; r < 4; ++r) {
            cl_uint hit = 77;
            for (cl_uint j = 0; j < 9; ++j) {
              const float q = float(own % 17) - float(2 * j + r);
              const float far = q < 0 ? 1e9F : std::sqrt(q) + std::sqrt(q + 1);
              n += j == own % 7 ? 5 : 1000 / (own % 7 > j ? own % 7 - j : 50);
              nearest = std::min(far, nearest);
              if (in(j + r) % 11 == own % 11) {
                hit = j;
                nearest += 1;
                break;
              }
            }
            n = n * 31 + hit + cl_uint(nearest * 8 < 1e6F ? nearest * 8 : 3);
            if (own * r > 150) {
              break;
            }
          }
          return n;
        });
}

TEST_P(Divergence, divisionByZeroOnlyWhereNobodyIs) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i] % 5;
             int low = -2147483647 - 1;
             out[i] = 1;
             if (own != 0) out[i] = 1000 / own + (uint)(low / (int)(own - 10) == 0); })",
        [](cl_uint, cl_uint own) { return own % 5 ? 1000 / (own % 5) : 1; });
}

TEST_P(Divergence, idsOf32BitsAndBeyond) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             int i = get_global_id(0);
             uint back = 99u - (uint)i, far = (uint)i * 0x80000000u;
             out[i] = in[back] + in[far >> 31] + (i > 0 ? in[i - 1] : 5); })",
        [](cl_uint i, cl_uint) {
          const auto in = [](cl_uint at) { return at * 37 % 101; };
          return in(99 - i) + in(i & 1) + (i > 0 ? in(i - 1) : 5);
        });
}

/// Indices that count up in some vectors of work-items and not in others, read and written.
TEST_P(Divergence, indicesThatAreInOrderHereAndThere) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0);
             uint turned = (i + 41) % 100;
             ushort wraps = (ushort)(i + 65500u);
             uint pair = i < 90 ? i : i ^ 1;
             if (in[i] != 50)
               out[turned] = in[pair] + in[wraps < 100 ? wraps : 7] + in[(ushort)(wraps + 36u)];
             else
               out[turned] = 1; })",
        [](cl_uint at, cl_uint) {
          const auto in = [](cl_uint i) { return i * 37 % 101; };
          const cl_uint i = (at + 59) % 100, wraps = (i + 65500) & 0xffff;
          return in(i) == 50 ? 1 : in(i < 90 ? i : i ^ 1) + in(wraps < 100 ? wraps : 7) + in(i);
        });
}

/// Quotients just below, on and above integers, with the largest numbers.
TEST_P(Divergence, divisionsAreExact) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), by = in[i] * in[i] * 429497u | 1, q = 0xffffffffu / by;
             uint above = q * by, below = above - 1;
             int s = (int)(by >> 1 | 1), t = 0x7fffffff / s * s;
             uchar c = (uchar)(i * 2 + 56), d = (uchar)(in[i] | 1);
             out[i] = (above / by == q) + 2 * (below / by == q - 1) + 4 * (below % by == by - 1) +
                      8 * (-t % s == 0) + 16 * ((1 - t) / s == 1 - t / s || s == 1) +
                      32 * (c / d * d + c % d == c && c % d < d); })",
        [](cl_uint, cl_uint) { return 63; });
}

/// The same by numbers that all work-items have in common: near each power of two, of each sign and
/// of each size.
TEST_P(Divergence, divisionsByOneNumberAreExact) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), wrong = 0;
             for (uint j = 0; j < 96; ++j) {
               uint by = (1u << j / 3) + j % 3 - 1;
               if (by == 0) continue;
               uint q = 0xffffffffu / by - i % (0xffffffffu / by), above = q * by;
               wrong += (above / by != q) + ((above - 1) / by != q - 1) + (above % by != 0) +
                        ((above - 1) % by != by - 1);
               int s = by >> 1 | 1, p = 0x7fffffff / s - i % (0x7fffffff / s), t = p * s;
               wrong += (t / -s != -p) + ((1 - t) / s != 1 - p && s != 1) + (-t % s != 0) +
                        ((1 - t) % -s != (s == 1 ? 0 : 1 - s));
               ushort u = by, v = (ushort)(65535 - i * 600);
               if (u) wrong += v / u * u + v % u != v || v % u >= u;
               char c = (char)by, d = (char)(i * 5);
               if (c) wrong += (char)(d / c) * c + d % c != d || abs(d % c) >= abs(c);
             }
             out[i] = wrong; })",
        [](cl_uint, cl_uint) { return 0; });
}

/// Arrays whose elements are adjacent for all lanes: filled as a whole, with indices that are
/// the same for all and others, under masks, in two dimensions, of vectors.
TEST_P(Divergence, privateArrays) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i], w[16] = {0}, m[2][4];
             uint2 v[3] = {(uint2)(1, 2), (uint2)(own, 4), (uint2)(5, i)};
             const uint c[8] = {3, 1, 4, 1, 5, 9, 2, 6};
             for (uint j = 0; j < 16; j += own % 2 + 1) w[j] = in[(i + j) % 100];
             for (uint j = 0; j < 8; ++j) m[j / 4][j % 4] = c[(i + j) % 8];
             for (uint r = 0; r < own % 31; ++r) {
               w[r % 16] = w[(r + 1) % 16] * 3 + w[own % 16];
               v[r % 3] += v[own % 3].yx;
               m[r % 2][own % 4] ^= r;
             }
             uint sum = 0;
             for (uint j = 0; j < 16; ++j) sum = sum * 31 + w[j];
             for (uint j = 0; j < 4; ++j) sum = sum * 7 + m[own % 2][j];
             for (uint j = 0; j < 3; ++j) sum = sum * 5 + v[j].x * 3 + v[j].y;
             out[i] = sum; })",
        [](cl_uint i, cl_uint own) {
          const auto in = [](cl_uint at) { return at * 37 % 101; };
          cl_uint w[16] = {}, m[2][4], v[3][2] = {{1, 2}, {own, 4}, {5, i}};
          const cl_uint c[8] = {3, 1, 4, 1, 5, 9, 2, 6};
          for (cl_uint j = 0; j < 16; j += own % 2 + 1) {
            w[j] = in((i + j) % 100);
          }
          for (cl_uint j = 0; j < 8; ++j) {
            m[j / 4][j % 4] = c[(i + j) % 8];
          }
          for (cl_uint r = 0; r < own % 31; ++r) {
            w[r % 16] = w[(r + 1) % 16] * 3 + w[own % 16];
            const cl_uint x = v[own % 3][1], y = v[own % 3][0];
            v[r % 3][0] += x;
            v[r % 3][1] += y;
            m[r % 2][own % 4] ^= r;
          }
          cl_uint sum = 0;
          for (const cl_uint value : w) {
            sum = sum * 31 + value;
          }
          for (cl_uint j = 0; j < 4; ++j) {
            sum = sum * 7 + m[own % 2][j];
          }
          for (cl_uint j = 0; j < 3; ++j) {
            sum = sum * 5 + v[j][0] * 3 + v[j][1];
          }
          return sum;
        });
}

/// LLVM 22.1 reads under a mask where the value is chosen by that mask: behind the write.
TEST_P(Divergence, readBeforeAWriteUnderTheSameCondition) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             local uint t[50];
             uint i = get_global_id(0), own = in[i], l = get_local_id(0), old = 7;
             t[l] = i;
             barrier(CLK_LOCAL_MEM_FENCE);
             if (own & 1) {
               old = t[l];
               t[l] = own;
             }
             out[i] = old;
             barrier(CLK_LOCAL_MEM_FENCE);
             out[i] = old * 1000 + t[l]; })",
        [](cl_uint i, cl_uint own) { return own & 1 ? i * 1000 + own : 7000 + i; });
}

/// The same in a loop of one work-item, which LLVM makes vectors of.
TEST_P(Divergence, readsBeforeWritesOfOneWorkItem) {
  check(R"(kernel void k(global uint* restrict out, global const uint* restrict in) {
             if (get_global_id(0) != 0) return;
             for (uint j = 0; j < in[15]; ++j) {
               uint old = 7;
               if (in[j] & 1) {
                 old = out[j];
                 out[j] = in[j];
               }
               out[j + 50] = old;
             } })",
        [](cl_uint i, cl_uint own) {
          if (i < 50) {
            return own & 1 ? own : 0;
          }
          return (i - 50) * 37 % 101 & 1 ? 0U : 7U;
        });
}

/// A lane keeps the value that it read in a loop, though it overwrote the place afterwards.
TEST_P(Divergence, readBeforeAWriteInALoopThatLanesLeave) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i], last = 0, a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
             for (uint j = 0; j < in[2] && j < own; ++j) {
               last = a[in[5] & 7];
               a[own & 7] += in[j];
             }
             out[i] = last; })",
        [](cl_uint, cl_uint own) {
          cl_uint last = 0, a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
          for (cl_uint j = 0; j < 2 * 37 && j < own; ++j) {
            last = a[5 * 37 % 101 & 7];
            a[own & 7] += j * 37 % 101;
          }
          return last;
        });
}

/// `fuel`, of which lanes have different numbers behind the first loop, is part of the condition of
/// the second.
TEST_P(Divergence, loopConditionWithWhatALoopLeft) {
  check(R"(kernel void k(global uint* out, global const uint* in) {
             uint i = get_global_id(0), own = in[i], n = 0;
             for (uint round = 0; round < (own & 3); ++round) {
               uint fuel = 20;
               for (uint j = 0; j < own && fuel; ++j) --fuel;
               for (uint j = 0; j < in[1] && fuel; ++j) n += fuel;
             }
             out[i] = n; })",
        [](cl_uint, cl_uint own) { return (own & 3) * 37 * (own < 20 ? 20 - own : 0); });
}

/// An index that is the same for all, computed by a division under a condition that does not hold
/// for the first work-item.
TEST_P(Divergence, sameRemainderUnderACondition) {
  build(R"(kernel void k(global int* out, global const int* in, uint n) {
             size_t x = get_global_id(0), y = get_global_id(1);
             int v = 7;
             if (get_local_id(0) & 3) v = in[(uint)y % n];
             out[y * get_global_size(0) + x] = v; })");
  constexpr int columns = 64, rows = 10, n = 3;
  std::vector<int> out(columns * rows), in = {100, 101, 102};
  run({{columns, rows}, {32, 5}, {}}, out, in, cl_uint(n));
  for (int i = 0; i < columns * rows; ++i) {
    ASSERT_EQ(out[i], i & 3 ? 100 + i / columns % n : 7) << i;
  }
}

/// The same in a loop of the kernel's own.
TEST_P(Divergence, sameRemainderInRoundsOfALoop) {
  build(R"(kernel void k(global int* out, global const int* in, uint n, int m) {
             for (int i = 0; i < 64; ++i) {
               int v = 1;
               if (in[i] & 1) v = in[(uint)m % n];
               out[get_global_id(0) * 64 + i] = v;
             } })");
  std::vector<int> out(8 * 64), in(64);
  std::iota(in.begin(), in.end(), 100);
  run({{8}, {4}, {}}, out, in, cl_uint(9), cl_int(25));
  for (int i = 0; i < 8 * 64; ++i) {
    ASSERT_EQ(out[i], i & 1 ? 107 : 1) << i;
  }
}

/// Numbers are converted and used as indices only where they have no sign.
TEST_P(Divergence, numbersWithoutSignUnderACondition) {
  build(R"(kernel void k(global float* out, global const int* in, global const uint* table) {
             size_t i = get_global_id(0);
             int own = in[i];
             float f = -1;
             if (own >= 0) f = table[own] + (float)(uint)own;
             else if ((uint)own != 0x80000000u) f = (uint)own;
             out[i] = f; })");
  constexpr int items = 100;
  std::vector<cl_uint> table(1024);
  std::iota(table.begin(), table.end(), 5U);
  std::vector<float> out(items);
  std::vector<int> in(items);
  for (int i = 0; i < items; ++i) {
    in[i] = i % 7 == 0 ? INT_MIN : (i % 2 == 0 ? -1 : 1) * (i * 37 % 1001);
  }
  run({{items}, {50}, {}}, out, in, table);
  for (int i = 0; i < items; ++i) {
    const int own = in[i];
    ASSERT_EQ(out[i], own >= 0         ? float(2 * own + 5)
                      : own == INT_MIN ? -1
                                       : float(cl_uint(own)))
        << i;
  }
}

} // namespace
