// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built-in functions of another OpenCL driver, reached the way in which the ICD loader does it, so
// that nothing is linked with an OpenCL library.
#ifndef BUILTINS_TEST_FUNCTIONS_DRIVER_FUNCTION_H
#define BUILTINS_TEST_FUNCTIONS_DRIVER_FUNCTION_H

#include "functions/evaluation.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl_icd.h>

class LoadedDriver {
public:
  /// Loads a library: its first platform's first device. Prints the platform's name and the
  /// driver's version; ends the program if there is none.
  explicit LoadedDriver(const std::string& library);
  LoadedDriver(const LoadedDriver&) = delete;
  ~LoadedDriver();

  /// A kernel that calls the function, built without options. Null if the driver lacks `half` or
  /// `double` and the function has it. The driver has to live longer.
  [[nodiscard]] std::unique_ptr<Evaluation>
  function(const std::string& name, const std::string& result,
           const std::vector<std::string>& parameters) const;

private:
  friend class DriverFunction;
  const cl_icd_dispatch* cl_ = nullptr; ///< the driver's entry points
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  std::string extensions_;
};

#endif
