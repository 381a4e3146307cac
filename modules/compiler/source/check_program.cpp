// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_program.h"

#include "compiler/mux_builtins.h"
#include "image_functions.h"
#include "passes/built_ins/define_asserts.h"
#include "passes/built_ins/define_image_blocks.h"
#include "passes/built_ins/lower_enqueue.h"
#include "passes/built_ins/lower_pipes.h"
#include "passes/group_functions/group_functions.h"
#include "passes/group_functions/named_barriers.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>

namespace compiler {
namespace {

constexpr llvm::StringRef kernel_body_prefix = "__clang_ocl_kern_imp_";

/// As the programmer wrote it, without the arguments that mangling adds.
std::string readable(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  name.consume_front(kernel_body_prefix);
  const std::string demangled = llvm::demangle(name);
  return demangled.substr(0, demangled.find('('));
}

void check_recursion(Context& context, llvm::Module& module) {
  llvm::CallGraph graph(module);
  for (auto cycle = llvm::scc_begin(&graph); !cycle.isAtEnd(); ++cycle) {
    const llvm::Function* first = cycle->front()->getFunction();
    if (!first || !cycle.hasCycle()) {
      continue;
    }
    std::string others;
    for (auto* node : llvm::drop_begin(*cycle)) {
      others += (others.empty() ? " through '" : ", '") + readable(*node->getFunction()) + "'";
    }
    context.error("recursion is not allowed in OpenCL C: '" + readable(*first) + "' calls itself" +
                  others);
  }
}

/// More than any device's work-items can have. The program's container refuses such numbers.
constexpr uint64_t max_private_bytes = uint64_t(1) << 40;
constexpr uint64_t max_argument_bytes = 65536;

void check_private_variables(Context& context, const llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  uint64_t bytes = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      const auto size = variable->getAllocationSize(layout);
      bytes = size ? llvm::SaturatingAdd(bytes, size->getFixedValue()) : bytes;
    }
  }
  if (bytes > max_private_bytes) {
    context.error("private variables of '" + readable(function) +
                  "' are too large: " + std::to_string(bytes) + " bytes");
  }
}

void check_calls(Context& context, const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && !call->isInlineAsm() && !call->getCalledFunction()) {
      context.error("calls through pointers are not allowed in OpenCL C: one is in '" +
                    readable(function) + "'");
      return;
    }
  }
}

void check_arguments(Context& context, const llvm::Function& kernel) {
  for (const llvm::Argument& argument : kernel.args()) {
    const llvm::Type* type = argument.getType();
    if (llvm::isa<llvm::TargetExtType>(type) && !is_image(type) && !is_sampler(type) &&
        !is_pipe(type) && !is_device_queue(type)) {
      context.error("argument " + std::to_string(argument.getArgNo()) + " of kernel '" +
                    readable(kernel) + "' is of a type that this device does not support");
    }
    const uint64_t bytes = argument.getPassPointeeByValueCopySize(kernel.getDataLayout());
    if (bytes > max_argument_bytes) {
      context.error("argument " + std::to_string(argument.getArgNo()) + " of kernel '" +
                    readable(kernel) + "' is too large: " + std::to_string(bytes) + " bytes");
    }
  }
}

/// `intel_reqd_sub_group_size` (SPIR-V: the execution mode SubgroupSize).
void check_sub_group_size(Context& context, const llvm::Function& kernel) {
  const auto* required = kernel.getMetadata("intel_reqd_sub_group_size");
  const auto* size = required && required->getNumOperands() == 1
                         ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(required->getOperand(0))
                         : nullptr;
  if (size && (!size->getValue().isPowerOf2() || size->getValue().ugt(64))) {
    context.error("kernel '" + readable(kernel) + "' requires sub-groups of " +
                  std::to_string(size->getZExtValue()) +
                  " work-items; this device has ones of 1, 2, 4, 8, 16, 32 and 64");
  }
}

/// Whether a pass or the library defines the function.
bool is_known(const llvm::Function& function, const builtins::Library& library) {
  const std::string image = image_function(function.getName());
  return function.isIntrinsic() || mux_builtin(function) || function.getName() == "printf" ||
         is_assert_function(function.getName()) || function.getName() == sampler_initializer ||
         is_image_of_handle(function) || is_sampler_of_handle(function) ||
         group_function(function) || is_image_block(function) ||
         is_pipe_function(function.getName()) || is_named_barrier_function(function.getName()) ||
         is_enqueue_function(function.getName()) ||
         library.defines(image.empty() ? std::string_view(function.getName()) : image);
}

} // namespace

void check_program(Context& context, const llvm::Module& module, const builtins::Library& library) {
  // CallGraph takes a module that is not const.
  check_recursion(context, const_cast<llvm::Module&>(module));
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration()) {
      check_calls(context, function);
      check_private_variables(context, function);
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
        check_arguments(context, function);
        check_sub_group_size(context, function);
      }
    } else if (function.getName() == "__cxa_guard_acquire" && !function.use_empty()) {
      context.error("a static variable is initialised when its function is first called, which is "
                    "not supported: expected an initial value that is a constant");
    } else if (function.getName() == "__cxa_guard_release") { // goes with the above
    } else if (!function.use_empty() && !is_known(function, library)) {
      context.error("undefined reference to '" + readable(function) + "'");
    }
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() && !variable.use_empty()) {
      context.error("undefined reference to '" + variable.getName().str() + "'");
    }
  }
}

} // namespace compiler
