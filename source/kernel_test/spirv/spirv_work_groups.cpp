// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collective functions of work-groups, from SPIR-V.
#include "harness.h"
#include "spirv/spirv_kernel.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace {

class SpirvWorkGroups : public KernelTest {
protected:
  /// Runs `body` on 96 values in groups of several sizes and shapes; `expected` makes the results
  /// of one group of its values.
  template <typename T>
  void check(const SpirvKernel& body, const std::vector<T>& values,
             const std::function<std::vector<T>(std::vector<T>)>& expected) {
    build_assembly(assembly(body));
    for (const size_t local : {1, 2, 3, 8, 16, 32, 48, 96}) {
      std::vector<T> in = values, out(in.size());
      run({{in.size()}, {local}, {}}, in, out);
      for (size_t first = 0; first < in.size(); first += local) {
        const auto begin = in.begin() + long(first);
        const auto group = expected({begin, begin + long(local)});
        for (size_t i = 0; i < local; ++i) {
          ASSERT_EQ(out[first + i], group[i])
              << body.code << " item " << i << " of " << local << " from " << first;
        }
      }
    }
  }

  /// Small numbers, exact in whatever order they are added.
  template <typename T> static std::vector<T> numbers() {
    std::vector<T> values(96);
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = T(int(i * 7 % 23) - 11);
    }
    return values;
  }

  /// One instruction as reduction and both scans.
  template <typename T, typename F>
  void check_arithmetic(const std::string& type, const std::string& instruction, T neutral,
                        F combine, const std::vector<T>& values = numbers<T>()) {
    const std::string begin = "%r = " + instruction + " " + type + " %work_group ";
    SpirvKernel body;
    body.type = type;
    body.capabilities = "OpCapability GroupUniformArithmeticKHR\n"
                        "OpExtension \"SPV_KHR_uniform_group_instructions\"\n";
    body.code = begin + "Reduce %x";
    check<T>(body, values, [&](const std::vector<T>& group) {
      T total = neutral;
      for (const T value : group) {
        total = T(combine(total, value));
      }
      return std::vector<T>(group.size(), total);
    });
    body.code = begin + "InclusiveScan %x";
    check<T>(body, values, [&](std::vector<T> group) {
      T total = neutral;
      for (T& value : group) {
        value = total = T(combine(total, value));
      }
      return group;
    });
    body.code = begin + "ExclusiveScan %x";
    check<T>(body, values, [&](std::vector<T> group) {
      T total = neutral;
      for (T& value : group) {
        const T before = total;
        total = T(combine(total, value));
        value = before;
      }
      return group;
    });
  }

  template <typename T> void check_integers(const std::string& type) {
    using U = std::make_unsigned_t<T>;
    using Limits = std::numeric_limits<T>;
    const auto less = [](auto a, auto b) { return std::min(a, b); };
    const auto more = [](auto a, auto b) { return std::max(a, b); };
    check_arithmetic<U>(type, "OpGroupIAdd", 0, std::plus<>());
    // Not promoted to int, where the product of two large ushort overflows.
    check_arithmetic<U>(type, "OpGroupIMulKHR", 1, [](U a, U b) { return 1U * a * b; });
    check_arithmetic<T>(type, "OpGroupSMin", Limits::max(), less);
    check_arithmetic<T>(type, "OpGroupSMax", Limits::min(), more);
    check_arithmetic<U>(type, "OpGroupUMin", U(-1), less);
    check_arithmetic<U>(type, "OpGroupUMax", 0, more);
    check_arithmetic<U>(type, "OpGroupBitwiseAndKHR", U(-1), std::bit_and<>());
    check_arithmetic<U>(type, "OpGroupBitwiseOrKHR", 0, std::bit_or<>());
    check_arithmetic<U>(type, "OpGroupBitwiseXorKHR", 0, std::bit_xor<>());
  }

  template <typename T> void check_floats(const std::string& type) {
    const T infinity = std::numeric_limits<T>::infinity();
    check_arithmetic<T>(type, "OpGroupFAdd", 0, std::plus<>());
    check_arithmetic<T>(type, "OpGroupFMin", infinity, [](T a, T b) { return std::min(a, b); });
    check_arithmetic<T>(type, "OpGroupFMax", -infinity, [](T a, T b) { return std::max(a, b); });
    std::vector<T> factors(96, T(1));
    for (size_t i = 0; i < factors.size(); i += 5) {
      factors[i] = i % 2 ? T(0.5) : T(-2);
    }
    check_arithmetic<T>(type, "OpGroupFMulKHR", 1, std::multiplies<>(), factors);
  }
};
INSTANTIATE_TEST_SUITE_P(All, SpirvWorkGroups,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar, Variant::by_4,
                                           Variant::by_16),
                         variant_name);

TEST_P(SpirvWorkGroups, reduceAndScanBytes) { check_integers<int8_t>("%char"); }
TEST_P(SpirvWorkGroups, reduceAndScanShorts) { check_integers<int16_t>("%short"); }
TEST_P(SpirvWorkGroups, reduceAndScanInts) { check_integers<int32_t>("%uint"); }
TEST_P(SpirvWorkGroups, reduceAndScanLongs) { check_integers<int64_t>("%ulong"); }
TEST_P(SpirvWorkGroups, reduceAndScanFloats) { check_floats<float>("%float"); }
TEST_P(SpirvWorkGroups, reduceAndScanDoubles) { check_floats<double>("%double"); }

/// Halves as bits: 1.0 for each work-item, the sum being its place.
TEST_P(SpirvWorkGroups, reduceHalves) {
  SpirvKernel body;
  body.type = "%half";
  body.code = "%r = OpGroupFMax %half %work_group Reduce %x";
  std::vector<uint16_t> values(96, 0x3c00);
  values[40] = 0x4000;
  check<uint16_t>(body, values, [](const std::vector<uint16_t>& group) {
    return std::vector<uint16_t>(group.size(), *std::ranges::max_element(group));
  });
}

TEST_P(SpirvWorkGroups, reduceAndScanTruthValues) {
  const auto check_logical = [&](const std::string& instruction, bool neutral, auto combine) {
    SpirvKernel body;
    body.capabilities = "OpCapability GroupUniformArithmeticKHR\n"
                        "OpExtension \"SPV_KHR_uniform_group_instructions\"\n";
    body.code = "%c = OpSGreaterThan %bool %x %no_uint\n"
                "%d = " +
                instruction + R"( %bool %work_group InclusiveScan %c
                  %r = OpSelect %uint %d %one_uint %no_uint)";
    check<int>(body, numbers<int>(), [&](std::vector<int> group) {
      bool total = neutral;
      for (int& value : group) {
        value = total = combine(total, value > 0);
      }
      return group;
    });
  };
  check_logical("OpGroupLogicalAndKHR", true, std::logical_and<>());
  check_logical("OpGroupLogicalOrKHR", false, std::logical_or<>());
  check_logical("OpGroupLogicalXorKHR", false, std::not_equal_to<>());
}

TEST_P(SpirvWorkGroups, reduceVectors) {
  SpirvKernel body;
  body.declarations = "%two = OpConstant %uint 2";
  body.code = R"(%y = OpIMul %uint %x %two
                   %v = OpCompositeConstruct %uint2 %x %y
                   %w = OpGroupIAdd %uint2 %work_group Reduce %v
                   %a = OpCompositeExtract %uint %w 0
                   %b = OpCompositeExtract %uint %w 1
                   %r = OpIAdd %uint %a %b)";
  check<int>(body, numbers<int>(), [](const std::vector<int>& group) {
    int total = 0;
    for (const int value : group) {
      total += 3 * value;
    }
    return std::vector<int>(group.size(), total);
  });
}

TEST_P(SpirvWorkGroups, votes) {
  const auto check_vote = [&](const std::string& instruction, auto holds) {
    SpirvKernel body;
    body.declarations = "%limit = OpConstant %uint 10";
    body.code = "%c = OpSLessThan %bool %x %limit\n"
                "%d = " +
                instruction + R"( %bool %work_group %c
                  %r = OpSelect %uint %d %one_uint %no_uint)";
    check<int>(body, numbers<int>(), [&](const std::vector<int>& group) {
      return std::vector<int>(group.size(), holds(group, [](int value) { return value < 10; }));
    });
  };
  check_vote("OpGroupAll", [](auto& group, auto test) { return std::ranges::all_of(group, test); });
  check_vote("OpGroupAny", [](auto& group, auto test) { return std::ranges::any_of(group, test); });
}

TEST_P(SpirvWorkGroups, broadcastFromTheFirst) {
  SpirvKernel body;
  body.code = "%r = OpGroupBroadcast %uint %work_group %x %no_ulong";
  check<int>(body, numbers<int>(), [](const std::vector<int>& group) {
    return std::vector<int>(group.size(), group[0]);
  });
}

/// One after the other: what one leaves in memory must not be overwritten too early by the next.
TEST_P(SpirvWorkGroups, severalInSequence) {
  SpirvKernel body;
  body.code = R"(%a = OpGroupIAdd %uint %work_group Reduce %x
                   %b = OpIAdd %uint %a %x
                   %c = OpGroupSMax %uint %work_group InclusiveScan %b
                   %d = OpGroupBroadcast %uint %work_group %c %no_ulong
                   %e = OpIAdd %uint %c %d
                   %r = OpGroupIAdd %uint %work_group ExclusiveScan %e)";
  check<int>(body, numbers<int>(), [](std::vector<int> group) {
    int sum = 0;
    for (const int value : group) {
      sum += value;
    }
    const int first = sum + group[0];
    int most = std::numeric_limits<int>::min(), total = 0;
    for (int& value : group) {
      most = std::max(most, sum + value);
      value = total;
      total += most + first;
    }
    return group;
  });
}

TEST_P(SpirvWorkGroups, inThreeDimensions) {
  SpirvKernel body;
  body.declarations = R"(%ulong3 = OpTypeVector %ulong 3
                           %one = OpConstant %ulong 1
                           %two = OpConstant %ulong 2
                           %from = OpConstantComposite %ulong3 %two %one %one)";
  body.code = "%r = OpGroupBroadcast %uint %work_group %x %from";
  build_assembly(assembly(body));
  std::vector<int> in(8 * 4 * 6), out(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = int(i);
  }
  run({{8, 4, 6}, {4, 2, 3}, {}}, in, out);
  for (int i = 0; i < int(in.size()); ++i) {
    const int x = i % 8 / 4 * 4 + 2, y = i / 8 % 4 / 2 * 2 + 1, z = i / 32 / 3 * 3 + 1;
    ASSERT_EQ(out[size_t(i)], (z * 4 + y) * 8 + x) << "item " << i;
  }
}

} // namespace
