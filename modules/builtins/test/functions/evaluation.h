// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever computes a built-in function: this build's (native.h), or another OpenCL driver
// (driver_function.h).
#ifndef BUILTINS_TEST_FUNCTIONS_EVALUATION_H
#define BUILTINS_TEST_FUNCTIONS_EVALUATION_H

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

/// The facts that hold for the target of this build's functions.
struct TargetFacts {
  bool fma = true;                   ///< a fused multiply-add
  bool table_permutes = false;       ///< tables in registers
  bool short_table_permutes = false; ///< those of eight floats in one, as AVX2 has them
  bool accurate = false;             ///< -lanewise-math=accurate
  bool exponent_operations = false;  ///< __lanewise_elementwise_scale_f32 and so on
  bool fast_division = false;        ///< divisions instead of estimates
  bool float_estimates = false;      ///< __lanewise_elementwise_reciprocal_f32 and _root_f32
};

/// One function, called for each element of arrays.
class Evaluation {
public:
  Evaluation() = default;
  Evaluation(const Evaluation&) = delete;
  virtual ~Evaluation() = default;

  /// out[i] = name(in[0][i], in[1][i], ...) for i < count. Arrays hold vectors without padding, but
  /// those of three elements, which take the room of four.
  virtual void operator()(size_t count, void* out, const std::vector<const void*>& in) const = 0;
};

/// The driver's library that ACCURACY_DRIVER names, or null: then this build's functions are meant.
[[nodiscard]] const char* measured_driver();

/// The built-in `name` with scalars of these OpenCL C types for its result and parameters, of the
/// measured driver or of this build for a target with these facts. Null if the driver has no such
/// type.
[[nodiscard]] std::unique_ptr<Evaluation> evaluation_of(const std::string& name,
                                                        const std::string& result,
                                                        const std::vector<std::string>& parameters,
                                                        TargetFacts facts);

#endif
