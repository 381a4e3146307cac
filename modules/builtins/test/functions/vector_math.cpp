// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector forms of the mathematical functions give what the scalar gives, bit for bit, whatever the
// width.
#include "functions/elementwise.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <memory_resource>
#include <span>
#include <sstream>
#include <type_traits>

namespace {

struct MathFunction {
  std::string name, result, parameters, type_double, type_half;
};

void PrintTo(const MathFunction& row, std::ostream* stream) { *stream << row.name; }

std::vector<MathFunction> rows() {
  std::ifstream file(ABACUS_TABLE);
  std::vector<MathFunction> result;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("name,")) {
      continue;
    }
    std::stringstream stream(line);
    MathFunction row;
    std::string unused;
    for (std::string* cell :
         {&row.name, &row.result, &row.parameters, &row.type_double, &unused, &row.type_half}) {
      std::getline(stream, *cell, ',');
    }
    result.push_back(row);
  }
  return result;
}

/// One parameter of a row.
struct Parameter {
  char letter; ///< T, K, U or, of one element whatever the width, S or i
  bool out;    ///< a pointer to it
  bool of_all() const { return letter == 'S' || letter == 'i'; }
  bool integer() const { return letter == 'K' || letter == 'i'; }
};

std::vector<Parameter> parameters_of(const MathFunction& row) {
  std::vector<Parameter> result;
  std::stringstream stream(row.parameters);
  for (std::string each; std::getline(stream, each, ';');) {
    const bool out = each.starts_with("{as} ");
    result.push_back({each[out ? 5 : 0], out});
  }
  return result;
}

template <typename T> const char* unsigned_name() {
  return sizeof(T) == 2 ? "ushort" : sizeof(T) == 4 ? "uint" : "ulong";
}

/// The OpenCL C type of a letter in the table.
template <typename T> std::string type_of(char letter, int width) {
  const std::string n = width == 1 ? "" : std::to_string(width);
  switch (letter) {
  case 'K':
    return "int" + n;
  case 'i':
    return "int";
  case 'U':
    return unsigned_name<T>() + n;
  case 'S':
    return vector_name<T>(1);
  default:
    return vector_name<T>(width);
  }
}

/// Raw elements of `bytes` each, spread out for a width.
std::vector<uint8_t> laid_out(std::span<const uint8_t> in, size_t bytes, int width) {
  const size_t from = bytes * size_t(width), to = bytes * size_t(room(width));
  std::vector<uint8_t> out(in.size() / from * to);
  for (size_t i = 0; i * from < in.size(); ++i) {
    std::copy_n(in.begin() + long(i * from), from, out.begin() + long(i * to));
  }
  return out;
}

/// Whether the value at `bytes` is a NaN.
template <typename T> bool is_nan(const uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (std::is_same_v<T, Half>) {
    return std::isnan(value.value());
  } else {
    return std::isnan(value);
  }
}

/// Bytes where a vector of any type may be.
using Aligned = std::pmr::vector<uint8_t>;

class AlignedMemory final : public std::pmr::memory_resource {
  static constexpr std::align_val_t alignment{128};
  void* do_allocate(size_t bytes, size_t) override { return ::operator new(bytes, alignment); }
  void do_deallocate(void* from, size_t, size_t) override { ::operator delete(from, alignment); }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};
AlignedMemory aligned_memory;

/// The outputs of a function: its result, then what it stored, `count` elements each.
using Outputs = std::vector<Aligned>;

constexpr size_t count = 96; ///< elements, a multiple of every width

/// A row's function for one type and width.
template <typename T> class Form {
public:
  Form(const MathFunction& described, int of_width)
      : row(described), parameters(parameters_of(row)), width(of_width),
        native(mangle(row.name, types("*")), ir_type(type_of<T>(row.result[0], width)),
               ir_types()) {}

  /// `in` has the inputs' elements side by side, one for all parameters.
  Outputs operator()(const std::vector<std::vector<uint8_t>>& in) const {
    Outputs out;
    out.push_back(room_for(row.result == "K"));
    std::vector<std::vector<uint8_t>> inputs(parameters.size());
    std::vector<const void*> pointers;
    for (size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& parameter = parameters[i];
      if (parameter.out) {
        out.push_back(room_for(parameter.integer()));
        pointers.push_back(out.back().data());
      } else {
        inputs[i] =
            parameter.of_all() ? in[i] : laid_out(in[i], size_of(parameter.integer()), width);
        pointers.push_back(inputs[i].data());
      }
    }
    native(count / size_t(width), out[0].data(), pointers);
    return out;
  }

  static size_t size_of(bool integer) { return integer ? 4 : sizeof(T); }

private:
  std::vector<std::string> types(const std::string& behind_pointers) const {
    std::vector<std::string> result;
    for (const Parameter& parameter : parameters) {
      result.push_back(type_of<T>(parameter.letter, width) +
                       (parameter.out ? behind_pointers : ""));
    }
    return result;
  }
  std::vector<std::string> ir_types() const {
    std::vector<std::string> result = types("");
    for (size_t i = 0; i < result.size(); ++i) {
      result[i] = (parameters[i].out ? "ptr " : "") + ir_type(result[i]);
    }
    return result;
  }
  Aligned room_for(bool integer) const {
    return Aligned(count / size_t(width) * size_t(room(width)) * size_of(integer), &aligned_memory);
  }

  const MathFunction& row;
  std::vector<Parameter> parameters;
  int width;
  Native native;
};

template <typename T> std::vector<uint8_t> some_values(size_t seed, bool integer) {
  const auto bytes_of = [](const auto& all) {
    const auto* data = reinterpret_cast<const uint8_t*>(all.data());
    return std::vector<uint8_t>(data, data + count * sizeof(all[0]));
  };
  return integer ? bytes_of(values<int32_t>(seed)) : bytes_of(values<T>(seed));
}

/// For a scalar function: what a parameter of all elements is to each of them.
std::vector<uint8_t> repeated(const std::vector<uint8_t>& in, size_t bytes, int width) {
  std::vector<uint8_t> out(count * bytes);
  for (size_t i = 0; i < count; ++i) {
    std::copy_n(in.begin() + long(i / size_t(width) * bytes), bytes, out.begin() + long(i * bytes));
  }
  return out;
}

template <typename T> void compare(const MathFunction& row) {
  const auto parameters = parameters_of(row);
  std::vector<std::vector<uint8_t>> in;
  for (size_t i = 0; i < parameters.size(); ++i) {
    in.push_back(some_values<T>(2 * i + 1, parameters[i].integer()));
  }
  const Form<T> scalar(row, 1);
  for (int width : {2, 3, 4, 8, 16}) {
    auto scalar_in = in;
    for (size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].of_all()) {
        scalar_in[i] = repeated(in[i], Form<T>::size_of(parameters[i].integer()), width);
      }
    }
    const Outputs expected = scalar(scalar_in), got = Form<T>(row, width)(in);
    ASSERT_EQ(expected.size(), got.size());
    for (size_t o = 0; o < got.size(); ++o) {
      const size_t bytes = expected[o].size() / count;
      const bool number = bytes == sizeof(T) && row.result != "K" && row.name != "nan" &&
                          (o == 0 || row.parameters.ends_with("T*"));
      const auto wanted = laid_out(expected[o], bytes, width);
      for (size_t i = 0; i < wanted.size() / bytes; ++i) {
        const uint8_t *a = &wanted[i * bytes], *b = &got[o][i * bytes];
        ASSERT_TRUE(i % size_t(room(width)) >= size_t(width) || std::equal(a, a + bytes, b) ||
                    (number && is_nan<T>(a) && is_nan<T>(b)))
            << row.name << " of " << vector_name<T>(width) << ", output " << o << ", element " << i;
      }
    }
  }
}

class VectorMath : public testing::TestWithParam<MathFunction> {};

TEST_P(VectorMath, isTheScalarOfEachElement) {
  const MathFunction& row = GetParam();
  compare<float>(row);
  if (row.type_double != "none") {
    compare<double>(row);
    compare<Half>(row);
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, VectorMath, testing::ValuesIn(rows()), [](const auto& row) {
  return row.param.name + "_" + std::to_string(row.index);
});

} // namespace
