// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's interface for handler and queue: a command group is filled and then submitted to
// OpenCL.
#ifndef SYCL_DETAIL_COMMANDS_HPP
#define SYCL_DETAIL_COMMANDS_HPP

#include <functional>
#include <memory>
#include <sycl/bundle/specialization_id.hpp>
#include <sycl/detail/abi.hpp>
#include <sycl/index/nd_range.hpp>
#include <sycl/memory/access.hpp>

namespace sycl {
inline namespace lw1 {

class kernel;
class queue;

namespace detail {

/// These set the group's command. One of them is called, once for each group.
LW_SYCL_EXPORT void set_kernel(command_group& group, const kernel_info& kernel, const void* object,
                               const launch_shape& shape);
LW_SYCL_EXPORT void set_host_task(command_group& group, std::function<void()> task);
/// A kernel of OpenCL's, and the kinds of its arguments.
enum class argument_kind { bytes, memory, local, image };
LW_SYCL_EXPORT void set_native_kernel(command_group& group, const kernel& native,
                                      const launch_shape& shape);
LW_SYCL_EXPORT void set_native_argument(command_group& group, int index, argument_kind kind,
                                        const void* value, std::size_t bytes);
LW_SYCL_EXPORT queue queue_of(command_group& group);
LW_SYCL_EXPORT void set_barrier(command_group& group);
/// A command that does nothing but wait for what the group depends on.
LW_SYCL_EXPORT void set_nothing(command_group& group);
LW_SYCL_EXPORT void set_memset(command_group& group, void* to, int value, std::size_t bytes);
/// Copies may be given several times: the rows of a region.
LW_SYCL_EXPORT void add_copy(command_group& group, void* to, const void* from, std::size_t bytes);
LW_SYCL_EXPORT void add_fill(command_group& group, void* to, const void* pattern,
                             std::size_t pattern_bytes, std::size_t count);
/// Keeps an object of the command until it has ended.
LW_SYCL_EXPORT void keep(command_group& group, std::shared_ptr<const void> owner);
LW_SYCL_EXPORT void set_prefetch(command_group& group, const void* at, std::size_t bytes);
LW_SYCL_EXPORT void set_advice(command_group& group, const void* at, std::size_t bytes, int advice);

/// These add dependencies and resources of the group.
LW_SYCL_EXPORT void add_dependency(command_group& group, counted* event);
/// Offset of a part of the work-group's local block. In a kernel's object, its accessor is the
/// offset and then the extents, by which the library finds out whether the kernel has it.
LW_SYCL_EXPORT std::size_t add_local(command_group& group, std::size_t bytes, std::size_t alignment,
                                     const std::size_t* extents, int dimensions);
template <typename T, int D> std::size_t add_local(command_group& group, const range<D>& size) {
  std::size_t extents[D];
  for (int i = 0; i < D; ++i) {
    extents[i] = size[i];
  }
  return add_local(group, size.size() * sizeof(T), alignof(T), extents, D);
}
/// The kernel's space stays as it is: its object depends on it.
LW_SYCL_EXPORT void keep_shape(command_group& group);
/// Fills `count` elements before the group's command runs: a command of its own.
LW_SYCL_EXPORT void fill_before(command_group& group, void* to, const void* value,
                                std::size_t bytes, std::size_t count);

/// Specialization constants of the group's kernel, and the bundle that it is taken from.
LW_SYCL_EXPORT void set_constant(command_group& group, const constant_key& key, const void* value);
LW_SYCL_EXPORT bool get_constant(command_group& group, const constant_key& key, void* value);
LW_SYCL_EXPORT void use_bundle(command_group& group, counted* bundle);

/// Both give a reference to an event, which the caller takes over.
LW_SYCL_EXPORT counted* submit_group(counted* queue,
                                     void (*fill)(const void* function, handler& group),
                                     const void* function);
LW_SYCL_EXPORT counted* submit_kernel(counted* queue, const kernel_info& kernel, const void* object,
                                      const launch_shape& shape, event_list wait_for);

template <typename N, std::size_t D> range<int(D)> range_of(const N (&extents)[D]) {
  range<int(D)> made;
  for (std::size_t i = 0; i < D; ++i) {
    made[int(i)] = std::size_t(extents[i]);
  }
  return made;
}
template <int D> launch_shape shape_of(const range<D>& global) {
  launch_shape shape;
  shape.dimensions = D;
  for (int i = 0; i < D; ++i) {
    shape.global[i] = global[i];
  }
  return shape;
}
template <int D> launch_shape shape_of(const range<D>& global, const id<D>& offset) {
  launch_shape shape = shape_of(global);
  for (int i = 0; i < D; ++i) {
    shape.offset[i] = offset[i];
  }
  return shape;
}
template <int D> launch_shape shape_of_groups(const range<D>& groups, const range<D>& local) {
  launch_shape shape = shape_of(groups);
  shape.has_local = true;
  shape.is_hierarchical = true;
  for (int i = 0; i < D; ++i) {
    shape.local[i] = local[i];
  }
  return shape;
}
template <int D> launch_shape shape_of(const nd_range<D>& range) {
  launch_shape shape = shape_of(range.get_global_range(), range.get_offset());
  shape.has_local = true;
  for (int i = 0; i < D; ++i) {
    shape.local[i] = range.get_local_range()[i];
  }
  return shape;
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
