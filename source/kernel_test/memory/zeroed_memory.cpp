// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that kernels read before they have written it, in a context that wants zeros there
// (cl_khr_initialize_memory). Each kernel leaves other values behind for the next work-item, group
// and launch.
#include "harness.h"

#include <CL/cl_ext.h>

namespace {

class ZeroedMemory : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    spirv_options = "-O0"; // otherwise Clang decides what variables that are not written hold
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    constexpr cl_context_properties local_and_private = 3;
    const cl_context_properties properties[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, local_and_private,
                                                0};
    cl_int error = 0;
    context = clCreateContext(properties, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = clCreateCommandQueue(context, device, 0, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }

  /// Launches the last kernel twice, for groups of several sizes, and looks for anything but zeros.
  template <typename... More> void expect_zeros(More... more) {
    for (const size_t local : {1, 16, 24}) {
      const size_t global = local * 9;
      for (int i = 0; i < 2; ++i) {
        std::vector<cl_uint> out(global, 77);
        run({{global}, {local}, {}}, out, more...);
        EXPECT_EQ(out, std::vector<cl_uint>(global)) << local;
      }
    }
  }
};
ALL_VARIANTS(ZeroedMemory);

constexpr char helpers[] = R"(
  __attribute__((noinline)) uint sum(const uint* p, int n) {
    uint s = 0;
    for (int i = 0; i < n; ++i) s |= p[i];
    return s;
  }
  __attribute__((noinline)) void spoil(uint* p, int n) {
    for (int i = 0; i < n; ++i) p[i] = 0xdeadbeef ^ i;
  }
)";

TEST_P(ZeroedMemory, arraysOfAWorkItem) {
  build(std::string(helpers) + R"(
    kernel void k(global uint* out, int n) {
      uint own[64];
      out[get_global_id(0)] = sum(own, n);
      spoil(own, n);
    })");
  expect_zeros(cl_int(64));
}

/// Arrays whose lifetime begins anew in each round. Clang's modules in SPIR-V do not say so.
TEST_P(ZeroedMemory, arraysInALoop) {
  if (comes_as_spirv()) {
    return;
  }
  build(std::string(helpers) + R"(
    kernel void k(global uint* out, int n) {
      uint found = 0;
      for (int round = 0; round < 3; ++round) {
        uint own[64];
        found |= sum(own, n);
        spoil(own, n);
      }
      out[get_global_id(0)] = found;
    })");
  expect_zeros(cl_int(64));
}

TEST_P(ZeroedMemory, scalarsVectorsAndStructures) {
  build(std::string(helpers) + R"(
    typedef struct { uchar a; uint b; ushort3 c; } mixed;
    kernel void k(global uint* out, int n) {
      size_t g = get_global_id(0);
      uint own[40];
      spoil(own, n);
      uint word; ulong wide; float real; uint4 vector; mixed all; uint3 three;
      if (n == 1) { word = 5; real = 2; vector.y = 3; all.b = 1; three.x = 1; wide = 3; }
      uint bytes = 0;
      for (int i = 0; i < (int)sizeof(mixed); ++i) bytes |= ((const uchar*)&all)[i];
      out[g] = word | (uint)wide | as_uint(real) | vector.x | vector.y | vector.z | vector.w | bytes | three.x |
               three.y | three.z;
    })");
  expect_zeros(cl_int(40));
}

TEST_P(ZeroedMemory, arraysThatLiveAcrossBarriers) {
  build(std::string(helpers) + R"(
    kernel void k(global uint* out, int n) {
      uint own[20], mine;
      local uint shared;
      if (get_local_id(0) == 0) shared = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (n == 3) mine = 4;
      uint found = sum(own, n) | mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      found |= sum(own, n) | mine | shared;
      spoil(own, n);
      mine = own[2];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = found + (mine - own[2]);
    })");
  expect_zeros(cl_int(20));
}

TEST_P(ZeroedMemory, localVariablesOfEveryGroup) {
  build(R"(
    kernel void k(global uint* out) {
      local uint shared[200];
      local struct { uchar a; uint b[3]; } pair;
      uint found = pair.a | pair.b[2];
      for (int i = 0; i < 200; ++i) found |= shared[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = get_local_id(0); i < 200; i += get_local_size(0)) shared[i] = ~0u;
      if (get_local_id(0) == 0) { pair.a = 1; pair.b[2] = 2; }
      out[get_global_id(0)] = found;
    })");
  expect_zeros();
}

TEST_P(ZeroedMemory, localArguments) {
  build(R"(
    kernel void k(global uint* out, local uint* first, local ulong2* second, int n) {
      uint found = 0;
      for (int i = 0; i < n; ++i) found |= first[i] | (uint)second[i].y;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = get_local_id(0); i < n; i += get_local_size(0)) { first[i] = 5; second[i] = 6; }
      out[get_global_id(0)] = found;
    })");
  expect_zeros(Local{33 * sizeof(cl_uint)}, Local{33 * sizeof(cl_ulong2)}, cl_int(33));
}

/// Tiles that without the option would be kept in registers, or not be copied at all.
TEST_P(ZeroedMemory, tilesOfWhichAPartIsWritten) {
  build(R"(
    __attribute__((reqd_work_group_size(16, 1, 1)))
    kernel void k(global uint* out, const global uint* in) {
      local uint tile[32];
      int l = get_local_id(0);
      if (l < 8) tile[l] = in[get_group_id(0) * 16 + l];
      barrier(CLK_LOCAL_MEM_FENCE);
      uint sum = tile[15 - l] + tile[16 + l];
      barrier(CLK_LOCAL_MEM_FENCE);
      tile[l] = tile[16 + l] = 9;
      out[get_global_id(0)] = sum;
    })");
  for (int i = 0; i < 2; ++i) {
    std::vector<cl_uint> out(64, 77), in(64), expected(64);
    for (cl_uint j = 0; j < 64; ++j) {
      in[j] = 100 + j;
      expected[j] = j % 16 < 8 ? 0 : 100 + j / 16 * 16 + 15 - j % 16;
    }
    run({{64}, {16}, {}}, out, in);
    EXPECT_EQ(out, expected);
  }
}

} // namespace
