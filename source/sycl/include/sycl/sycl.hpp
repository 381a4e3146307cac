// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020 (Khronos SYCL Working Group): everything.
#ifndef SYCL_SYCL_HPP
#define SYCL_SYCL_HPP

#include <sycl/bundle/kernel_bundle.hpp>
#include <sycl/detail/config.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/experimental/builtins.hpp>
#include <sycl/ext/oneapi/experimental/device_global.hpp>
#include <sycl/ext/oneapi/experimental/dynamic_nodes.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/experimental/free_function_kernels.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/functional.hpp>
#include <sycl/ext/oneapi/group_local_memory.hpp>
#include <sycl/ext/oneapi/matrix/combinations.hpp>
#include <sycl/ext/oneapi/matrix/matrix.hpp>
#include <sycl/ext/oneapi/queue_properties.hpp>
#include <sycl/ext/oneapi/sub_group_mask.hpp>
#include <sycl/group/joint.hpp>
#include <sycl/group/reduction.hpp>
#include <sycl/image/sampled_image.hpp>
#include <sycl/image/unsampled_image.hpp>
#include <sycl/index/h_item.hpp>
#include <sycl/index/item.hpp>
#include <sycl/index/nd_item.hpp>
#include <sycl/interop/opencl.hpp>
#include <sycl/math/geometric.hpp>
#include <sycl/math/native.hpp>
#include <sycl/math/relational.hpp>
#include <sycl/memory/atomic.hpp>
#include <sycl/memory/atomic_ref.hpp>
#include <sycl/memory/fence.hpp>
#include <sycl/memory/host_accessor.hpp>
#include <sycl/memory/local_accessor.hpp>
#include <sycl/memory/span.hpp>
#include <sycl/memory/usm.hpp>
#include <sycl/runtime/device_copyable.hpp>
#include <sycl/runtime/opencl_types.hpp>
#include <sycl/runtime/queue.hpp>
#include <sycl/stream/stream.hpp>

// Programs use these without including them, since headers of other implementations do.
#include <cassert>
#include <iostream>

#endif
