// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers of all work-items of a launch (cl_intel_concurrent_dispatch).
#include "harness.h"

#include <CL/cl_newer.h>
#include <algorithm>
#include <numeric>

namespace {

class DeviceBarriers : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    if (!has_extension("cl_intel_concurrent_dispatch")) {
      GTEST_SKIP() << "the device does not have them";
    }
  }
  /// Runs the kernel in groups of several sizes, as many as can wait for each other, over
  /// `data[i] = i` and a block of local memory; `expected` gives what becomes of that.
  template <typename F> void check(F expected) {
    ASSERT_NE(kernel, nullptr);
    constexpr cl_uint type = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
    ASSERT_EQ(
        clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof type, &type),
        CL_SUCCESS);
    for (const size_t local : {1, 2, 3, 8, 16, 48, 96}) {
      size_t groups = 0;
      ASSERT_EQ(
          clGetKernelMaxConcurrentWorkGroupCountINTEL(queue, kernel, 1, nullptr, &local, &groups),
          CL_SUCCESS);
      std::vector<int> data(local * groups);
      std::iota(data.begin(), data.end(), 0);
      const std::vector<int> wanted = expected(data);
      run({{data.size()}, {local}, {}}, data, Local{local * sizeof(int)});
      ASSERT_EQ(data, wanted) << "groups of " << local;
    }
  }
};
SOURCE_VARIANTS(DeviceBarriers);

TEST_P(DeviceBarriers, inALoop) {
  build(R"(kernel void k(global int* data, local int* t) {
             size_t g = get_global_id(0), n = get_global_size(0), l = get_local_id(0);
             int sum = data[g];
             for (int i = 0; i < 5; ++i) {
               t[l] = data[n - 1 - g] + i;
               intel_device_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
               sum += t[get_local_size(0) - 1 - l];
               data[g] = sum;
               intel_device_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
             }
             if (!intel_is_device_barrier_valid()) data[g] = -1; })");
  check([this](std::vector<int> data) {
    size_t groups = 0;
    constexpr size_t one = 1;
    EXPECT_EQ(clGetKernelMaxConcurrentWorkGroupCountINTEL(queue, kernel, 1, nullptr, &one, &groups),
              CL_SUCCESS);
    const size_t n = data.size(), local = n / groups;
    std::vector<int> sum = data, t(n);
    for (int i = 0; i < 5; ++i) {
      for (size_t g = 0; g < n; ++g) {
        t[g] = data[n - 1 - g] + i;
      }
      for (size_t g = 0; g < n; ++g) {
        sum[g] += t[g / local * local + (local - 1 - g % local)];
      }
      data = sum;
    }
    return data;
  });
}

/// All work-items go the same way, and some have left before.
TEST_P(DeviceBarriers, underACondition) {
  build(R"(kernel void k(global int* data, local int* t) {
             size_t g = get_global_id(0), n = get_global_size(0);
             int own = data[n - 1 - g];
             if (n > 1) {
               if (g % 2 == 0) own *= 3;
               intel_device_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
               data[g] = own;
             } else {
               data[g] = 7;
             } })",
        "-cl-std=CL3.0");
  check([](const std::vector<int>& data) {
    if (data.size() == 1) {
      return std::vector<int>{7};
    }
    std::vector<int> result(data.rbegin(), data.rend());
    for (size_t i = 0; i < result.size(); i += 2) {
      result[i] *= 3;
    }
    return result;
  });
}

/// What DPC++ makes of a barrier of a root group: the scope Device. Capability 6185 is
/// DeviceBarrierINTEL.
TEST_P(DeviceBarriers, inSpirv) {
  build_assembly(R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Int64
    OpCapability !6185
    OpExtension "SPV_INTEL_device_barrier"
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %k "k" %id %size
    OpDecorate %id BuiltIn GlobalInvocationId
    OpDecorate %size BuiltIn GlobalSize
    OpDecorate %id Constant
    OpDecorate %size Constant
    %void = OpTypeVoid
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %vector = OpTypeVector %long 3
    %input = OpTypePointer Input %vector
    %pointer = OpTypePointer CrossWorkgroup %int
    %local = OpTypePointer Workgroup %int
    %type = OpTypeFunction %void %pointer %local
    %device = OpConstant %int 1
    %all = OpConstant %int 784
    %five = OpConstant %int 5
    %last = OpConstant %long 1
    %id = OpVariable %input Input
    %size = OpVariable %input Input
    %k = OpFunction %void None %type
    %p = OpFunctionParameter %pointer
    %t = OpFunctionParameter %local
    %begin = OpLabel
    %ids = OpLoad %vector %id
    %g = OpCompositeExtract %long %ids 0
    %sizes = OpLoad %vector %size
    %n = OpCompositeExtract %long %sizes 0
    %end = OpISub %long %n %last
    %other = OpISub %long %end %g
    %from = OpInBoundsPtrAccessChain %pointer %p %other
    %x = OpLoad %int %from Aligned 4
    OpControlBarrier %device %device %all
    %y = OpIAdd %int %x %five
    %to = OpInBoundsPtrAccessChain %pointer %p %g
    OpStore %to %y Aligned 4
    OpReturn
    OpFunctionEnd)");
  check([](const std::vector<int>& data) {
    std::vector<int> result(data.rbegin(), data.rend());
    for (int& value : result) {
      value += 5;
    }
    return result;
  });
}

} // namespace
