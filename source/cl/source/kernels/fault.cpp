// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/fault.h"

#include "compiler_interface/loader.h"
#include "queues/transfer_fault.h"

#include <cstdio>

namespace cl {
namespace {

std::string describe_fault(const mux_fault_t& fault) {
  switch (fault.kind) {
  case mux_fault_kind_stack:
    return "it needs more private memory than there is (a function that calls itself?)";
  case mux_fault_kind_arithmetic:
    return "arithmetic that the device cannot do";
  case mux_fault_kind_instruction:
    return "an instruction that the device does not have, a failed assertion, or a call through a "
           "pointer to no function";
  default:
    return text_of_access(fault.address);
  }
}

std::string groups(const mux_fault_t& fault) {
  if (fault.group_end - fault.group_begin == 1) {
    return " in work-group " + std::to_string(fault.group_begin);
  }
  return " in one of the work-groups " + std::to_string(fault.group_begin) + " to " +
         std::to_string(fault.group_end - 1);
}

/// " at <file>:<line>", or nothing if that cannot be known.
std::string source_line(const Kernel& kernel, const mux_fault_t& fault) {
  for (const Device* device : kernel.program->devices) {
    const Build build = kernel.program->build(*device);
    const bool with_lines = build.container && build.options.find("-g") != std::string::npos;
    if (!with_lines || fault.code_offset == UINT64_MAX || !compiler::is_available()) {
      continue;
    }
    compiler::Request request;
    request.operation = compiler::Operation::locate;
    request.device = device->info().compiler_name;
    request.inputs = {*build.container};
    request.code_offset = fault.code_offset;
    const auto response = compiler::run(request);
    if (response.status == compiler::Status::success && !response.log.empty()) {
      return " at " + response.log;
    }
  }
  return "";
}

void take(const mux_fault_t* fault, void* user_data) {
  const auto& kernel = *static_cast<const Kernel*>(user_data);
  const Context& context = *kernel.program->context;
  context.mark_lost();
  try {
    const std::string message = "kernel '" + kernel.info.name + "' was stopped" +
                                source_line(kernel, *fault) + groups(*fault) + ": " +
                                describe_fault(*fault) + "; its context is lost";
    context.tell(message);
  } catch (const std::bad_alloc&) {
    std::fputs("lanewise: a kernel was stopped, and there is no memory to say more\n", stderr);
  }
}

} // namespace

void report_faults(const Kernel& kernel, mux_ndrange_t& range) {
  range.fault_callback = take;
  range.fault_user_data = const_cast<Kernel*>(&kernel); // `take` makes it const again
}

} // namespace cl
