// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-groups that wait for others of their work-group: by atomic operations (independent forward
// progress, as cl_khr_subgroups promises it), and at named barriers
// (cl_khr_subgroup_named_barrier).
#include "limited_test.h"
#include "spirv/spirv_kernel.h"

#include <algorithm>

namespace {

constexpr char version[] = "-cl-std=CL3.0";

class SubGroupProgress : public LimitedTest {
protected:
  /// Builds it with sub-groups as the driver has them, then with those of required sizes, and calls
  /// `run_it` for each with what was built; `attribute` in the source is where a size is required.
  template <typename F> void in_sizes(const std::string& source, F run_it) {
    for (const char* size : {"", "4", "16"}) {
      SCOPED_TRACE(size);
      if (*size && !has_sub_groups_of(std::stoul(size))) {
        continue;
      }
      const std::string attribute =
          *size ? "__attribute__((intel_reqd_sub_group_size(" + std::string(size) + ")))" : "";
      std::string text = source;
      text.replace(text.find("ATTRIBUTE"), 9, attribute);
      build(text, version);
      run_it();
    }
  }
};
ALL_VARIANTS(SubGroupProgress);

/// Each sub-group waits for the next one, so that the last one comes first.
TEST_P(SubGroupProgress, waitsForTheNextOne) {
  in_sizes(R"(ATTRIBUTE kernel void k(global int* out) {
                local atomic_int flags[128];
                local int sums[128];
                int l = get_local_id(0), s = get_sub_group_id(), n = get_num_sub_groups();
                if (l < 128) atomic_init(flags + l, 0);
                work_group_barrier(CLK_LOCAL_MEM_FENCE);
                int behind = 0;
                if (s + 1 < n) {
                  if (get_sub_group_local_id() == 0)
                    while (atomic_load(flags + s + 1) == 0) {}
                  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
                  behind = sums[s + 1];
                }
                int own = sub_group_reduce_add(l);
                if (get_sub_group_local_id() == 0) {
                  sums[s] = own + behind;
                  atomic_store(flags + s, 1);
                }
                work_group_barrier(CLK_LOCAL_MEM_FENCE);
                out[get_global_id(0)] = sums[0] * 2 + (sums[s] == own + behind); })",
           [&] {
             std::vector<int> out(200);
             run({{200}, {100}, {}}, out);
             EXPECT_EQ(out, std::vector<int>(200, 99 * 100 + 1));
           });
}

/// All lanes ask, and leave the loop together.
TEST_P(SubGroupProgress, asksTogether) {
  in_sizes(R"(ATTRIBUTE kernel void k(global int* out, volatile local int* turn) {
                int l = get_local_id(0), s = get_sub_group_id(), n = get_num_sub_groups();
                if (l == 0) turn[0] = n - 1;
                work_group_barrier(CLK_LOCAL_MEM_FENCE);
                int rounds = 0;
                while (!sub_group_any(turn[0] == s)) ++rounds;
                int last = sub_group_broadcast(turn[0], 0);
                sub_group_barrier(CLK_LOCAL_MEM_FENCE);
                if (get_sub_group_local_id() == 0) turn[0] = s - 1;
                out[get_global_id(0)] = rounds < 0 ? -1 : last - s; })",
           [&] {
             std::vector<int> out(192, 5);
             run({{192}, {96}, {}}, out, Local{4});
             EXPECT_EQ(out, std::vector<int>(192, 0));
           });
}

/// Programs of instructions, one for each sub-group: counting a place up, or waiting until it has
/// been counted up. Sub-groups wait for each other in whatever order.
TEST_P(SubGroupProgress, programsThatWaitForEachOther) {
  constexpr int places = 24, group = 112;
  const auto in_order = [&] {
    // A program of `places` pairs (count, place), negative counts waiting; as many as work-items,
    // of which the sub-groups take those that there are.
    std::vector<int> programs(size_t(group * places) * 2);
    for (int place = 0; place < places; ++place) {
      for (int of = 0; of < group; ++of) {
        int* const instruction = &programs[size_t(of * places + place) * 2];
        instruction[1] = place;
        instruction[0] = -1;
      }
    }
    std::vector<int> out(places);
    run({{group}, {group}, {}}, programs, out);
    for (int place = 0; place < places; ++place) {
      ASSERT_EQ(out[size_t(place)], 100 + place) << place;
    }
  };
  in_sizes(R"(ATTRIBUTE kernel void k(global const int* in, global int* out) {
                local atomic_int loc[24];
                int l = get_local_id(0), s = get_sub_group_id(), n = get_num_sub_groups();
                if (l < 24) atomic_init(loc + l, 0);
                work_group_barrier(CLK_LOCAL_MEM_FENCE);
                global const int* pc = in + s * 48;
                bool first = get_sub_group_local_id() == 0;
                for (int i = 0; i < 24; ++i, pc += 2) {
                  int count = pc[0], place = pc[1];
                  if (count < 0 && (place * 7 + 3) % n == s) count = 100 + place;
                  if (count > 0) {
                    if (first)
                      for (int j = 0; j < count; ++j) atomic_fetch_add(loc + place, 1);
                  } else if (first) {
                    while (atomic_load(loc + place) != 100 + place) {}
                  }
                  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
                }
                work_group_barrier(CLK_LOCAL_MEM_FENCE);
                if (l < 24) out[l] = atomic_load(loc + l); })",
           in_order);
}

/// Sub-groups but the first meet twice in each round; the first one meets the second only.
TEST_P(SubGroupProgress, namedBarriers) {
  if (!has_extension("cl_khr_subgroup_named_barrier")) {
    GTEST_SKIP() << "the device has no named barriers";
  }
  if (comes_as_spirv()) {
    GTEST_SKIP() << "Clang makes no SPIR-V of named barriers";
  }
  in_sizes(R"(void meet(local named_barrier_t* b) {
                work_group_named_barrier(b, CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
              }
              ATTRIBUTE kernel void k(global int* out) {
                local int values[128];
                int l = get_local_id(0), s = get_sub_group_id(), n = get_num_sub_groups();
                int first = get_sub_group_size();
                local named_barrier_t* most = named_barrier_init(n - 1);
                local named_barrier_t* two = named_barrier_init(2);
                values[l] = l;
                int sum = 0;
                work_group_barrier(CLK_LOCAL_MEM_FENCE);
                if (s > 0) {
                  for (int round = 0; round < 4; ++round) {
                    int next = values[l + 1 < (int)get_local_size(0) ? l + 1 : l];
                    work_group_named_barrier(most, CLK_LOCAL_MEM_FENCE);
                    values[l] = next;
                    meet(most);
                    sum += next;
                  }
                }
                if (s < 2) {
                  if (s == 1) values[l] = 1000 + l;
                  work_group_named_barrier(two, CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE,
                                           memory_scope_device);
                  if (s == 0) sum = values[get_max_sub_group_size()] - get_max_sub_group_size();
                }
                out[get_global_id(0)] = sum; })",
           [&] {
             constexpr int group = 90;
             std::vector<int> out(2 * group);
             run({{2 * group}, {group}, {}}, out);
             int in_first = 0; // the first sub-group, whatever its size
             while (in_first < group && out[size_t(in_first)] == 1000) {
               ++in_first;
             }
             ASSERT_GE(in_first, 1);
             ASSERT_LE(in_first, 64);
             for (int i = in_first; i < group; ++i) {
               int expected = 0;
               for (int round = 1; round <= 4; ++round) {
                 expected += std::min(i + round, group - 1);
               }
               ASSERT_EQ(out[size_t(i)], expected) << i;
               ASSERT_EQ(out[size_t(group + i)], expected) << i;
             }
           });
}

/// Made anew in each round, and one function that makes two.
TEST_P(SubGroupProgress, namedBarriersMadeAgain) {
  if (!has_extension("cl_khr_subgroup_named_barrier")) {
    GTEST_SKIP() << "the device has no named barriers";
  }
  if (comes_as_spirv()) {
    GTEST_SKIP() << "Clang makes no SPIR-V of named barriers";
  }
  build(R"(local named_barrier_t* make(int count) { return named_barrier_init(count); }
           kernel void k(global int* out) {
             local int counts[64];
             int l = get_local_id(0), n = get_num_sub_groups(), s = get_sub_group_id();
             counts[l] = 0;
             for (int round = 0; round < 3; ++round) {
               local named_barrier_t* all = make(n);
               local named_barrier_t* one = make(1);
               for (int i = 0; i <= round; ++i) {
                 if (s == n - 1) work_group_named_barrier(one, CLK_LOCAL_MEM_FENCE);
                 ++counts[l];
                 work_group_named_barrier(all, CLK_LOCAL_MEM_FENCE);
                 if (counts[(l + 40) % 64] != counts[l]) out[get_global_id(0)] = -100;
                 work_group_named_barrier(all, CLK_LOCAL_MEM_FENCE);
               }
             }
             out[get_global_id(0)] += counts[l]; })",
        version);
  std::vector<int> out(128);
  run({{128}, {64}, {}}, out);
  EXPECT_EQ(out, std::vector<int>(128, 6));
}

/// All sub-groups meet: values are mirrored twice.
TEST_P(SubGroupProgress, namedBarriersInSpirv) {
  if (!has_extension("cl_khr_subgroup_named_barrier")) {
    GTEST_SKIP() << "the device has no named barriers";
  }
  for (const bool required : {false, true}) {
    SpirvKernel module;
    module.capabilities = "OpCapability NamedBarrier\nOpCapability SubgroupDispatch\n";
    module.modes = std::string("OpExecutionMode %k LocalSize 64 1 1\n") +
                   (required ? "OpExecutionMode %k SubgroupSize 8\n" : "") +
                   "OpDecorate %place BuiltIn LocalInvocationIndex\n"
                   "OpDecorate %groups BuiltIn NumSubgroups\n";
    module.interface = " %place %groups %values";
    module.declarations = R"(
%named = OpTypeNamedBarrier
%semantics = OpConstant %uint 264
%last = OpConstant %ulong 63
%length = OpConstant %uint 64
%array = OpTypeArray %uint %length
%array_pointer = OpTypePointer Workgroup %array
%element_pointer = OpTypePointer Workgroup %uint
%uint_pointer = OpTypePointer Input %uint
%place = OpVariable %id_pointer Input
%groups = OpVariable %uint_pointer Input
%values = OpVariable %array_pointer Workgroup)";
    module.code = R"(
%number = OpLoad %ulong %place
%count = OpLoad %uint %groups
%barrier = OpNamedBarrierInitialize %named %count
%own = OpInBoundsAccessChain %element_pointer %values %number
OpStore %own %x
OpMemoryNamedBarrier %barrier %work_group %semantics
%mirrored = OpISub %ulong %last %number
%other = OpInBoundsAccessChain %element_pointer %values %mirrored
%y = OpLoad %uint %other
OpMemoryNamedBarrier %barrier %work_group %semantics
OpStore %own %y
OpMemoryNamedBarrier %barrier %work_group %semantics
%z = OpLoad %uint %other
%thousand = OpIMul %uint %z %length
%r = OpIAdd %uint %y %thousand)";
    build_assembly(assembly(module));
    std::vector<int> in(128), out(128);
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = int(i * 3);
    }
    run({{128}, {64}, {}}, in, out);
    for (size_t i = 0; i < out.size(); ++i) {
      const size_t mirrored = i / 64 * 64 + 63 - i % 64;
      ASSERT_EQ(out[i], in[mirrored] + in[i] * 64) << i;
    }
  }
}

} // namespace
