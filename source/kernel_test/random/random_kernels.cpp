// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random kernels give the same results not optimised, scalar and vectorised at several widths.
// LANEWISE_RANDOM_KERNELS=<first seed>:<count> chooses other ones than the few that always run.
#include "harness.h"
#include "random/random_kernel.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

class RandomKernels : public KernelTest {
protected:
  struct Results {
    std::vector<cl_uint> narrow, wide; ///< of two sizes of work-groups
  };

  Results compute(const std::string& source) {
    // LLVM 22's SPIR-V back end extends the sign of what convert_uint4 converts.
    const char* instead = "#define convert_uint4(v) __builtin_convertvector(v, uint4)\n";
    // LLVM 22 computes in integers of 2 bits after loop strength reduction, and its SPIR-V back end
    // makes bytes of those without cutting off the rest.
    spirv_options = "-mllvm -disable-lsr";
    build((comes_as_spirv() ? instead : "") + source);
    Results results;
    if (was_refused()) {
      return results;
    }
    std::vector<cl_uint> in(random_kernel_inputs);
    cl_uint state = 1;
    for (cl_uint& value : in) {
      state = state * 1664525 + 1013904223;
      value = state >> (state & 15 ? 24 : 3); // mostly small
    }
    for (const size_t local : {size_t(21), size_t(70)}) {
      const size_t global = 210;
      std::vector<cl_uint> out((global + 1) * random_kernel_outputs);
      run({{global}, {local}, {}}, out, in, Local{local * sizeof(cl_uint)});
      (local == 21 ? results.narrow : results.wide) = out;
    }
    return results;
  }
};

/// Where two results differ; empty if they do not.
std::string first_difference(const std::vector<cl_uint>& computed,
                             const std::vector<cl_uint>& expected) {
  const auto [one, other] =
      std::mismatch(computed.begin(), computed.end(), expected.begin(), expected.end());
  return one == computed.end() ? ""
                               : "element " + std::to_string(one - computed.begin()) + " is " +
                                     std::to_string(*one) + ", not " + std::to_string(*other);
}

struct Range {
  uint64_t first = 1;
  uint64_t count = 12;
};

Range seeds() {
  Range range;
  if (const char* text = std::getenv("LANEWISE_RANDOM_KERNELS")) {
    char* rest = nullptr;
    range.first = std::strtoull(text, &rest, 10);
    range.count = *rest == ':' ? std::strtoull(rest + 1, nullptr, 10) : 1;
  }
  return range;
}

TEST_P(RandomKernels, sameResultsInAllVariants) {
  // The reference is computed anew in each variant: a test is a process of its own.
  const Range range = seeds();
  uint64_t invalid = 0;
  for (uint64_t seed = range.first; seed < range.first + range.count; ++seed) {
    const std::string source = random_kernel(seed);
    const Results expected = in_variant(Variant::not_optimised, [&] { return compute(source); });
    const Results computed = compute(source);
    if (was_refused()) {
      ++invalid;
      continue;
    }
    EXPECT_EQ(first_difference(computed.narrow, expected.narrow), "") << "seed " << seed;
    EXPECT_EQ(first_difference(computed.wide, expected.wide), "")
        << "seed " << seed << "\n"
        << (range.count == 1 ? source : "");
  }
  EXPECT_LT(invalid, std::max<uint64_t>(range.count / 2, 2)) << "hardly any was valid SPIR-V";
}
ALL_VARIANTS(RandomKernels);

} // namespace
