// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector forms of the mathematical functions give what the scalar gives, bit for bit, whatever the
// width.
#include "elementwise.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <type_traits>

namespace {

struct Row {
  std::string name, result, parameters, type_double, type_half;
};

void PrintTo(const Row& row, std::ostream* stream) { *stream << row.name; }

std::vector<Row> rows() {
  std::ifstream file(ABACUS_TABLE);
  std::vector<Row> result;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("name,")) {
      continue;
    }
    std::stringstream stream(line);
    Row row;
    std::string unused;
    std::getline(stream, row.name, ',');
    std::getline(stream, row.result, ',');
    std::getline(stream, row.parameters, ',');
    std::getline(stream, row.type_double, ',');
    std::getline(stream, unused, ',');
    std::getline(stream, row.type_half, ',');
    if (row.parameters.find_first_of("{Si") == std::string::npos) {
      result.push_back(row);
    }
  }
  return result;
}

template <typename T> const char* unsigned_name() {
  return sizeof(T) == 2 ? "ushort" : sizeof(T) == 4 ? "uint" : "ulong";
}

/// The OpenCL C type of a letter in the table.
template <typename T> std::string type_of(char letter, int width) {
  const std::string n = width == 1 ? "" : std::to_string(width);
  return letter == 'K' ? "int" + n : letter == 'U' ? unsigned_name<T>() + n : vector_name<T>(width);
}

/// Raw elements of `bytes` each, spread out for a width.
std::vector<uint8_t> laid_out(const std::vector<uint8_t>& in, size_t bytes, int width) {
  const size_t from = bytes * size_t(width), to = bytes * size_t(room(width));
  std::vector<uint8_t> out(in.size() / from * to);
  for (size_t i = 0; i * from < in.size(); ++i) {
    std::copy_n(in.begin() + long(i * from), from, out.begin() + long(i * to));
  }
  return out;
}

/// Whatever NaN it is.
template <typename T> bool is_nan(const uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (std::is_same_v<T, Half>) {
    return std::isnan(value.value());
  } else {
    return std::isnan(value);
  }
}

template <typename T> void compare(const Row& row, const std::vector<int>& widths) {
  constexpr size_t count = 96;
  std::vector<std::vector<uint8_t>> in;
  std::vector<size_t> sizes;
  for (size_t i = 0; i < row.parameters.size(); i += 2) {
    const bool whole = row.parameters[i] == 'K';
    const auto numbers = values<T>(i + 1);
    const auto wholes = values<int32_t>(i + 1);
    sizes.push_back(whole ? 4 : sizeof(T));
    const auto* data = whole ? reinterpret_cast<const uint8_t*>(wholes.data())
                             : reinterpret_cast<const uint8_t*>(numbers.data());
    in.emplace_back(data, data + sizes.back() * count);
  }
  const size_t result_size = row.result == "K" ? 4 : sizeof(T);
  std::vector<uint8_t> expected;
  for (int width : widths) {
    std::vector<std::string> types, ir;
    std::vector<std::vector<uint8_t>> spread_out;
    std::vector<const void*> pointers;
    for (size_t i = 0; i < in.size(); ++i) {
      types.push_back(type_of<T>(row.parameters[2 * i], width));
      ir.push_back(ir_type(types.back()));
      spread_out.push_back(laid_out(in[i], sizes[i], width));
    }
    for (const auto& each : spread_out) {
      pointers.push_back(each.data());
    }
    const Native native(mangle(row.name, types), ir_type(type_of<T>(row.result[0], width)), ir);
    std::vector<uint8_t> out(count / size_t(width) * size_t(room(width)) * result_size);
    native(count / size_t(width), out.data(), pointers);
    if (width == 1) {
      expected = out;
      continue;
    }
    const auto wanted = laid_out(expected, result_size, width);
    for (size_t i = 0; i < wanted.size() / result_size; ++i) {
      if (i % size_t(room(width)) < size_t(width)) {
        const uint8_t *expected_bytes = &wanted[i * result_size], *got = &out[i * result_size];
        const bool number = row.result != "K" && row.name != "nan";
        ASSERT_TRUE(std::equal(expected_bytes, expected_bytes + result_size, got) ||
                    (number && is_nan<T>(expected_bytes) && is_nan<T>(got)))
            << row.name << " of " << type_name<T>() << width << ", element " << i;
      }
    }
  }
}

class VectorMath : public testing::TestWithParam<Row> {};

TEST_P(VectorMath, isTheScalarOfEachElement) {
  const Row& row = GetParam();
  compare<float>(row, {1, 2, 3, 4, 8, 16});
  if (row.type_double != "none") {
    compare<double>(row, {1, 3, 16});
    compare<Half>(row, {1, 3, 4});
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, VectorMath, testing::ValuesIn(rows()), [](const auto& row) {
  return row.param.name + "_" + std::to_string(row.index);
});

} // namespace
