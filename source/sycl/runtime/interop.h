// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of OpenCL's objects that is mapped as long as SYCL's objects live.
#ifndef SYCL_RUNTIME_INTEROP_H
#define SYCL_RUNTIME_INTEROP_H

#include "objects.h"

#include <memory>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A queue of the context's. errc::feature_not_supported: what its device maps may move.
owned_queue queue_for_maps(const context_impl& context);
/// Keeps a memory object that is mapped at `memory`, and unmaps it at the end.
std::shared_ptr<void> keep_mapped(owned_queue through, cl_mem mapped, void* memory);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
