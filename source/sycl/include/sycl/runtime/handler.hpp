// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.4.
#ifndef SYCL_RUNTIME_HANDLER_HPP
#define SYCL_RUNTIME_HANDLER_HPP

#include <sycl/detail/commands.hpp>
#include <sycl/detail/kernel.hpp>
#include <sycl/runtime/event.hpp>

namespace sycl {
inline namespace lw1 {

template <typename T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
class accessor;

namespace detail {

template <typename Name, typename F> const kernel_info& single_kernel() {
  using named = name_of<Name, F>;
  (void)&single_entry<named, F>;
  return info_of<named, F>;
}
template <typename Name, int D, typename F> const kernel_info& range_kernel() {
  using named = name_of<Name, F>;
  (void)&range_entry<named, D, F>;
  return info_of<named, F>;
}
template <typename Name, int D, typename F> const kernel_info& nd_range_kernel() {
  using named = name_of<Name, F>;
  (void)&nd_range_entry<named, D, F>;
  return info_of<named, F>;
}

template <typename T> inline constexpr bool is_reduction = false;

/// Makes the handlers that the library hands to command groups.
struct handler_maker;

} // namespace detail

/// What a command group function is given. Lives only while that runs.
class handler {
public:
  handler(const handler&) = delete;
  handler& operator=(const handler&) = delete;

  void depends_on(const event& on) { detail::add_dependency(group, on.impl.raw()); }
  void depends_on(const std::vector<event>& all) {
    for (const event& one : all) {
      depends_on(one);
    }
  }

  template <typename T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
  void require(const accessor<T, D, Mode, Target, Placeholder>& used) {
    used.lw_require(group);
  }

  template <typename Name = detail::unnamed, typename F> void single_task(const F& f) {
    detail::set_kernel(group, detail::single_kernel<Name, F>(), &f, {});
  }
  template <typename Name = detail::unnamed, int D, typename F>
  void parallel_for(range<D> global, const F& f) {
    detail::set_kernel(group, detail::range_kernel<Name, D, F>(), &f, detail::shape_of(global));
  }
  template <typename Name = detail::unnamed, typename... Rest>
  void parallel_for(std::size_t global, const Rest&... rest) {
    parallel_for<Name>(range<1>(global), rest...);
  }
  template <typename Name = detail::unnamed, int D, typename F>
  [[deprecated("offsets are deprecated in SYCL 2020")]] void
  parallel_for(range<D> global, id<D> offset, const F& f) {
    detail::set_kernel(group, detail::range_kernel<Name, D, F>(), &f,
                       detail::shape_of(global, offset));
  }
  template <typename Name = detail::unnamed, int D, typename F>
  void parallel_for(nd_range<D> range, const F& f) {
    detail::set_kernel(group, detail::nd_range_kernel<Name, D, F>(), &f, detail::shape_of(range));
  }

  // With reductions before the function.
  template <typename Name = detail::unnamed, int D, typename First, typename Second,
            typename... Rest, std::enable_if_t<detail::is_reduction<First>, int> = 0>
  void parallel_for(range<D> over, const First& first, const Second& second, const Rest&... rest);
  template <typename Name = detail::unnamed, int D, typename First, typename Second,
            typename... Rest, std::enable_if_t<detail::is_reduction<First>, int> = 0>
  void parallel_for(nd_range<D> over, const First& first, const Second& second,
                    const Rest&... rest);

  template <typename F> void host_task(F task) {
    detail::set_host_task(group, [task]() mutable { task(); });
  }

  void memcpy(void* to, const void* from, std::size_t bytes) {
    detail::add_copy(group, to, from, bytes);
  }
  template <typename T> void copy(const T* from, T* to, std::size_t count) {
    detail::add_copy(group, to, from, count * sizeof(T));
  }
  void memset(void* to, int value, std::size_t bytes) {
    const auto byte = static_cast<unsigned char>(value);
    detail::add_fill(group, to, &byte, 1, bytes);
  }
  template <typename T> void fill(void* to, const T& pattern, std::size_t count) {
    detail::add_fill(group, to, &pattern, sizeof(T), count);
  }
  void prefetch(void* at, std::size_t bytes) { detail::set_prefetch(group, at, bytes); }
  void mem_advise(void* at, std::size_t bytes, int advice) {
    detail::set_advice(group, at, bytes, advice);
  }
  void ext_oneapi_barrier() { detail::set_barrier(group); }
  void ext_oneapi_barrier(const std::vector<event>& all) {
    depends_on(all);
    detail::set_barrier(group);
  }

  detail::command_group& lw_group() { return group; }

private:
  friend struct detail::handler_maker;
  explicit handler(detail::command_group& of) : group(of) {}
  detail::command_group& group;
};

} // namespace lw1
} // namespace sycl

#endif
