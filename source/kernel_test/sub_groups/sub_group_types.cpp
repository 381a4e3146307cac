// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of sub-groups for every type, in clusters of every size, where work-items leave a loop
// at different times. Sub-groups have a required size.
#include "harness.h"

#include <functional>
#include <limits>
#include <optional>

namespace {

/// One sub-group in a round of the loop.
template <typename T> struct Round {
  std::vector<T> x;
  std::vector<bool> active;
};

/// An expression of `x`, and what it is for a work-item; nothing if it can be anything.
template <typename T> struct Form {
  std::string expression;
  std::function<std::optional<T>(const Round<T>&, size_t lane)> expected;
};

template <typename T>
std::vector<Form<T>> reductions(size_t size, const std::string& name, T identity,
                                const std::function<T(T, T)>& combine) {
  const auto fold = [=](const Round<T>& round, size_t begin, size_t end) {
    T total = identity;
    for (size_t i = begin; i < std::min(end, round.x.size()); ++i) {
      total = round.active[i] ? combine(total, round.x[i]) : total;
    }
    return total;
  };
  const std::string function = "sub_group_non_uniform_", of_x = name + "(x)";
  std::vector<Form<T>> forms = {
      {function + "reduce_" + of_x,
       [=](const Round<T>& round, size_t) { return fold(round, 0, size); }},
      {function + "scan_inclusive_" + of_x,
       [=](const Round<T>& round, size_t lane) { return fold(round, 0, lane + 1); }},
      {function + "scan_exclusive_" + of_x,
       [=](const Round<T>& round, size_t lane) { return fold(round, 0, lane); }}};
  for (size_t cluster = 1; cluster <= size; cluster *= 2) {
    forms.push_back({"sub_group_clustered_reduce_" + name + "(x, " + std::to_string(cluster) + "u)",
                     [=](const Round<T>& round, size_t lane) {
                       const size_t begin = lane / cluster * cluster;
                       return fold(round, begin, begin + cluster);
                     }});
  }
  return forms;
}

template <typename T> std::vector<Form<T>> moves(size_t size) {
  const auto at = [](const Round<T>& round, size_t lane) {
    return lane < round.x.size() && round.active[lane] ? std::optional(round.x[lane])
                                                       : std::nullopt;
  };
  std::vector<Form<T>> forms = {
      {"sub_group_shuffle_xor(x, 1u)",
       [=](const Round<T>& round, size_t lane) { return at(round, lane ^ 1); }},
      {"sub_group_shuffle(x, get_sub_group_local_id() * 5 % 7)",
       [=](const Round<T>& round, size_t lane) { return at(round, lane * 5 % 7); }},
      {"sub_group_rotate(x, -3)", [=](const Round<T>& round, size_t lane) {
         return at(round, (lane + 3 * size - 3) % size);
       }}};
  for (size_t cluster = 1; cluster <= size; cluster *= 2) {
    forms.push_back({"sub_group_clustered_rotate(x, 3, " + std::to_string(cluster) + "u)",
                     [=](const Round<T>& round, size_t lane) {
                       return at(round, lane / cluster * cluster + (lane % cluster + 3) % cluster);
                     }});
  }
  return forms;
}

class SubGroupTypes : public KernelTest {
protected:
  template <typename T> void check(const std::string& type) {
    const T most = Limits<T>::has_infinity ? Limits<T>::infinity() : Limits<T>::max();
    const T least = Limits<T>::has_infinity ? T(-Limits<T>::infinity()) : Limits<T>::lowest();
    for (const unsigned size : {1U, 4U, 16U, 64U}) {
      if (!has_sub_groups_of(size)) {
        continue;
      }
      SCOPED_TRACE(type + ", sub-groups of " + std::to_string(size));
      check<T>(type, size, reductions<T>(size, "add", T(0), [](T a, T b) { return T(a + b); }));
      check<T>(type, size,
               reductions<T>(size, "min", most, [](T a, T b) { return std::min(a, b); }));
      check<T>(type, size,
               reductions<T>(size, "max", least, [](T a, T b) { return std::max(a, b); }));
      check<T>(type, size, moves<T>(size));
    }
  }

  /// A work-item goes round the loop as its number says, and takes part in every other round or in
  /// all. Groups are whole sub-groups or not.
  template <typename T>
  void check(const std::string& type, size_t size, const std::vector<Form<T>>& forms) {
    const std::string count = std::to_string(forms.size());
    std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                         "__attribute__((intel_reqd_sub_group_size(" +
                         std::to_string(size) + "))) kernel void k(global const " + type +
                         "* in, global " + type +
                         "* out) {\n  size_t i = get_global_linear_id();\n  " + type +
                         " x = in[i];\n  for (int it = 0; it <= i % 3; ++it) {\n"
                         "    if ((i * 7 + it) % 4 != 1) {\n";
    for (size_t f = 0; f < forms.size(); ++f) {
      source += "      out[(i * 3 + it) * " + count + " + " + std::to_string(f) +
                "] = " + forms[f].expression + ";\n";
    }
    build(source + "    }\n    x = x + (" + type + ")1;\n  }\n}\n", "-cl-std=CL3.0");
    for (const size_t local : {7, 33, 64}) {
      const size_t items = 2 * local;
      std::vector<T> in(items), out(items * 3 * forms.size());
      for (size_t i = 0; i < items; ++i) {
        in[i] = T(int(i * 5 % 13) - (Limits<T>::is_signed ? 6 : 0));
      }
      run({{items}, {local}, {}}, in, out);
      for (size_t begin = 0, end = 0; begin < items; begin = end) {
        end = std::min(begin / local * local + local, begin + size);
        for (size_t it = 0; it < 3; ++it) {
          Round<T> round;
          for (size_t i = begin; i < end; ++i) {
            round.x.push_back(T(in[i] + T(int(it))));
            round.active.push_back(it <= i % 3 && (i * 7 + it) % 4 != 1);
          }
          for (size_t i = begin; i < end; ++i) {
            for (size_t f = 0; f < forms.size() && round.active[i - begin]; ++f) {
              if (const auto expected = forms[f].expected(round, i - begin)) {
                ASSERT_EQ(double(out[(i * 3 + it) * forms.size() + f]), double(*expected))
                    << forms[f].expression << ", item " << i << " of groups of " << local
                    << ", round " << it;
              }
            }
          }
        }
      }
    }
  }

private:
  template <typename T> using Limits = std::numeric_limits<T>;
};
INSTANTIATE_TEST_SUITE_P(All, SubGroupTypes,
                         ::testing::Values(Variant::optimised, Variant::not_optimised),
                         variant_name);

TEST_P(SubGroupTypes, bytes) {
  check<int8_t>("char");
  check<uint8_t>("uchar");
}
TEST_P(SubGroupTypes, words) {
  check<int16_t>("short");
  check<uint16_t>("ushort");
}
TEST_P(SubGroupTypes, integers) {
  check<uint32_t>("uint");
  check<int64_t>("long");
  check<uint64_t>("ulong");
}
TEST_P(SubGroupTypes, floats) {
  check<float>("float");
  check<double>("double");
}

} // namespace
