// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that math_bench measures, and in which kinds.
#ifndef MATH_BENCH_FUNCTIONS_H
#define MATH_BENCH_FUNCTIONS_H

#include <span>
#include <string>

/// Arguments between two numbers: evenly, or by their logarithm if both are positive and far apart.
struct Range {
  double low, high;
};

/// The kind of the second argument, if there is one.
enum class Second { none, real, whole };

/// Under which names there is a function: `sin`; `native_sin` and `half_sin`.
enum class Names { full, full_and_approximate, approximate };

struct Function {
  const char* name;
  Names names;
  Second second;
  bool within_one; ///< within 1.0 ULP, float and double (doc/accuracy.md)
  Range small, medium, huge;
  Range second_range;
};
[[nodiscard]] std::span<const Function> functions();

enum class Type { float64, float32, float16 };

/// A type together with the form of the functions and the options that a program is built with.
struct Kind {
  const char* name;
  Type type;
  const char* prefix; ///< of functions' names
  const char* options;
  /// Whether the specification leaves the error to the implementation, or allows a large one.
  bool is_approximate;

  [[nodiscard]] bool has(const Function& function) const;
  [[nodiscard]] std::string name_of(const Function& function) const {
    return std::string(prefix) + function.name;
  }
};
[[nodiscard]] std::span<const Kind> kinds();

/// OpenCL C's name of a type, and the extension by which there is one; "" for float.
[[nodiscard]] const char* name_of(Type type);
[[nodiscard]] const char* extension_of(Type type);

#endif
