// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Neighbours whose indices are clamped, wrapped or exchanged at the borders of an array: accesses
// that are versioned for lanes of which none is at a border
// (modules/vecz/source/control_flow/version_indices.h).
#include "harness.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace {

/// An index within n places for any v that is not far outside, as OpenCL C and as C++.
struct Border {
  const char* name;
  const char* source;
  int (*at)(int v, int n);
};

int clamped(int v, int n) { return std::clamp(v, 0, n - 1); }
int wrapped(int v, int n) { return (v % n + n) % n; }

constexpr Border borders[] = {
    {"clamp", "clamp(v, 0, n - 1)", clamped},
    {"choices", "v < 0 ? 0 : v >= n ? n - 1 : v", clamped},
    {"extrema", "min(max(v, 0), n - 1)", clamped},
    {"long", "(int)min(max((long)v, 0L), (long)n - 1)", clamped},
    {"remainder", "(v + n) % n", wrapped},
    {"unsigned remainder", "(int)((uint)(v + n) % (uint)n)", wrapped},
    {"long remainder", "(int)(((long)v + n) % n)", wrapped},
    {"exchanged", "v < 0 ? v + n : v >= n ? v - n : v", wrapped},
    {"one end", "v < 0 ? 0 : v % n", [](int v, int n) { return v < 0 ? 0 : v % n; }},
    {"mirrored", "v < 0 ? -v - 1 : v >= n ? 2 * n - 1 - v : v",
     [](int v, int n) { return v < 0    ? -v - 1
                               : v >= n ? 2 * n - 1 - v
                                        : v; }},
    {"mirrored distance", "(int)abs(v) < n ? (int)abs(v) : 2 * n - 1 - (int)abs(v)",
     [](int v, int n) { return std::abs(v) < n ? std::abs(v) : 2 * n - 1 - std::abs(v); }},
};

class BorderIndices : public KernelTest {
protected:
  static constexpr std::array columns = {3, 15, 17, 64, 101, 131};
  static constexpr int rows = 5;

  static std::vector<cl_uint> numbers(size_t count) {
    std::vector<cl_uint> values(count);
    for (size_t i = 0; i < count; ++i) {
      values[i] = cl_uint(i) * 2654435761U >> 7;
    }
    return values;
  }
  static std::string function(const Border& border) {
    return std::string("int at(int v, int n) { return ") + border.source + "; }\n";
  }
  /// Element-wise: the order of the neighbours counts.
  template <typename T> static void add(T& sum, T value) { sum = T(sum * 3 + value); }

  /// Compares with a sum over neighbours up to `reach` places away in x, and one in y.
  template <typename T>
  void expect_sums(const Border& border, int reach, std::array<size_t, 2> local) {
    for (const int n : columns) {
      const auto random = numbers(size_t(n) * rows);
      std::vector<T> in(random.begin(), random.end());
      std::vector<T> out(in.size(), T(77));
      const auto up = [](size_t size, size_t step) { return (size + step - 1) / step * step; };
      run({{up(size_t(n), local[0]), up(rows, local[1])}, {local[0], local[1]}, {}}, out, in, n,
          rows, reach);
      for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < n; ++x) {
          T sum = 0;
          for (int j = -1; j <= 1; ++j) {
            for (int i = -reach; i <= reach; ++i) {
              add(sum,
                  in[size_t(border.at(y + j, rows)) * size_t(n) + size_t(border.at(x + i, n))]);
            }
          }
          ASSERT_EQ(out[size_t(y * n + x)], sum)
              << border.name << ": " << x << ", " << y << " of " << n;
        }
      }
    }
  }
};
ALL_VARIANTS(BorderIndices);

TEST_P(BorderIndices, ofBytesAndNumbers) {
  bool has_bytes = false;
  for (const Border& border : borders) {
    has_bytes = !has_bytes;
    build((has_bytes ? "typedef uchar T;\n" : "typedef uint T;\n") + function(border) +
          R"(kernel void k(global T* out, global const T* in, int n, int rows, int reach) {
               int x = get_global_id(0), y = get_global_id(1);
               if (x >= n || y >= rows) return;
               T sum = 0;
               for (int j = -1; j <= 1; ++j)
                 for (int i = -2; i <= 2; ++i)
                   sum = sum * 3 + in[at(y + j, rows) * n + at(x + i, n)];
               out[y * n + x] = sum;
             })");
    for (const auto& local : {std::array<size_t, 2>{16, 1}, {8, 4}, {64, 1}}) {
      if (has_bytes) {
        expect_sums<cl_uchar>(border, 2, local);
      } else {
        expect_sums<cl_uint>(border, 2, local);
      }
    }
  }
}

TEST_P(BorderIndices, asFarAsTheLaunchSays) {
  for (const Border& border : borders) {
    build(function(border) +
          R"(kernel void k(global uint* out, global const uint* in, int n, int rows, int reach) {
               int x = get_global_id(0), y = get_global_id(1);
               if (x >= n || y >= rows) return;
               uint sum = 0;
               for (int j = -1; j <= 1; ++j)
                 for (int i = -reach; i <= reach; ++i)
                   sum = sum * 3 + in[at(y + j, rows) * n + at(x + i, n)];
               out[y * n + x] = sum;
             })");
    for (const int reach : {0, 3}) {
      expect_sums<cl_uint>(border, reach, {16, 2});
    }
  }
}

/// Each place is written by one work-item.
TEST_P(BorderIndices, ofWhatIsWritten) {
  for (const Border& border : borders) {
    if (border.at != wrapped) {
      continue;
    }
    build(function(border) +
          R"(kernel void k(global uint* out, global const uint* in, int n, int c) {
               int x = get_global_id(0);
               if (x >= n) return;
               uint value = in[at(x - c, n)];
               out[at(x + c, n)] = value + in[x];
             })");
    for (const int n : columns) {
      for (const int c : {-3, -1, 0, 1, 2}) {
        auto in = numbers(size_t(n));
        std::vector<cl_uint> out(size_t(n), 5);
        run({{(size_t(n) + 15) / 16 * 16}, {16}, {}}, out, in, n, c);
        for (int x = 0; x < n; ++x) {
          ASSERT_EQ(out[size_t(wrapped(x + c, n))], in[size_t(wrapped(x - c, n))] + in[size_t(x)])
              << border.name << ": " << x << " of " << n << ", " << c;
        }
      }
    }
  }
}

/// Divisors of 0 and less, with which no index is inside: the results of remainders are not
/// defined then, but the kernel has to go on.
TEST_P(BorderIndices, divisorsThatLeaveNothing) {
  build(R"(kernel void k(global int* out, global const int* in, int n) {
             int x = get_global_id(0);
             int at = (x + 1) % n;
             out[x] = in[at < 0 || at > 63 ? 0 : at];
           })");
  std::vector<int> in(64, 9);
  for (const int n : {0, -1, -5, 64, 1 << 30, INT32_MAX, INT32_MIN}) {
    std::vector<int> out(63, 1);
    run({{63}, {}, {}}, out, in, n);
    EXPECT_EQ(out, std::vector<int>(63, 9)) << n;
  }
}

/// Remainders of powers of two that are constant, of numbers with a sign and without, as far from
/// an id as a constant and the launch say. They are negative, or wrap, where ids begin.
TEST_P(BorderIndices, remaindersOfPowersOfTwo) {
  const std::pair<const char*, bool> indices[] = {
      {"x + c & N - 1", false},           {"(x + 3) & N - 1", true},
      {"(x + N - 1) % N", true},          {"(int)((uint)(x + c) % N)", false},
      {"(int)((uint)(x - 2) % N)", true}, {"(int)((get_global_id(0) + c) & N - 1)", false}};
  constexpr int fixed[] = {0, 3, -1, 0, -2, 0};
  for (const int n : {16, 128, 1024}) {
    for (size_t which = 0; which < std::size(indices); ++which) {
      const auto& [source, is_fixed] = indices[which];
      build("#define N " + std::to_string(n) + "\n" +
            "kernel void k(global uint* out, global const uint* in, int c) {\n"
            "  int x = get_global_id(0);\n"
            "  out[x] = in[" +
            source + "] * 3 + in[x + 1 & N - 1];\n}");
      for (const int c : {0, 1, -1, -5, 100}) {
        auto in = numbers(size_t(n));
        std::vector<cl_uint> out(size_t(n) + 40, 4);
        run({{out.size()}, {}, {}}, out, in, c);
        for (int x = 0; x < n + 40; ++x) {
          const auto at = [&](int v) { return in[size_t(v & (n - 1))]; };
          ASSERT_EQ(out[size_t(x)], at(x + (is_fixed ? fixed[which] : c)) * 3 + at(x + 1))
              << source << ": " << x << " of " << n << ", " << c;
        }
      }
    }
  }
}

/// Offsets in bytes, which are computed as 64 bits and taken for 32: the elements of local memory
/// that a group's neighbours have written.
TEST_P(BorderIndices, remaindersOfOffsetsInBytes) {
  for (const int group : {128, 256}) {
    for (const char* type : {"ulong", "uint", "ushort"}) {
      build(std::string("#define GROUP ") + std::to_string(group) + "\ntypedef " + type + R"( T;
          kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
          void k(global uint* out, global const uint* in, uint start) {
            local uchar block[GROUP * sizeof(T) + 16];
            local T* of_group = (local T*)(block + start);
            int lid = (int)get_local_id(0);
            int next = (int)((get_local_id(0) + 1) % get_local_size(0));
            int far = (int)((get_local_id(0) - 5) % GROUP);
            of_group[next] = in[get_global_id(0)];
            barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = (uint)of_group[lid] * 3 + (uint)of_group[far];
          })");
      auto in = numbers(size_t(group) * 3);
      for (cl_uint& value : in) {
        value &= 0xffff;
      }
      std::vector<cl_uint> out(in.size());
      run({{in.size()}, {size_t(group)}, {}}, out, in, cl_uint(8));
      for (int x = 0; x < 3 * group; ++x) {
        const auto at = [&](int v) {
          return in[size_t(x / group) * size_t(group) + size_t(wrapped(v, group))];
        };
        ASSERT_EQ(out[size_t(x)], at(x - 1) * 3 + at(x - 6))
            << type << ": " << x << " of " << group;
      }
    }
  }
}

/// Pixels of four numbers, and ids that do not begin at 0.
TEST_P(BorderIndices, ofPixelsBehindAnOffset) {
  build(R"(kernel void k(global uint4* out, global const uint4* in, int n) {
             int x = get_global_id(0);
             out[x] = in[clamp(x - 1, 0, n - 1)] * 3 + in[clamp(x + 1, 0, n - 1)];
           })");
  for (const int n : {20, 64, 90}) {
    for (const int offset : {0, 1, 17}) {
      auto in = numbers(size_t(n) * 4);
      std::vector<cl_uint> out(in.size(), 4);
      run({{size_t(n - offset)}, {}, {size_t(offset)}}, out, in, n);
      for (int i = 0; i < 4 * n; ++i) {
        const int x = i / 4, part = i % 4;
        const cl_uint expected = x < offset ? 4
                                            : in[size_t(clamped(x - 1, n)) * 4 + size_t(part)] * 3 +
                                                  in[size_t(clamped(x + 1, n)) * 4 + size_t(part)];
        ASSERT_EQ(out[size_t(i)], expected) << i << " of " << n << " behind " << offset;
      }
    }
  }
}

} // namespace
