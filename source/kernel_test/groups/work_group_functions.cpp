// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collective functions of work-groups of OpenCL C 3.0 and of cl_khr_work_group_uniform_arithmetic,
// against the same on the host.
#include "harness.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>

namespace {

constexpr char version[] = "-cl-std=CL3.0";

template <typename T> using OfGroup = std::function<std::vector<T>(std::vector<T>)>;

/// An expression of `x` and what it is for each work-item of a group.
template <typename T> struct Form {
  std::string expression;
  OfGroup<T> expected;
};

class WorkGroupFunctions : public KernelTest {
protected:
  /// Runs a kernel of all forms on 96 values in groups of several sizes.
  template <typename T> void check(const std::string& type, const std::vector<Form<T>>& forms) {
    std::string source =
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k(global const " + type +
        "* in, global " + type + "* out) {\n  size_t i = get_global_id(0);\n  " + type +
        " x = in[i];\n";
    for (size_t n = 0; n < forms.size(); ++n) {
      source += "  out[i * " + std::to_string(forms.size()) + " + " + std::to_string(n) +
                "] = " + forms[n].expression + ";\n";
    }
    build(source + "}\n", version);
    for (const size_t local : {1, 3, 16, 48}) {
      std::vector<T> in(96), out(96 * forms.size());
      for (size_t i = 0; i < in.size(); ++i) {
        in[i] = T(int(i * 7 % 23) - 11);
      }
      run({{in.size()}, {local}, {}}, in, out);
      for (size_t first = 0; first < in.size(); first += local) {
        const auto begin = in.begin() + long(first);
        for (size_t n = 0; n < forms.size(); ++n) {
          const auto group = forms[n].expected({begin, begin + long(local)});
          for (size_t i = 0; i < local; ++i) {
            ASSERT_EQ(out[(first + i) * forms.size() + n], group[i])
                << forms[n].expression << " of item " << i << " of " << local;
          }
        }
      }
    }
  }

  template <typename T, typename F>
  void check_all_forms(const std::string& type, const std::string& name, T neutral, F combine) {
    const Form<T> reduce = {"work_group_reduce_" + name + "(x)", [&](const std::vector<T>& group) {
                              T total = neutral;
                              for (const T value : group) {
                                total = T(combine(total, value));
                              }
                              return std::vector<T>(group.size(), total);
                            }};
    const Form<T> inclusive = {"work_group_scan_inclusive_" + name + "(x)",
                               [&](std::vector<T> group) {
                                 T total = neutral;
                                 for (T& value : group) {
                                   value = total = T(combine(total, value));
                                 }
                                 return group;
                               }};
    const Form<T> exclusive = {"work_group_scan_exclusive_" + name + "(x)",
                               [&](std::vector<T> group) {
                                 T total = neutral;
                                 for (T& value : group) {
                                   const T before = total;
                                   total = T(combine(total, value));
                                   value = before;
                                 }
                                 return group;
                               }};
    check<T>(type, {reduce, inclusive, exclusive});
  }

  template <typename T> void check_type(const std::string& type) {
    using Limits = std::numeric_limits<T>;
    const T most = Limits::has_infinity ? Limits::infinity() : Limits::max();
    const T least = Limits::has_infinity ? T(-Limits::infinity()) : Limits::min();
    check_all_forms<T>(type, "add", T(0), [](T a, T b) { return a + b; });
    check_all_forms<T>(type, "min", most, [](T a, T b) { return std::min(a, b); });
    check_all_forms<T>(type, "max", least, [](T a, T b) { return std::max(a, b); });
    check_all_forms<T>(type, "mul", T(1), [](T a, T b) {
      using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, T>; // a product may wrap
      return Wide(a) * Wide(b);
    });
  }

  template <typename T> void check_bits(const std::string& type) {
    check_all_forms<T>(type, "and", T(~T(0)), std::bit_and<T>());
    check_all_forms<T>(type, "or", T(0), std::bit_or<T>());
    check_all_forms<T>(type, "xor", T(0), std::bit_xor<T>());
  }
};
SOURCE_VARIANTS(WorkGroupFunctions);

TEST_P(WorkGroupFunctions, integers) {
  check_type<int>("int");
  check_type<unsigned>("uint");
  check_type<int64_t>("long");
  check_type<uint64_t>("ulong");
}

TEST_P(WorkGroupFunctions, floats) {
  check_type<float>("float");
  check_type<double>("double");
}

TEST_P(WorkGroupFunctions, halves) {
  // Signs only: other products are soon too large.
  const std::string sign = "((half)(x < 0.0f ? -1.0f : 1.0f))";
  const auto product = [](const std::vector<float>& group) {
    return std::ranges::count_if(group, [](float x) { return x < 0; }) % 2 ? -1.0f : 1.0f;
  };
  const auto scan = [](std::vector<float> group, bool is_inclusive) {
    float total = 1;
    for (float& x : group) {
      const float before = total;
      total = x < 0 ? -total : total;
      x = is_inclusive ? total : before;
    }
    return group;
  };
  check<float>("float", {{"(float)work_group_reduce_mul" + sign,
                          [&](const std::vector<float>& group) {
                            return std::vector<float>(group.size(), product(group));
                          }},
                         {"(float)work_group_scan_inclusive_mul" + sign,
                          [&](const std::vector<float>& group) { return scan(group, true); }},
                         {"(float)work_group_scan_exclusive_mul" + sign,
                          [&](const std::vector<float>& group) { return scan(group, false); }}});
}

/// Sums of small integers, which are exact.
TEST_P(WorkGroupFunctions, halvesInAllForms) {
  const auto of = [](float first, bool is_reduction, bool is_inclusive,
                     float (*combine)(float, float)) {
    return [=](std::vector<float> group) {
      float total = first;
      for (float& x : group) {
        const float before = total;
        total = combine(total, x);
        x = is_inclusive ? total : before;
      }
      return is_reduction ? std::vector<float>(group.size(), total) : group;
    };
  };
  const auto sum = [](float a, float b) { return a + b; };
  const auto least = [](float a, float b) { return std::min(a, b); };
  const auto most = [](float a, float b) { return std::max(a, b); };
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const struct {
    const char* name;
    float first;
    float (*combine)(float, float);
  } operations[] = {{"add", 0, sum}, {"min", infinity, least}, {"max", -infinity, most}};
  std::vector<Form<float>> forms;
  for (const auto& [name, first, combine] : operations) {
    const std::string call = std::string(name) + "((half)x)";
    forms.push_back({"(float)work_group_reduce_" + call, of(first, true, false, combine)});
    forms.push_back({"(float)work_group_scan_inclusive_" + call, of(first, false, true, combine)});
    forms.push_back({"(float)work_group_scan_exclusive_" + call, of(first, false, false, combine)});
  }
  check<float>("float", forms);
}

/// In the order of linear local ids, in a function that is called several times.
TEST_P(WorkGroupFunctions, inSeveralDimensionsAndInFunctions) {
  build(R"(
    __attribute__((noinline)) int scan(int x, int how) {
      return how ? work_group_scan_inclusive_add(x) : work_group_scan_exclusive_max(x);
    }
    kernel void k(global const int* in, global int* out) {
      size_t i = get_global_linear_id();
      int x = in[i], sum = 0;
      for (int round = 0; round < 3; ++round) {
        sum = sum * 3 + scan(x, 1);
        sum += scan(x + round, 0) & 255;
        if (work_group_any(x == 5)) x = work_group_reduce_min(x) + round;
      }
      out[i] = sum;
    })",
        version);
  for (const Launch& launch :
       {Launch{{12, 10, 1}, {3, 5, 1}, {}}, Launch{{34, 4, 1}, {17, 2, 1}, {}},
        Launch{{4, 6, 6}, {2, 3, 3}, {}}}) {
    const auto &all = launch.global, &own = launch.local;
    std::vector<int> in(all[0] * all[1] * all[2]), out(in.size()), expected(in.size());
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = int(i * 7 % 23) + 3;
    }
    for (size_t group = 0; group < in.size() / (own[0] * own[1] * own[2]); ++group) {
      std::vector<size_t> places;
      for (size_t l = 0; l < own[0] * own[1] * own[2]; ++l) {
        const size_t wide = all[0] / own[0], high = all[1] / own[1];
        const size_t x = group % wide * own[0] + l % own[0];
        const size_t y = group / wide % high * own[1] + l / own[0] % own[1];
        const size_t z = group / wide / high * own[2] + l / own[0] / own[1];
        places.push_back((z * all[1] + y) * all[0] + x);
      }
      std::vector<int> x;
      for (const size_t place : places) {
        x.push_back(in[place]);
      }
      for (int round = 0; round < 3; ++round) {
        int sum = 0, most = std::numeric_limits<int>::min();
        for (size_t l = 0; l < x.size(); ++l) {
          sum += x[l];
          expected[places[l]] = expected[places[l]] * 3 + sum + (most & 255);
          most = std::max(most, x[l] + round);
        }
        if (std::ranges::count(x, 5) != 0) {
          std::ranges::fill(x, *std::ranges::min_element(x) + round);
        }
      }
    }
    run(launch, in, out);
    EXPECT_EQ(out, expected);
  }
}

TEST_P(WorkGroupFunctions, bits) {
  check_bits<int>("int");
  check_bits<unsigned>("uint");
  check_bits<int64_t>("long");
  check_bits<uint64_t>("ulong");
}

/// Logical operations on zero and other values: each value stands for its truth, and the result is
/// 0 or 1.
TEST_P(WorkGroupFunctions, logicalOperations) {
  check_all_forms<int>("int", "logical_and", 1, [](int a, int b) { return a && b; });
  check_all_forms<int>("int", "logical_or", 0, [](int a, int b) { return a || b; });
  check_all_forms<int>("int", "logical_xor", 0, [](int a, int b) { return !a != !b; });
}

TEST_P(WorkGroupFunctions, votes) {
  const auto holds = [](int x) { return x > -11; };
  check<int>("int", {{"work_group_all(x > -11) != 0",
                      [&](const std::vector<int>& group) {
                        return std::vector<int>(group.size(), std::ranges::all_of(group, holds));
                      }},
                     {"work_group_any(x <= -11) != 0", [&](const std::vector<int>& group) {
                        return std::vector<int>(group.size(), !std::ranges::all_of(group, holds));
                      }}});
}

TEST_P(WorkGroupFunctions, broadcasts) {
  check<int>("int",
             {{"work_group_broadcast(x, get_local_size(0) / 2)", [](const std::vector<int>& group) {
                 return std::vector<int>(group.size(), group[group.size() / 2]);
               }}});
  build("kernel void k(global int* out) {\n"
        "  size_t i = get_global_linear_id();\n"
        "  int two = work_group_broadcast((int)i, 2, 1);\n"
        "  out[i] = two * 1000 + (int)work_group_broadcast((ulong)i, 0, 2) ;\n"
        "}\n",
        version);
  std::vector<int> out(6 * 6);
  run({{6, 6}, {3, 3}, {}}, out);
  for (size_t i = 0; i < out.size(); ++i) {
    const size_t x = i % 6 / 3 * 3, y = i / 6 / 3 * 3;
    ASSERT_EQ(out[i], int(((y + 1) * 6 + x + 2) * 1000 + (y + 2) * 6 + x)) << i;
  }
  build("kernel void k(global int* out) {\n"
        "  size_t i = get_global_linear_id();\n"
        "  out[i] = work_group_broadcast((int)i, 1, 0, 1);\n"
        "}\n",
        version);
  std::vector<int> cubes(2 * 2 * 4);
  run({{2, 2, 4}, {2, 2, 2}, {}}, cubes);
  for (size_t i = 0; i < cubes.size(); ++i) {
    ASSERT_EQ(cubes[i], int((i / 8 * 2 + 1) * 4 + 1)) << i;
  }
}

} // namespace
