// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/lower_enqueue.h"

#include "builtins/retype.h"
#include "passes/built_ins/rename_functions.h"

#include <llvm/IR/DerivedTypes.h>

namespace compiler {
namespace {

/// Functions that Clang calls by another name than the library.
constexpr FunctionName other_names[] = {
    {"_Z17get_default_queuev", "__get_default_queue"},
    {"_Z17create_user_eventv", "__create_user_event"},
    {"_Z12retain_event12ocl_clkevent", "__retain_event"},
    {"_Z13release_event12ocl_clkevent", "__release_event"},
    {"_Z21set_user_event_status12ocl_clkeventi", "__set_user_event_status"},
    {"_Z14is_valid_event12ocl_clkevent", "__is_valid_event"},
    {"_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v", "__capture_event_profiling_info"},
    {"_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_", "__enqueue_marker"},
};

constexpr llvm::StringLiteral same_names[] = {
    "__enqueue_kernel_basic",
    "__enqueue_kernel_varargs",
    "__enqueue_kernel_basic_events",
    "__enqueue_kernel_events_varargs",
    "__lanewise_enqueue",
    "__lanewise_event_number",
    "__lanewise_queue_number",
    "__get_kernel_work_group_size_impl",
    "__get_kernel_preferred_work_group_size_multiple_impl",
    "__get_kernel_max_sub_group_size_for_ndrange_impl",
    "__get_kernel_sub_group_count_for_ndrange_impl",
    "__lanewise_max_sub_group_count",
    "__lanewise_local_size_for_sub_group_count",
};

llvm::Type* lowered(llvm::TargetExtType* type) {
  return type->getName() == "spirv.Queue" || type->getName() == "spirv.DeviceEvent"
             ? llvm::Type::getInt64Ty(type->getContext())
             : static_cast<llvm::Type*>(type);
}

} // namespace

bool lower_enqueue(llvm::Module& module) {
  const bool retyped = builtins::retype(module, lowered);
  rename_functions(module, other_names);
  return retyped;
}

bool is_enqueue_function(llvm::StringRef name) {
  return llvm::is_contained(same_names, name) ||
         llvm::any_of(other_names, [&](const FunctionName& row) {
           return name == row.given || name == row.library;
         });
}

bool is_device_queue(const llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque && opaque->getName() == "spirv.Queue";
}

} // namespace compiler
