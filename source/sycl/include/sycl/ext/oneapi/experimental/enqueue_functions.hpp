// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_enqueue_functions: commands as functions of a queue or of a command group. What
// they submit is the same as by members of those; they give no event.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP

#include <sycl/bundle/kernel_bundle.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/group/reduction.hpp>
#include <sycl/runtime/queue.hpp>

#define SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS 1

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::experimental {

/// A space with the properties of a launch over it.
template <typename Range, typename Properties = empty_properties_t> class launch_config {
  static_assert(std::is_same_v<Properties, empty_properties_t>,
                "there are no properties of launches");

public:
  launch_config(Range of, Properties with = {}) : space(of), list(with) {}
  const Range& get_range() const noexcept { return space; }
  const Properties& get_properties() const noexcept { return list; }

private:
  Range space;
  Properties list;
};
template <typename Range> launch_config(Range) -> launch_config<Range>;
template <typename Range, typename Properties>
launch_config(Range, Properties) -> launch_config<Range, Properties>;

template <typename F> void submit(const queue& to, F&& group) {
  (void)queue(to).submit(std::forward<F>(group));
}
template <typename F> event submit_with_event(const queue& to, F&& group) {
  return queue(to).submit(std::forward<F>(group));
}

// Kernels.
template <typename Name = detail::unnamed, typename F>
void single_task(handler& group, const F& f) {
  group.single_task<Name>(f);
}
template <typename Name = detail::unnamed, typename F>
void single_task(const queue& to, const F& f) {
  submit(to, [&](handler& group) { single_task<Name>(group, f); });
}
template <typename... Args>
void single_task(handler& group, const kernel& native, const Args&... arguments) {
  group.set_args(arguments...);
  group.single_task(native);
}
template <typename... Args>
void single_task(const queue& to, const kernel& native, const Args&... arguments) {
  submit(to, [&](handler& group) { single_task(group, native, arguments...); });
}

// Over a range, and over an nd_range: `name` is the function, `space` the class.
#define LW_ENQUEUE(name, space)                                                                    \
  template <typename Name = detail::unnamed, int D, typename F, typename... Reductions>            \
  void name(handler& group, space<D> over, const F& f, const Reductions&... reductions) {          \
    group.parallel_for<Name>(over, reductions..., f);                                              \
  }                                                                                                \
  template <int D, typename... Args>                                                               \
  void name(handler& group, space<D> over, const kernel& native, const Args&... arguments) {       \
    group.set_args(arguments...);                                                                  \
    group.parallel_for(over, native);                                                              \
  }                                                                                                \
  template <typename Name = detail::unnamed, int D, typename Properties, typename... Rest>         \
  void name(handler& group, launch_config<space<D>, Properties> over, const Rest&... rest) {       \
    if constexpr (std::is_same_v<Name, detail::unnamed>) {                                         \
      name(group, over.get_range(), rest...);                                                      \
    } else {                                                                                       \
      name<Name>(group, over.get_range(), rest...);                                                \
    }                                                                                              \
  }                                                                                                \
  template <typename Name = detail::unnamed, int D, typename... Rest>                              \
  void name(const queue& to, space<D> over, const Rest&... rest) {                                 \
    submit(to, [&](handler& group) {                                                               \
      if constexpr (std::is_same_v<Name, detail::unnamed>) {                                       \
        name(group, over, rest...);                                                                \
      } else {                                                                                     \
        name<Name>(group, over, rest...);                                                          \
      }                                                                                            \
    });                                                                                            \
  }                                                                                                \
  template <typename Name = detail::unnamed, int D, typename Properties, typename... Rest>         \
  void name(const queue& to, launch_config<space<D>, Properties> over, const Rest&... rest) {      \
    name<Name>(to, over.get_range(), rest...);                                                     \
  }
LW_ENQUEUE(parallel_for, range)
LW_ENQUEUE(nd_launch, nd_range)
#undef LW_ENQUEUE

// Memory.
inline void memcpy(handler& group, void* to, const void* from, std::size_t bytes) {
  group.memcpy(to, from, bytes);
}
inline void memcpy(const queue& in, void* to, const void* from, std::size_t bytes) {
  (void)queue(in).memcpy(to, from, bytes);
}
template <typename T> void copy(handler& group, const T* from, T* to, std::size_t count) {
  group.copy(from, to, count);
}
template <typename T> void copy(const queue& in, const T* from, T* to, std::size_t count) {
  (void)queue(in).copy(from, to, count);
}
inline void memset(handler& group, void* to, int value, std::size_t bytes) {
  group.memset(to, value, bytes);
}
inline void memset(const queue& in, void* to, int value, std::size_t bytes) {
  (void)queue(in).memset(to, value, bytes);
}
template <typename T> void fill(handler& group, T* to, const T& pattern, std::size_t count) {
  group.fill(to, pattern, count);
}
template <typename T> void fill(const queue& in, T* to, const T& pattern, std::size_t count) {
  (void)queue(in).fill(to, pattern, count);
}
inline void prefetch(handler& group, void* at, std::size_t bytes) { group.prefetch(at, bytes); }
inline void prefetch(const queue& in, void* at, std::size_t bytes) {
  (void)queue(in).prefetch(at, bytes);
}
inline void mem_advise(handler& group, void* at, std::size_t bytes, int advice) {
  group.mem_advise(at, bytes, advice);
}
inline void mem_advise(const queue& in, void* at, std::size_t bytes, int advice) {
  (void)queue(in).mem_advise(at, bytes, advice);
}

// Order.
inline void barrier(handler& group) { group.ext_oneapi_barrier(); }
inline void barrier(const queue& in) { (void)queue(in).ext_oneapi_submit_barrier(); }
inline void partial_barrier(handler& group, const std::vector<event>& after) {
  group.ext_oneapi_barrier(after);
}
inline void partial_barrier(const queue& in, const std::vector<event>& after) {
  (void)queue(in).ext_oneapi_submit_barrier(after);
}

// Graphs.
inline void execute_graph(handler& group, const command_graph<graph_state::executable>& graph) {
  group.ext_oneapi_graph(graph);
}
inline void execute_graph(const queue& in, const command_graph<graph_state::executable>& graph) {
  (void)queue(in).ext_oneapi_graph(graph);
}

} // namespace ext::oneapi::experimental
} // namespace lw1
} // namespace sycl

#endif
