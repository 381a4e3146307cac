// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_MEMORY_SVM_H
#define CL_MEMORY_SVM_H

#include "platform/context.h"

namespace cl {

/// CL_DEVICE_SVM_CAPABILITIES.
[[nodiscard]] cl_device_svm_capabilities svm_capabilities(const Device& device);

/// Whether kernels can be given an address as shared virtual memory: it is of clSVMAlloc, or any is
/// (CL_MEM_USES_SVM_POINTER).
[[nodiscard]] bool is_svm(const Context& context, const void* address);

} // namespace cl

#endif
