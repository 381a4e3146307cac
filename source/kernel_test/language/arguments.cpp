// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.h"

namespace {

class Arguments : public KernelTest {};
ALL_VARIANTS(Arguments);

TEST_P(Arguments, scalarsOfEveryType) {
  build(R"(#pragma OPENCL EXTENSION cl_khr_fp16 : enable
           kernel void k(global double* out, char c, uchar uc, short s, ushort us, int i, uint ui,
                         long l, ulong ul, float f, double d, half h) {
             out[0] = c; out[1] = uc; out[2] = s; out[3] = us; out[4] = i; out[5] = ui; out[6] = l;
             out[7] = ul; out[8] = f; out[9] = d; out[10] = h; })");
  std::vector<double> out(11);
  run({{1}, {1}, {}}, out, cl_char(-3), cl_uchar(200), cl_short(-300), cl_ushort(60000),
      cl_int(-70000), cl_uint(4000000000u), cl_long(-5000000000), cl_ulong(1ull << 63),
      cl_float(1.5f), cl_double(0.1), cl_half(0x3e00));
  EXPECT_EQ(out, (std::vector<double>{-3, 200, -300, 60000, -70000, 4000000000.0, -5000000000.0,
                                      9223372036854775808.0, 1.5, 0.1, 1.5}));
}

TEST_P(Arguments, vectorsOfEveryWidth) {
  build(R"(kernel void k(global long* out, char2 a, uchar b, short3 c, int4 d, uchar e, float8 f,
                         char g, long16 h) {
             out[0] = a.x + a.y; out[1] = b; out[2] = c.x + c.y + c.z; out[3] = d.x + d.w;
             out[4] = e; out[5] = f.s0 + f.s7; out[6] = g; out[7] = h.s0 + h.sf; })");
  std::vector<int64_t> out(8);
  run({{1}, {1}, {}}, out, cl_char2{{1, 2}}, cl_uchar(7), cl_short4{{1, 2, 3, 0}},
      cl_int4{{5, 0, 0, 6}}, cl_uchar(9), cl_float8{{1.f, 0, 0, 0, 0, 0, 0, 2.f}}, cl_char(-1),
      cl_long16{{10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20}});
  EXPECT_EQ(out, (std::vector<int64_t>{3, 7, 6, 11, 9, 3, -1, 30}));
}

struct Inner {
  cl_char tag;
  cl_double value;
};
struct Outer {
  cl_short number;
  Inner inner[2];
  cl_uchar tail;
};

TEST_P(Arguments, structuresByValueBelongToTheWorkItem) {
  build(R"(struct inner { char tag; double value; };
           struct outer { short number; struct inner inner[2]; uchar tail; };
           void change(struct outer* o, int by) { o->inner[1].value += by; o->number += by; }
           kernel void k(global double* out, char before, struct outer o, char after) {
             int i = get_global_id(0);
             change(&o, i);
             barrier(CLK_LOCAL_MEM_FENCE);
             change(&o, i);
             out[i] = o.number + o.inner[0].tag + o.inner[1].value + o.tail + before + after; })");
  const Outer outer{100, {{1, 2.0}, {3, 4.5}}, 250};
  std::vector<double> out(32);
  run({{32}, {8}, {}}, out, cl_char(10), outer, cl_char(20));
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(out[i], 100 + 1 + 4.5 + 250 + 10 + 20 + 4 * i);
  }
}

TEST_P(Arguments, severalLocalBlocksDoNotOverlap) {
  build(R"(kernel void k(global int* out, local char* a, local int* b, int x, local double4* c) {
             local short own[3];
             size_t l = get_local_id(0), n = get_local_size(0);
             a[l] = l; b[l] = 100 + l; c[l] = (double4)(200 + l); own[l % 3] = 7;
             barrier(CLK_LOCAL_MEM_FENCE);
             size_t m = n - 1 - l;
             out[get_global_id(0)] = a[m] + b[m] + (int)c[m].w + own[0] + x +
               (((size_t)a | (size_t)b | (size_t)c) & 127 ? 100000 : 0); })");
  std::vector<int> out(24);
  run({{24}, {6}, {}}, out, Local{6}, Local{6 * 4}, cl_int(1000), Local{6 * 32});
  for (int i = 0; i < 24; ++i) {
    EXPECT_EQ(out[i], 3 * (5 - i % 6) + 300 + 7 + 1000);
  }
}

TEST_P(Arguments, pointersIntoConstantMemory) {
  build(R"(kernel void k(global float4* out, constant float4* in, global const uchar* indices) {
             size_t i = get_global_id(0);
             out[i] = in[indices[i]]; })");
  std::vector<cl_float4> out(4), in(4);
  for (int i = 0; i < 4; ++i) {
    in[i] = {{float(i), 1, 2, 3}};
  }
  std::vector<cl_uchar> indices = {3, 1, 0, 2};
  run({{4}, {}, {}}, out, in, indices);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(out[i].s[0], indices[i]);
    EXPECT_EQ(out[i].s[3], 3);
  }
}

} // namespace
