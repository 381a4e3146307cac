// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that would grow too large if they were treated like others (doc/growth.md): what is done
// with them instead gives the same results.
#include "harness.h"

#include <array>
#include <functional>

namespace {

class Growth : public KernelTest {};
ALL_VARIANTS(Growth);

constexpr unsigned items = 64, local_size = 16;

/// `count` lines, of which each is told its number.
std::string lines(unsigned count, const std::function<std::string(unsigned)>& line) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    text += line(i) + "\n";
  }
  return text;
}

std::string number(unsigned i) { return std::to_string(i) + "u"; }

using Group = std::vector<unsigned>;

/// One value for each work-item of the group, of its local id.
template <typename F> Group for_group(F value) {
  Group group(local_size);
  for (unsigned l = 0; l < local_size; ++l) {
    group[l] = value(l);
  }
  return group;
}

TEST_P(Growth, moreBarriersThanRegions) {
  constexpr unsigned steps = 100;
  build("kernel void k(global uint* out, local uint* t) {\n"
        "  uint l = get_local_id(0), x = get_global_id(0), first = x * 7;\n" +
        lines(steps,
              [](unsigned i) {
                return "  t[l] = x; barrier(CLK_LOCAL_MEM_FENCE); x += t[(l + " + number(i) +
                       ") & 15] * " + number(2 * i + 1) + "; barrier(CLK_LOCAL_MEM_FENCE);";
              }) +
        "  out[get_global_id(0)] = x ^ first;\n}");
  std::vector<unsigned> out(items);
  run({{items}, {local_size}, {}}, out, Local{local_size * sizeof(unsigned)});
  for (unsigned begin = 0; begin < items; begin += local_size) {
    Group x = for_group([&](unsigned l) { return begin + l; });
    for (unsigned i = 0; i < steps; ++i) {
      x = for_group([&](unsigned l) { return x[l] + x[(l + i) & 15] * (2 * i + 1); });
    }
    for (unsigned l = 0; l < local_size; ++l) {
      ASSERT_EQ(out[begin + l], x[l] ^ ((begin + l) * 7)) << begin + l;
    }
  }
}

TEST_P(Growth, barriersThatMayBePassedBy) {
  constexpr unsigned steps = 40;
  build("kernel void k(global uint* out, local uint* t, uint n) {\n"
        "  uint l = get_local_id(0), x = get_global_id(0), i = 0;\n"
        "  t[l] = l;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n" +
        lines(steps,
              [](unsigned) {
                return "  if (n > i) { t[l] += x; barrier(CLK_LOCAL_MEM_FENCE); }\n"
                       "  x = x * 3 + t[(l + i) & 15];\n"
                       "  if (n > i) barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "  i += n & 1 ? 2 : 1;";
              }) +
        "  out[get_global_id(0)] = x;\n}");
  for (const unsigned n : {1000U, 13U, 6U, 0U}) {
    std::vector<unsigned> out(items);
    run({{items}, {local_size}, {}}, out, Local{local_size * sizeof(unsigned)}, n);
    for (unsigned begin = 0; begin < items; begin += local_size) {
      Group x = for_group([&](unsigned l) { return begin + l; });
      Group t = for_group([](unsigned l) { return l; });
      for (unsigned step = 0, i = 0; step < steps; ++step, i += n & 1 ? 2 : 1) {
        t = for_group([&](unsigned l) { return n > i ? t[l] + x[l] : t[l]; });
        x = for_group([&](unsigned l) { return x[l] * 3 + t[(l + i) & 15]; });
      }
      for (unsigned l = 0; l < local_size; ++l) {
        ASSERT_EQ(out[begin + l], x[l]) << "item " << begin + l << ", n is " << n;
      }
    }
  }
}

TEST_P(Growth, functionsThatCallEachOtherTwice) {
  constexpr unsigned depth = 14;
  build("uint f0(uint x, uint d) { return x + get_global_id(d) * 5 + get_local_size(0) + "
        "get_group_id(0) + get_work_dim(); }\n" +
        lines(depth,
              [](unsigned i) {
                const std::string callee = "f" + std::to_string(i);
                return "uint f" + std::to_string(i + 1) + "(uint x, uint d) { return " + callee +
                       "(x, d) * 3 + " + callee + "(x ^ " + number(i) + ", d); }";
              }) +
        "kernel void k(global uint* out, uint d) {\n"
        "  out[get_global_id(0)] = f14(get_global_id(0), d) + f14(7, 0); }");
  for (const unsigned d : {0U, 1U}) {
    std::vector<unsigned> out(items);
    run({{items}, {local_size}, {}}, out, d);
    for (unsigned item = 0; item < items; ++item) {
      const std::function<unsigned(unsigned, unsigned, unsigned)> f = [&](unsigned i, unsigned x,
                                                                          unsigned dimension) {
        return i == 0 ? x + (dimension == 0 ? item : 0) * 5 + local_size + item / local_size + 1
                      : f(i - 1, x, dimension) * 3 + f(i - 1, x ^ (i - 1), dimension);
      };
      if (item % 9 == 0) { // each takes thousands of calls
        ASSERT_EQ(out[item], f(depth, item, d) + f(depth, 7, 0)) << item;
      }
    }
  }
}

TEST_P(Growth, switchOfManyCases) {
  constexpr unsigned cases = 300;
  build("kernel void k(global uint* io, global const uint* op) {\n"
        "  uint i = get_global_id(0), a = i, b = 1, c = 2;\n"
        "  global uint* p = io + i * 8;\n"
        "  switch (op[i]) {\n" +
        lines(cases,
              [](unsigned i) {
                const std::string first = std::to_string(i % 8), second = std::to_string(i % 5);
                return "  case " + std::to_string(i) + ": a = p[" + first + "] + " + number(i) +
                       "; b ^= p[" + second + "] * a; c += b / (a | 1); p[" + second +
                       "] = c; break;";
              }) +
        "  }\n  p[7] = a + b + c;\n}");
  std::vector<unsigned> io(items * 8), op(items);
  for (unsigned i = 0; i < io.size(); ++i) {
    io[i] = i * 2654435761U;
  }
  for (unsigned i = 0; i < items; ++i) {
    op[i] = i * 7 % (cases + 9); // some are none of them
  }
  std::vector<unsigned> expected = io;
  for (unsigned i = 0; i < items; ++i) {
    unsigned a = i, b = 1, c = 2;
    unsigned* p = &expected[size_t(i) * 8];
    if (op[i] < cases) {
      a = p[op[i] % 8] + op[i];
      b ^= p[op[i] % 5] * a;
      c += b / (a | 1);
      p[op[i] % 5] = c;
    }
    p[7] = a + b + c;
  }
  run({{items}, {local_size}, {}}, io, op);
  ASSERT_EQ(io, expected);
}

TEST_P(Growth, moreLoopsThanAreUnrolled) {
  constexpr unsigned loops = 8;
  build("kernel void k(global uint* out, global const uint* in) {\n"
        "  uint g = get_global_id(0), w[16];\n"
        "  for (int i = 0; i < 16; ++i) w[i] = in[(g + i) & 63];\n" +
        lines(loops,
              [](unsigned round) {
                return "  for (int i = 0; i < 256; ++i) {\n"
                       "    uint s = w[(i + 1) & 15], r = w[(i + 9) & 15];\n"
                       "    w[i & 15] += ((s >> 7) ^ (s << 25)) + r * " +
                       number(2 * round + 3) + " + ((r >> 17) ^ (r << 15)) + i; }";
              }) +
        "  out[g] = w[0] ^ w[7] ^ w[15];\n}");
  std::vector<unsigned> out(items), in(items);
  for (unsigned i = 0; i < items; ++i) {
    in[i] = i * i + 3;
  }
  run({{items}, {local_size}, {}}, out, in);
  for (unsigned g = 0; g < items; ++g) {
    std::vector<unsigned> w(16);
    for (unsigned i = 0; i < 16; ++i) {
      w[i] = in[(g + i) & 63];
    }
    for (unsigned round = 0; round < loops; ++round) {
      for (unsigned i = 0; i < 256; ++i) {
        const unsigned s = w[(i + 1) & 15], r = w[(i + 9) & 15];
        w[i & 15] += ((s >> 7) ^ (s << 25)) + r * (2 * round + 3) + ((r >> 17) ^ (r << 15)) + i;
      }
    }
    ASSERT_EQ(out[g], w[0] ^ w[7] ^ w[15]) << g;
  }
}

TEST_P(Growth, moreReadsOfATileThanTests) {
  constexpr unsigned reads = 90;
  build("kernel __attribute__((reqd_work_group_size(16, 1, 1)))\n"
        "void k(global uint* out, global const uint* in) {\n"
        "  local uint t[16];\n"
        "  uint l = get_local_id(0), g = get_global_id(0), s = 0;\n"
        "  t[l] = in[g];\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n" +
        lines(reads,
              [](unsigned i) {
                return "  s = s * 3 + t[(l + " + number(i) + ") & 15]; uint r" + std::to_string(i) +
                       " = s;";
              }) +
        "  barrier(CLK_LOCAL_MEM_FENCE);\n" +
        lines(reads,
              [](unsigned i) {
                return "  out[" + number(i * items) + " + g] = r" + std::to_string(i) + ";";
              }) +
        "}");
  std::vector<unsigned> out(reads * items), in(items);
  for (unsigned i = 0; i < items; ++i) {
    in[i] = i * 31 + 5;
  }
  run({{items}, {local_size}, {}}, out, in);
  for (unsigned g = 0; g < items; ++g) {
    unsigned s = 0;
    for (unsigned i = 0; i < reads; ++i) {
      s = s * 3 + in[g / local_size * local_size + ((g + i) & 15)];
      ASSERT_EQ(out[size_t(i) * items + g], s) << g << ", read " << i;
    }
  }
}

TEST_P(Growth, statementsForEachOfManyValues) {
  constexpr unsigned statements = 80; // of which the last ones compare with values again
  const auto value_of = [](unsigned i) { return i % 70; };
  const auto is_conditional = [](unsigned i) { return i % 7 == 0; };
  build("kernel void k(global uint* io, global const uint* in) {\n"
        "  uint g = get_global_id(0), s = in[g];\n" +
        lines(statements,
              [&](unsigned i) {
                return "  if (s == " + number(value_of(i)) + ")" +
                       (is_conditional(i) ? " if (g & 1)" : "") + " io[g * 4 + " + number(i % 4) +
                       "] += s * 3 + " + number(i) + ";";
              }) +
        "  io[g * 4] += s;\n}");
  std::vector<unsigned> io(size_t{4} * items), in(items), expected(io);
  for (unsigned g = 0; g < items; ++g) {
    in[g] = g * 5 % 72;
    for (unsigned i = 0; i < statements; ++i) {
      if (in[g] == value_of(i) && (!is_conditional(i) || (g & 1) != 0)) {
        expected[size_t(g) * 4 + i % 4] += in[g] * 3 + i;
      }
    }
    expected[size_t(g) * 4] += in[g];
  }
  run({{items}, {local_size}, {}}, io, in);
  ASSERT_EQ(io, expected);
}

TEST_P(Growth, moreAccessesThanInABlock) {
  constexpr unsigned copies = 10;
  build("typedef struct { uint a[8]; } S;\n"
        "kernel void k(global uint* out, global const uint* in) {\n"
        "  uint g = get_global_id(0), s = in[g];\n"
        "  S x[4];\n"
        "  for (int i = 0; i < 4; ++i) for (int j = 0; j < 8; ++j) x[i].a[j] = s + i * j;\n" +
        lines(copies,
              [](unsigned i) {
                return "  { S t = x[s & 3]; t.a[" + number(i % 8) +
                       "] += s; x[(s >> 2) & 3] = t; s += t.a[(s + " + number(i) + ") & 7]; }";
              }) +
        "  out[g] = s;\n}");
  std::vector<unsigned> out(items), in(items);
  for (unsigned i = 0; i < items; ++i) {
    in[i] = i * i + 3;
  }
  run({{items}, {local_size}, {}}, out, in);
  for (unsigned g = 0; g < items; ++g) {
    unsigned s = in[g];
    std::array<std::array<unsigned, 8>, 4> x;
    for (unsigned i = 0; i < 4; ++i) {
      for (unsigned j = 0; j < 8; ++j) {
        x[i][j] = s + i * j;
      }
    }
    for (unsigned i = 0; i < copies; ++i) {
      auto t = x[s & 3];
      t[i % 8] += s;
      x[(s >> 2) & 3] = t;
      s += t[(s + i) & 7];
    }
    ASSERT_EQ(out[g], s) << g;
  }
}

} // namespace
