// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.5.1 and appendix C: SYCL's objects from OpenCL's and back. Handles keep
// their own references: what make_* takes is retained, what get_native gives is retained for the
// caller.
#ifndef SYCL_INTEROP_OPENCL_HPP
#define SYCL_INTEROP_OPENCL_HPP

#include <sycl/bundle/kernel_bundle.hpp>
#include <sycl/image/sampled_image.hpp>
#include <sycl/image/unsampled_image.hpp>
#include <sycl/memory/accessor.hpp>
#include <sycl/runtime/queue.hpp>

// As CL/cl.h declares them.
struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_event;
struct _cl_kernel;
struct _cl_program;
struct _cl_mem;

namespace sycl {
inline namespace lw1 {
namespace detail {

template <typename T> struct native;
template <> struct native<platform> {
  using input = ::_cl_platform_id*;
  using output = input;
};
template <> struct native<device> {
  using input = ::_cl_device_id*;
  using output = input;
};
template <> struct native<context> {
  using input = ::_cl_context*;
  using output = input;
};
template <> struct native<queue> {
  using input = ::_cl_command_queue*;
  using output = input;
};
template <> struct native<event> {
  using input = std::vector<::_cl_event*>;
  using output = input;
};
template <> struct native<kernel> {
  using input = ::_cl_kernel*;
  using output = input;
};
template <bundle_state State> struct native<kernel_bundle<State>> {
  using input = ::_cl_program*;
  using output = std::vector<::_cl_program*>;
};
template <typename T, int D, typename A> struct native<buffer<T, D, A>> {
  using input = ::_cl_mem*;
  using output = std::vector<::_cl_mem*>;
};

template <int D, typename A> struct native<unsampled_image<D, A>> {
  using input = ::_cl_mem*;
  using output = std::vector<::_cl_mem*>;
};
template <int D, typename A> struct native<sampled_image<D, A>> {
  using input = ::_cl_mem*;
  using output = std::vector<::_cl_mem*>;
};

LW_SYCL_EXPORT ::_cl_platform_id* native_of(const platform& of);
LW_SYCL_EXPORT ::_cl_device_id* native_of(const device& of);
LW_SYCL_EXPORT ::_cl_context* native_of(const context& of);
LW_SYCL_EXPORT ::_cl_command_queue* native_of(const queue& of);
LW_SYCL_EXPORT std::vector<::_cl_event*> native_of(const event& of);
LW_SYCL_EXPORT ::_cl_kernel* native_of(const kernel& of);
LW_SYCL_EXPORT std::vector<::_cl_program*> native_of(const bundle_base& of);
/// An OpenCL buffer with the same memory, in the context of a queue.
LW_SYCL_EXPORT ::_cl_mem* native_memory(counted* buffer, counted* queue);
/// The OpenCL images of an image, one in each context that has used it.
LW_SYCL_EXPORT std::vector<::_cl_mem*> native_images(counted* image);
template <int D, typename A> std::vector<::_cl_mem*> native_of(const unsampled_image<D, A>& of) {
  return native_images(of.lw_image());
}
template <int D, typename A> std::vector<::_cl_mem*> native_of(const sampled_image<D, A>& of) {
  return native_images(of.lw_image());
}
/// That in the context of a queue.
LW_SYCL_EXPORT ::_cl_mem* native_image(counted* image, counted* queue);

LW_SYCL_EXPORT platform make_native(::_cl_platform_id* of);
LW_SYCL_EXPORT device make_native(::_cl_device_id* of);
LW_SYCL_EXPORT context make_native(::_cl_context* of, const async_handler& handler);
LW_SYCL_EXPORT queue make_native(::_cl_command_queue* of, const context& in,
                                 const async_handler& handler);
LW_SYCL_EXPORT event make_native(const std::vector<::_cl_event*>& of, const context& in);
LW_SYCL_EXPORT kernel make_native(::_cl_kernel* of, const context& in);
LW_SYCL_EXPORT counted* make_native(::_cl_program* of, const context& in, bundle_state state);
/// A buffer's memory, after an event; its size in bytes.
LW_SYCL_EXPORT counted* make_native(::_cl_mem* of, const context& in, const event& after,
                                    std::size_t& bytes);
/// An image in the memory of OpenCL's, after an event. Fills in the shape but its dimensions.
/// errc::invalid: it is no image of these dimensions and of a format that SYCL has.
LW_SYCL_EXPORT counted* make_native_image(::_cl_mem* of, const context& in, const event& after,
                                          const image_sampler* sampler, image_shape& shape);

template <backend Backend> using if_opencl = std::enable_if_t<Backend == backend::opencl, int>;

} // namespace detail

template <backend Backend> class backend_traits {
public:
  template <typename T> using input_type = typename detail::native<T>::input;
  template <typename T> using return_type = typename detail::native<T>::output;
  using errc = int; ///< a status of OpenCL
};
template <backend Backend, typename T>
using backend_input_t = typename backend_traits<Backend>::template input_type<T>;
template <backend Backend, typename T>
using backend_return_t = typename backend_traits<Backend>::template return_type<T>;

template <backend Backend, typename T, detail::if_opencl<Backend> = 0>
backend_return_t<Backend, T> get_native(const T& of) {
  return detail::native_of(of);
}

template <backend Backend, detail::if_opencl<Backend> = 0>
platform make_platform(const backend_input_t<Backend, platform>& of) {
  return detail::make_native(of);
}
template <backend Backend, detail::if_opencl<Backend> = 0>
device make_device(const backend_input_t<Backend, device>& of) {
  return detail::make_native(of);
}
template <backend Backend, detail::if_opencl<Backend> = 0>
context make_context(const backend_input_t<Backend, context>& of,
                     const async_handler& handler = {}) {
  return detail::make_native(of, handler);
}
template <backend Backend, detail::if_opencl<Backend> = 0>
queue make_queue(const backend_input_t<Backend, queue>& of, const context& in,
                 const async_handler& handler = {}) {
  return detail::make_native(of, in, handler);
}
template <backend Backend, detail::if_opencl<Backend> = 0>
event make_event(const backend_input_t<Backend, event>& of, const context& in) {
  return detail::make_native(of, in);
}
template <backend Backend, detail::if_opencl<Backend> = 0>
kernel make_kernel(const backend_input_t<Backend, kernel>& of, const context& in) {
  return detail::make_native(of, in);
}
template <backend Backend, bundle_state State, detail::if_opencl<Backend> = 0>
kernel_bundle<State> make_kernel_bundle(const backend_input_t<Backend, kernel_bundle<State>>& of,
                                        const context& in) {
  return detail::bundle_maker::make<State>(detail::make_native(of, in, State));
}
template <backend Backend, typename T, int D = 1,
          typename A = buffer_allocator<std::remove_const_t<T>>, detail::if_opencl<Backend> = 0>
buffer<T, D, A> make_buffer(const backend_input_t<Backend, buffer<T, D, A>>& of, const context& in,
                            const event& after = {}) {
  static_assert(D == 1, "OpenCL's buffers have one dimension");
  std::size_t bytes = 0;
  auto* memory = detail::make_native(of, in, after, bytes);
  return buffer<T, D, A>(detail::ref<detail::buffer_impl>::adopt(memory),
                         range<1>(bytes / sizeof(T)));
}

template <backend Backend, int D = 1, typename A = image_allocator, detail::if_opencl<Backend> = 0>
unsampled_image<D, A>
make_unsampled_image(const backend_input_t<Backend, unsampled_image<D, A>>& of, const context& in,
                     const event& after = {}) {
  detail::image_shape shape;
  shape.dimensions = D;
  auto* made = detail::make_native_image(of, in, after, nullptr, shape);
  return unsampled_image<D, A>(detail::ref<detail::image_impl>::adopt(made), shape);
}
template <backend Backend, int D = 1, typename A = image_allocator, detail::if_opencl<Backend> = 0>
sampled_image<D, A> make_sampled_image(const backend_input_t<Backend, sampled_image<D, A>>& of,
                                       const context& in, image_sampler sampler,
                                       const event& after = {}) {
  detail::image_shape shape;
  shape.dimensions = D;
  auto* made = detail::make_native_image(of, in, after, &sampler, shape);
  return sampled_image<D, A>(detail::ref<detail::image_impl>::adopt(made), shape);
}

/// The parameter of host tasks that use OpenCL: gives OpenCL's objects behind those of the command
/// group.
class interop_handle {
public:
  interop_handle() = delete;
  backend get_backend() const noexcept { return backend::opencl; }
  template <backend Backend, detail::if_opencl<Backend> = 0>
  backend_return_t<Backend, queue> get_native_queue() const {
    return detail::native_of(of);
  }
  template <backend Backend, detail::if_opencl<Backend> = 0>
  backend_return_t<Backend, device> get_native_device() const {
    return detail::native_of(of.get_device());
  }
  template <backend Backend, detail::if_opencl<Backend> = 0>
  backend_return_t<Backend, context> get_native_context() const {
    return detail::native_of(of.get_context());
  }
  template <backend Backend, typename T, int D, access_mode M, target G, access::placeholder P,
            detail::if_opencl<Backend> = 0>
  backend_return_t<Backend, buffer<T, D>>
  get_native_mem(const accessor<T, D, M, G, P>& used) const {
    return {detail::native_memory(used.lw_buffer(), raw_queue())};
  }
  template <backend Backend, typename T, int D, access_mode M, detail::if_opencl<Backend> = 0>
  backend_return_t<Backend, unsampled_image<D>>
  get_native_mem(const unsampled_image_accessor<T, D, M, image_target::device>& used) const {
    return {detail::native_image(used.lw_image(), raw_queue())};
  }
  template <backend Backend, typename T, int D, detail::if_opencl<Backend> = 0>
  backend_return_t<Backend, sampled_image<D>>
  get_native_mem(const sampled_image_accessor<T, D, image_target::device>& used) const {
    return {detail::native_image(used.lw_image(), raw_queue())};
  }

private:
  detail::counted* raw_queue() const {
    return static_cast<detail::counted*>(const_cast<void*>(of.lw_object()));
  }
  friend class handler;
  explicit interop_handle(const queue& in) : of(in) {}
  queue of;
};

template <typename F> void handler::host_task(F task) {
  if constexpr (std::is_invocable_v<F&, interop_handle>) {
    detail::set_host_task(
        group, [task, in = detail::queue_of(group)]() mutable { task(interop_handle(in)); });
  } else {
    detail::set_host_task(group, [task]() mutable { task(); });
  }
}

} // namespace lw1
} // namespace sycl

#endif
