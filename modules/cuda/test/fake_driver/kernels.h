// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FAKE_DRIVER_KERNELS_H
#define FAKE_DRIVER_KERNELS_H

#include "stream.h"

#include "host/kernel_abi.h"

#include <array>
#include <string>

/// A kernel: which function of modules/host/test/kernels it is, and what parameters it has.
struct CUfunc_st {
  struct Parameter {
    size_t size, alignment;
  };
  std::string name;
  std::vector<Parameter> parameters;
  host::entry_function entry = nullptr; ///< null: "fails" is not launched, others fault
  unsigned most_shared = 48 << 10;      ///< bytes that a launch may have
};

namespace fake {

/// Reads what stands in place of PTX: a line for each kernel, "kernel <name> <size> <alignment>
/// ..." with a pair for each parameter. Of PTX the kernels' names are read. Nothing if it is
/// neither.
[[nodiscard]] std::vector<std::unique_ptr<CUfunc_st>> read_module(const char* text);

/// Runs a kernel in a context.
using Run = std::function<void(CUctx_st& context)>;

/// What runs a kernel that cuLaunchKernel gets; `out` is left as it is if it cannot be launched.
[[nodiscard]] CUresult prepare_launch(const CUfunc_st& function, std::array<unsigned, 3> grid,
                                      std::array<unsigned, 3> block, unsigned shared,
                                      void** parameters, Run& out);

} // namespace fake

#endif
