// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "functions/evaluation.h"

#include "functions/driver_function.h"
#include "functions/native.h"

#include <cstdlib>

const char* measured_driver() {
  static const char* const library = std::getenv("ACCURACY_DRIVER");
  return library;
}

std::unique_ptr<Evaluation> evaluation_of(const std::string& name, const std::string& result,
                                          const std::vector<std::string>& parameters,
                                          TargetFacts facts) {
  if (measured_driver()) {
    static const LoadedDriver driver(measured_driver());
    return driver.function(name, result, parameters);
  }
  std::vector<std::string> types;
  for (const std::string& parameter : parameters) {
    types.push_back(ir_type(parameter));
  }
  return std::make_unique<Native>(mangle(name, parameters), ir_type(result), types, facts);
}
