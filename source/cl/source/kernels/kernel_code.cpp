// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/kernel_code.h"

#include "compiler_interface/cached_run.h"
#include "environment/environment.h"

namespace cl {

KernelCode::KernelCode(ExecutablePointer in_executable, const binary::Kernel& in_info,
                       mux_kernel_t loaded)
    : executable(std::move(in_executable)), info(&in_info), mux(loaded),
      groups_are_free(in_info.free_groups != 0 &&
                      environment::text(environment::Variable::groups) != "given") {}

KernelCode::~KernelCode() {
  if (mux) {
    muxDestroyKernel(executable->device.mux, mux, allocator);
  }
}

std::unique_ptr<const KernelCode> compile_for(Device& device, compiler::LaunchFacts facts,
                                              const Origin& origin) {
  const std::string kernel = facts.kernel;
  compiler::Request request;
  request.operation = compiler::Operation::specialize;
  request.device = device.info().compiler_name;
  request.options = origin.options;
  request.inputs = {*origin.container};
  request.launch = std::move(facts);
  auto response =
      compiler::run_cached(std::move(request), device.info().architecture, origin.container_hash);
  if (response.status != compiler::Status::success) {
    return nullptr;
  }
  auto contents = binary::read(response.binary);
  if (!contents) {
    return nullptr;
  }
  auto loaded = load_executable(device, response.binary, std::move(*contents));
  const binary::Kernel* info = loaded ? (*loaded)->find(kernel) : nullptr;
  mux_kernel_t made = nullptr;
  if (!info || muxCreateKernel(device.mux, (*loaded)->mux, kernel.data(), kernel.size(), allocator,
                               &made) != mux_success) {
    return nullptr;
  }
  try {
    return std::make_unique<const KernelCode>(std::move(*loaded), *info, made);
  } catch (const std::bad_alloc&) {
    muxDestroyKernel(device.mux, made, allocator);
    throw;
  }
}

} // namespace cl
