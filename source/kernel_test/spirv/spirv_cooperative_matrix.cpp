// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices that a sub-group shares (SPV_KHR_cooperative_matrix,
// SPV_INTEL_joint_matrix), beside C++.
#include "harness.h"

#include <algorithm>
#include <bit>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace {

/// A product of matrices: the sub-group's size, those of the matrices, and how they are stored.
struct Product {
  unsigned lanes = 0; ///< 0: 16 or, if the device has no sub-groups of those, 32
  unsigned rows = 8, columns = 16, depth = 16;
  bool a_by_columns = false, b_by_columns = false;
  unsigned operands = 0;      ///< of the instruction: 1, 2, 4, 8 for signs, 16 to saturate
  unsigned stride_beyond = 0; ///< elements between the end of a line and the next one
  bool asks = true;           ///< the entry point says how large the sub-group is
  unsigned times = 1;         ///< how often a * b is added
  unsigned b_in_word = 1;     ///< rows of b that a word in memory has (SPV_INTEL_joint_matrix)

  /// Whether each work-item has as many elements of each matrix.
  [[nodiscard]] bool is_even() const {
    return rows * depth % lanes == 0 && depth * columns % lanes == 0 && rows * columns % lanes == 0;
  }
};

/// The first word of instructions that assemblers do not know, of so many words.
std::string word_of(const std::string& instruction, unsigned words) {
  const std::pair<const char*, unsigned> opcodes[] = {{"OpTypeCooperativeMatrixKHR", 4456},
                                                      {"OpCooperativeMatrixLoadKHR", 4457},
                                                      {"OpCooperativeMatrixStoreKHR", 4458},
                                                      {"OpCooperativeMatrixMulAddKHR", 4459},
                                                      {"OpCooperativeMatrixLengthKHR", 4460}};
  for (const auto& [name, opcode] : opcodes) {
    if (instruction == name) {
      return "!" + std::to_string(words << 16 | opcode) + " ";
    }
  }
  return "";
}

/// Declares %uint, and the types of elements unless they are declared: SPIR-V has each type once.
/// `text` names them %ea and %ec.
std::string with_types(std::string text, const std::string& element_a,
                       const std::string& element_c) {
  std::vector<std::pair<std::string, std::string>> declared = {{"%uint", "OpTypeInt 32 0"}};
  std::string declarations = "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n";
  for (const auto& [id, type] : {std::pair<std::string, std::string>("%ea", element_a),
                                 std::pair<std::string, std::string>("%ec", element_c)}) {
    const auto same = std::ranges::find(declared, type, [](const auto& one) { return one.second; });
    if (same != declared.end()) {
      text = std::regex_replace(text, std::regex(id + "\\b"), same->first);
      continue;
    }
    declared.emplace_back(id, type);
    declarations +=
        type == "bfloat16" ? "!0x00040016 " + id + " !16 !0\n" : id + " = " + type + "\n";
  }
  const std::string place = "%sub_group =";
  return text.insert(text.find(place), declarations);
}

/// SPIR-V assembly: d = code(a * b + c), of elements %ea (a and b) and %ec.
std::string assembly_of(const Product& product, const std::string& element_a,
                        const std::string& element_c, const std::string& code) {
  const auto number = [](unsigned value) { return std::to_string(value); };
  const std::string type = word_of("OpTypeCooperativeMatrixKHR", 7),
                    load = word_of("OpCooperativeMatrixLoadKHR", 6),
                    store = word_of("OpCooperativeMatrixStoreKHR", 5),
                    multiply = word_of("OpCooperativeMatrixMulAddKHR", 7),
                    length = word_of("OpCooperativeMatrixLengthKHR", 4);
  const auto stride = [&](bool by_columns, unsigned rows, unsigned columns) {
    return number((by_columns ? rows : columns) + product.stride_beyond);
  };
  const std::string mode =
      product.asks ? "OpExecutionMode %k SubgroupSize " + number(product.lanes) + "\n" : "";
  const std::string text =
      "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int8\nOpCapability Int16\n"
      "OpCapability Int64\nOpCapability Float16\nOpCapability SubgroupDispatch\n"
      "OpCapability !6022\nOpCapability !5116\nOpCapability !5118\nOpCapability !6434\n"
      "OpExtension \"SPV_INTEL_joint_matrix\"\n"
      "OpExtension \"SPV_KHR_cooperative_matrix\"\nOpExtension \"SPV_KHR_bfloat16\"\n"
      "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k \"k\"\n" +
      mode +
      "%sub_group = OpConstant %uint 3\n"
      "%use_a = OpConstant %uint 0\n%use_b = OpConstant %uint 1\n%use_c = OpConstant %uint 2\n"
      "%rows = OpConstant %uint " +
      number(product.rows) + "\n%columns = OpConstant %uint " + number(product.columns) +
      "\n%depth = OpConstant %uint " + number(product.depth) + "\n%layout_a = OpConstant %uint " +
      number(product.a_by_columns) + "\n%layout_b = OpConstant %uint " +
      number(product.b_in_word > 1 ? 2 : product.b_by_columns) +
      "\n%layout_c = OpConstant %uint 0\n%stride_a = OpConstant %uint " +
      stride(product.a_by_columns, product.rows, product.depth) +
      "\n%stride_b = OpConstant %uint " +
      stride(product.b_by_columns, product.depth, product.columns * product.b_in_word) +
      "\n%stride_c = OpConstant %uint " + stride(false, product.rows, product.columns) +
      "\n%bool = OpTypeBool\n%two = OpConstant %ec 2\n%seven = OpConstant %ec 7\n" + type +
      "%ma %ea %sub_group %rows %depth %use_a\n" + type +
      "%mb %ea %sub_group %depth %columns %use_b\n" + type +
      "%mc %ec %sub_group %rows %columns %use_c\n"
      "%to_a = OpTypePointer CrossWorkgroup %ea\n%to_c = OpTypePointer CrossWorkgroup %ec\n"
      "%to_u = OpTypePointer CrossWorkgroup %uint\n"
      "%type = OpTypeFunction %void %to_a %to_a %to_c %to_c %to_u\n"
      "%k = OpFunction %void None %type\n%a = OpFunctionParameter %to_a\n"
      "%b = OpFunctionParameter %to_a\n%c = OpFunctionParameter %to_c\n"
      "%d = OpFunctionParameter %to_c\n%u = OpFunctionParameter %to_u\n%begin = OpLabel\n" +
      load + "%ma %va %a %layout_a %stride_a\n" + load + "%mb %vb %b %layout_b %stride_b\n" + load +
      "%mc %vc %c %layout_c %stride_c\n" + multiply + "%mc %product %va %vb %vc !" +
      number(product.operands) + "\n" + code + store + "%d %result %layout_c %stride_c\n" + length +
      "%uint %length %mc\nOpStore %u %length\nOpReturn\nOpFunctionEnd\n";
  return with_types(text, element_a, element_c);
}

class SpirvCooperativeMatrix : public KernelTest {
protected:
  Product with_lanes(Product product) const {
    product.lanes = product.lanes != 0 ? product.lanes : has_sub_groups_of(16) ? 16 : 32;
    return product;
  }

  /// `value_of`: what elements of a and b mean; `wanted`: d of the sum in a wide type.
  template <typename A, typename C, typename Wide, typename ValueOf, typename Wanted>
  void check(const Product& given, const std::string& element_a, const std::string& element_c,
             const std::vector<A>& choices, C added, ValueOf value_of, Wanted wanted,
             const std::string& code) {
    const Product product = with_lanes(given);
    ASSERT_TRUE(product.is_even());
    build_assembly(assembly_of(product, element_a, element_c, code));
    const auto [lanes, rows, columns, depth, a_by_columns, b_by_columns, operands, beyond, asks,
                times, b_in_word] = product;
    const auto place = [&](unsigned row, unsigned column, bool by_columns, unsigned row_count,
                           unsigned column_count) {
      return by_columns ? column * (row_count + beyond) + row
                        : row * (column_count + beyond) + column;
    };
    const auto fill = [&](size_t count, unsigned step) {
      std::vector<A> made(count);
      for (size_t i = 0; i < count; ++i) {
        made[i] = choices[(i * step + i / 5) % choices.size()];
      }
      return made;
    };
    const auto place_in_b = [&](unsigned k, unsigned column) {
      return b_in_word > 1 ? k / b_in_word * (columns * b_in_word + beyond) + column * b_in_word +
                                 k % b_in_word
                           : place(k, column, b_by_columns, depth, columns);
    };
    const size_t longest = (std::max({rows, columns, depth}) + beyond);
    std::vector<A> a = fill(longest * longest, 3), b = fill(longest * longest, 7);
    std::vector<C> c(rows * (columns + beyond)), d(c.size(), C(99));
    for (size_t i = 0; i < c.size(); ++i) {
      c[i] = C(added + C(i % 3));
    }
    std::vector<uint32_t> length(1);
    const std::vector<A> in_a = a, in_b = b;
    const std::vector<C> in_c = c;
    run({{lanes}, {lanes}, {}}, a, b, c, d, length);
    EXPECT_EQ(length[0], rows * columns / lanes);
    for (unsigned row = 0; row < rows; ++row) {
      for (unsigned column = 0; column < columns; ++column) {
        const size_t at = place(row, column, false, rows, columns);
        Wide sum = Wide(in_c[at]);
        for (unsigned k = 0; k < depth; ++k) {
          sum += Wide(times) *
                 Wide(value_of(in_a[place(row, k, a_by_columns, rows, depth)], true)) *
                 Wide(value_of(in_b[place_in_b(k, column)], false));
        }
        ASSERT_EQ(d[at], wanted(sum)) << "row " << row << ", column " << column;
      }
      for (unsigned i = 0; i < beyond; ++i) {
        ASSERT_EQ(d[row * (columns + beyond) + columns + i], C(99)) << "behind row " << row;
      }
    }
  }
};
ALL_VARIANTS(SpirvCooperativeMatrix);

std::vector<uint16_t> bfloats() {
  std::vector<uint16_t> made;
  for (const float value : {1.0f, -2.0f, 0.5f, 3.0f, 0.0f, -1.5f, 4.0f}) {
    made.push_back(uint16_t(std::bit_cast<uint32_t>(value) >> 16));
  }
  return made;
}
float value_of_bfloat(uint16_t value, bool) { return std::bit_cast<float>(uint32_t(value) << 16); }

constexpr char as_it_is[] = "%result = OpCopyObject %mc %product\n";

TEST_P(SpirvCooperativeMatrix, floatsOfSeveralSizes) {
  for (const Product& product :
       {Product{},
        Product{.rows = 2, .a_by_columns = true, .b_by_columns = true, .stride_beyond = 3},
        Product{.rows = 16, .columns = 8, .depth = 4},
        Product{.rows = 4, .columns = 32, .depth = 8},
        Product{.lanes = 8, .rows = 8, .columns = 8, .depth = 8},
        Product{.lanes = 32, .rows = 4, .columns = 16, .depth = 16},
        Product{.rows = 4, .columns = 12, .depth = 4},
        Product{.rows = 4, .columns = 8, .depth = 8, .asks = false}}) {
    const Product full = with_lanes(product);
    SCOPED_TRACE(std::to_string(full.rows) + " by " + std::to_string(full.columns) + " by " +
                 std::to_string(full.depth) + ", " + std::to_string(full.lanes) + " lanes");
    if (has_sub_groups_of(full.lanes) && full.is_even()) {
      check<float, float, double>(
          product, "OpTypeFloat 32", "OpTypeFloat 32", {1, -2, 0.5f, 3, 0, -1.5f, 4}, 2.0f,
          [](float value, bool) { return value; }, [](double sum) { return float(sum); }, as_it_is);
    }
  }
}

TEST_P(SpirvCooperativeMatrix, halvesAndBfloats) {
  const std::vector<_Float16> halves = {1, -2, _Float16(0.5), 3, 0, _Float16(-1.5), 4};
  check<_Float16, float, double>(
      {.rows = 4, .b_by_columns = true}, "OpTypeFloat 16", "OpTypeFloat 32", halves, 2.0f,
      [](_Float16 value, bool) { return float(value); }, [](double sum) { return float(sum); },
      as_it_is);
  check<uint16_t, float, double>(
      {.rows = 4, .stride_beyond = 2}, "bfloat16", "OpTypeFloat 32", bfloats(), 2.0f,
      value_of_bfloat, [](double sum) { return float(sum); }, as_it_is);
}

TEST_P(SpirvCooperativeMatrix, bytesWithSignsAndWithout) {
  const std::vector<uint8_t> bytes = {1, 255, 128, 127, 3, 200, 0, 77};
  for (const unsigned signs : {0u, 1u, 2u, 15u}) {
    SCOPED_TRACE(signs);
    check<uint8_t, int32_t, int64_t>(
        {.rows = 2, .depth = 32, .operands = signs}, "OpTypeInt 8 0", "OpTypeInt 32 0", bytes, -5,
        [&](uint8_t value, bool is_a) {
          return (signs & (is_a ? 1 : 2)) != 0 ? int32_t(int8_t(value)) : int32_t(value);
        },
        [](int64_t sum) { return int32_t(sum); }, as_it_is);
  }
}

TEST_P(SpirvCooperativeMatrix, sumsThatSaturate) {
  for (const int32_t added : {INT32_MAX - 5, INT32_MIN + 1, 17}) {
    check<int8_t, int32_t, int64_t>(
        {.rows = 2, .depth = 32, .operands = 31}, "OpTypeInt 8 0", "OpTypeInt 32 0",
        {1, -1, 127, -128, 3, -56, 0, 77}, added, [](int8_t value, bool) { return int32_t(value); },
        [](int64_t sum) { return int32_t(std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX)); },
        as_it_is);
  }
}

/// As large as the tiles of AMX, and all signs.
TEST_P(SpirvCooperativeMatrix, largeOnes) {
  check<uint16_t, float, double>(
      {.rows = 16, .depth = 32, .stride_beyond = 3}, "bfloat16", "OpTypeFloat 32", bfloats(), 2.0f,
      value_of_bfloat, [](double sum) { return float(sum); }, as_it_is);
  const std::vector<uint8_t> bytes = {1, 255, 128, 127, 3, 200, 0, 77};
  for (unsigned signs = 0; signs < 4; ++signs) {
    SCOPED_TRACE(signs);
    check<uint8_t, int32_t, int64_t>(
        {.rows = 16, .depth = 64, .b_by_columns = signs == 1, .operands = signs}, "OpTypeInt 8 0",
        "OpTypeInt 32 0", bytes, -5,
        [&](uint8_t value, bool is_a) {
          return (signs & (is_a ? 1 : 2)) != 0 ? int32_t(int8_t(value)) : int32_t(value);
        },
        [](int64_t sum) { return int32_t(sum); }, as_it_is);
  }
}

TEST_P(SpirvCooperativeMatrix, packedInWords) {
  check<int8_t, int32_t, int64_t>(
      {.rows = 4, .depth = 32, .operands = 3, .stride_beyond = 4, .b_in_word = 4}, "OpTypeInt 8 0",
      "OpTypeInt 32 0", {1, -1, 127, -128, 3, -56, 0, 77}, 3,
      [](int8_t value, bool) { return int32_t(value); }, [](int64_t sum) { return int32_t(sum); },
      as_it_is);
  check<_Float16, float, double>(
      {.rows = 4, .b_in_word = 2}, "OpTypeFloat 16", "OpTypeFloat 32",
      {1, -2, _Float16(0.5), 3, 0, _Float16(-1.5), 4}, 2.0f,
      [](_Float16 value, bool) { return float(value); }, [](double sum) { return float(sum); },
      as_it_is);
}

/// A sum that goes around a loop.
TEST_P(SpirvCooperativeMatrix, sumsOfALoop) {
  const auto code = [](unsigned operands) {
    return "OpBranch %loop\n%loop = OpLabel\n"
           "%count = OpPhi %uint %use_a %begin %next %loop\n"
           "%sum = OpPhi %mc %product %begin %added %loop\nOpNop\n" +
           word_of("OpCooperativeMatrixMulAddKHR", 7) + "%mc %added %va %vb %sum !" +
           std::to_string(operands) +
           "\nOpNop\n%next = OpIAdd %uint %count %use_b\n"
           "%again = OpULessThan %bool %next %use_c\nOpLoopMerge %behind %loop None\n"
           "OpBranchConditional %again %loop %behind\n%behind = OpLabel\n"
           "%result = OpCopyObject %mc %added\n";
  };
  check<uint16_t, float, double>(
      {.rows = 8, .depth = 32, .times = 3}, "bfloat16", "OpTypeFloat 32", bfloats(), 2.0f,
      value_of_bfloat, [](double sum) { return float(sum); }, code(0));
  check<int8_t, int32_t, int64_t>(
      {.rows = 4, .depth = 32, .operands = 15, .times = 3}, "OpTypeInt 8 0", "OpTypeInt 32 0",
      {1, -1, 5, -7, 3, 0, 2}, 1, [](int8_t value, bool) { return int32_t(value); },
      [](int64_t sum) { return int32_t(sum); }, code(15));
  const Product of_eight = {.lanes = 8, .rows = 8, .columns = 8, .depth = 16, .times = 3};
  if (has_sub_groups_of(8)) {
    check<uint8_t, int32_t, int64_t>(
        of_eight, "OpTypeInt 8 0", "OpTypeInt 32 0", {1, 255, 128, 127, 3}, 7,
        [](uint8_t value, bool) { return int32_t(value); },
        [](int64_t sum) { return int32_t(sum); }, code(0));
  }
}

/// Instructions on elements: sums and products of matrices, one that is filled, single elements.
TEST_P(SpirvCooperativeMatrix, elementsAreComputedWith) {
  check<int8_t, int32_t, int64_t>(
      {.rows = 4, .operands = 15}, "OpTypeInt 8 0", "OpTypeInt 32 0", {1, -1, 5, -7, 3, 0, 2}, 1,
      [](int8_t value, bool) { return int32_t(value); },
      [](int64_t sum) { return int32_t((sum + 7) * 2 * 2 - 7); },
      "%sevens = OpCompositeConstruct %mc %seven\n%more = OpIAdd %mc %product %sevens\n"
      "%twice = OpMatrixTimesScalar %mc %more %two\n%four = OpIAdd %mc %twice %twice\n"
      "%less = OpISub %mc %four %sevens\n%first = OpCompositeExtract %ec %less 0\n"
      "%inserted = OpCompositeInsert %mc %first %less 0\n"
      "%result = OpCopyObject %mc %inserted\n");
}

} // namespace
