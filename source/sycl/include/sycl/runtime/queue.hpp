// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.6.5.
#ifndef SYCL_RUNTIME_QUEUE_HPP
#define SYCL_RUNTIME_QUEUE_HPP

#include <sycl/runtime/context.hpp>
#include <sycl/runtime/handler.hpp>

namespace sycl {
inline namespace lw1 {

class LW_SYCL_EXPORT queue {
  template <typename Selector>
  using if_selector =
      std::enable_if_t<std::is_invocable_r_v<int, const Selector&, const device&>, int>;
  template <typename T>
  using if_no_event = std::enable_if_t<!std::is_same_v<std::decay_t<T>, event> &&
                                           !std::is_same_v<std::decay_t<T>, std::vector<event>>,
                                       int>;

public:
  explicit queue(const property_list& properties = {}) : queue(device(), properties) {}
  explicit queue(const async_handler& handler, const property_list& properties = {})
      : queue(device(), handler, properties) {}
  template <typename Selector, if_selector<Selector> = 0>
  explicit queue(const Selector& selector, const property_list& properties = {})
      : queue(device(selector), properties) {}
  template <typename Selector, if_selector<Selector> = 0>
  explicit queue(const Selector& selector, const async_handler& handler,
                 const property_list& properties = {})
      : queue(device(selector), handler, properties) {}
  explicit queue(const device& on, const property_list& properties = {})
      : queue(on, async_handler(), properties) {}
  explicit queue(const device& on, const async_handler& handler,
                 const property_list& properties = {});
  template <typename Selector, if_selector<Selector> = 0>
  explicit queue(const context& in, const Selector& selector, const property_list& properties = {})
      : queue(in, best_of(in, selector), properties) {}
  template <typename Selector, if_selector<Selector> = 0>
  explicit queue(const context& in, const Selector& selector, const async_handler& handler,
                 const property_list& properties = {})
      : queue(in, best_of(in, selector), handler, properties) {}
  explicit queue(const context& in, const device& on, const property_list& properties = {})
      : queue(in, on, async_handler(), properties) {}
  explicit queue(const context& in, const device& on, const async_handler& handler,
                 const property_list& properties = {});

  backend get_backend() const noexcept { return backend::opencl; }
  context get_context() const;
  device get_device() const;
  bool is_in_order() const;
  template <typename Parameter> typename Parameter::return_type get_info() const;
  template <typename Property> bool has_property() const noexcept {
    return properties().has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return properties().get_property<Property>();
  }

  template <typename F> event submit(F group) {
    const auto call = [](const void* f, handler& to) {
      (*static_cast<F*>(const_cast<void*>(f)))(to); // the group of this function, not const
    };
    return take(detail::submit_group(impl.raw(), call, &group));
  }
  /// If the group cannot be submitted, it goes to the second queue.
  template <typename F> event submit(F group, queue& secondary) {
    try {
      return submit(group);
    } catch (const exception&) {
      return secondary.submit(group);
    }
  }
  void wait();
  void wait_and_throw();
  void throw_asynchronous();

  template <typename Name = detail::unnamed, typename F> event single_task(const F& f) {
    return launch(detail::single_kernel<Name, F>(), &f, {}, {});
  }
  template <typename Name = detail::unnamed, typename F>
  event single_task(const event& after, const F& f) {
    return launch(detail::single_kernel<Name, F>(), &f, {}, one(after));
  }
  template <typename Name = detail::unnamed, typename F>
  event single_task(const std::vector<event>& after, const F& f) {
    return launch(detail::single_kernel<Name, F>(), &f, {}, many(after));
  }

#define LW_PARALLEL_FOR(space, kernel, shape)                                                      \
  template <typename Name = detail::unnamed, int D, typename F>                                    \
  event parallel_for(space<D> over, const F& f) {                                                  \
    return launch(detail::kernel<Name, D, F>(), &f, detail::shape_of(over), {});                   \
  }                                                                                                \
  template <typename Name = detail::unnamed, int D, typename F>                                    \
  event parallel_for(space<D> over, const event& after, const F& f) {                              \
    return launch(detail::kernel<Name, D, F>(), &f, detail::shape_of(over), one(after));           \
  }                                                                                                \
  template <typename Name = detail::unnamed, int D, typename F>                                    \
  event parallel_for(space<D> over, const std::vector<event>& after, const F& f) {                 \
    return launch(detail::kernel<Name, D, F>(), &f, detail::shape_of(over), many(after));          \
  }                                                                                                \
  /* With reductions before the function. */                                                       \
  template <typename Name = detail::unnamed, int D, typename First, typename Second,               \
            typename... Rest, if_no_event<First> = 0>                                              \
  event parallel_for(space<D> over, First&& first, Second&& second, Rest&&... rest) {              \
    return submit(                                                                                 \
        [&](handler& group) { group.parallel_for<Name>(over, first, second, rest...); });          \
  }
  LW_PARALLEL_FOR(range, range_kernel, range)
  LW_PARALLEL_FOR(nd_range, nd_range_kernel, nd_range)
#undef LW_PARALLEL_FOR
  template <typename Name = detail::unnamed, typename... Rest>
  event parallel_for(std::size_t global, Rest&&... rest) {
    return parallel_for<Name>(range<1>(global), rest...);
  }
  // A range in braces.
  template <typename Name = detail::unnamed, typename N, std::size_t D, typename... Rest,
            std::enable_if_t<D == 2 || D == 3, int> = 0>
  event parallel_for(const N (&global)[D], Rest&&... rest) {
    return parallel_for<Name>(detail::range_of(global), rest...);
  }

  event memcpy(void* to, const void* from, std::size_t bytes) {
    return memcpy(to, from, bytes, std::vector<event>());
  }
  event memcpy(void* to, const void* from, std::size_t bytes, const event& after) {
    return memcpy(to, from, bytes, std::vector<event>{after});
  }
  event memcpy(void* to, const void* from, std::size_t bytes, const std::vector<event>& after) {
    return after_events(after, [&](handler& group) { group.memcpy(to, from, bytes); });
  }
  // With a device_global, as in handler; events to wait for may follow.
  template <typename T, typename P>
  event memcpy(detail::device_global<T, P>& to, const void* from, std::size_t bytes = sizeof(T),
               std::size_t offset = 0, const std::vector<event>& after = {}) {
    return after_events(after, [&](handler& group) { group.memcpy(to, from, bytes, offset); });
  }
  template <typename T, typename P>
  event memcpy(detail::device_global<T, P>& to, const void* from, std::size_t bytes,
               std::size_t offset, const event& after) {
    return memcpy(to, from, bytes, offset, std::vector<event>{after});
  }
  template <typename T, typename P>
  event memcpy(void* to, const detail::device_global<T, P>& from, std::size_t bytes = sizeof(T),
               std::size_t offset = 0, const std::vector<event>& after = {}) {
    return after_events(after, [&](handler& group) { group.memcpy(to, from, bytes, offset); });
  }
  template <typename T, typename P>
  event memcpy(void* to, const detail::device_global<T, P>& from, std::size_t bytes,
               std::size_t offset, const event& after) {
    return memcpy(to, from, bytes, offset, std::vector<event>{after});
  }
  template <typename T, typename P>
  event copy(const detail::element_of<T>* from, detail::device_global<T, P>& to,
             std::size_t count = detail::elements_in<T>, std::size_t first = 0,
             const std::vector<event>& after = {}) {
    return after_events(after, [&](handler& group) { group.copy(from, to, count, first); });
  }
  template <typename T, typename P>
  event copy(const detail::element_of<T>* from, detail::device_global<T, P>& to, std::size_t count,
             std::size_t first, const event& after) {
    return copy(from, to, count, first, std::vector<event>{after});
  }
  template <typename T, typename P>
  event copy(const detail::device_global<T, P>& from, detail::element_of<T>* to,
             std::size_t count = detail::elements_in<T>, std::size_t first = 0,
             const std::vector<event>& after = {}) {
    return after_events(after, [&](handler& group) { group.copy(from, to, count, first); });
  }
  template <typename T, typename P>
  event copy(const detail::device_global<T, P>& from, detail::element_of<T>* to, std::size_t count,
             std::size_t first, const event& after) {
    return copy(from, to, count, first, std::vector<event>{after});
  }
  template <typename T> event copy(const T* from, T* to, std::size_t count) {
    return memcpy(to, from, count * sizeof(T));
  }
  template <typename T> event copy(const T* from, T* to, std::size_t count, const event& after) {
    return memcpy(to, from, count * sizeof(T), after);
  }
  template <typename T>
  event copy(const T* from, T* to, std::size_t count, const std::vector<event>& after) {
    return memcpy(to, from, count * sizeof(T), after);
  }

  // With accessors, which are placeholders or of buffers that nothing else uses meanwhile.
  template <typename T, int D, access_mode M, target G, access::placeholder P, typename To>
  event copy(accessor<T, D, M, G, P> from, To to) {
    return copy(from, to, std::vector<event>());
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P, typename To>
  event copy(accessor<T, D, M, G, P> from, To to, const event& after) {
    return copy(from, to, std::vector<event>{after});
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P, typename To>
  event copy(accessor<T, D, M, G, P> from, To to, const std::vector<event>& after) {
    return after_events(after, [&](handler& group) {
      group.require(from);
      require(group, to);
      group.copy(from, to);
    });
  }
  template <typename From, typename T, int D, access_mode M, target G, access::placeholder P,
            std::enable_if_t<!detail::is_accessor<From>, int> = 0>
  event copy(From from, accessor<T, D, M, G, P> to) {
    return copy(from, to, std::vector<event>());
  }
  template <typename From, typename T, int D, access_mode M, target G, access::placeholder P,
            std::enable_if_t<!detail::is_accessor<From>, int> = 0>
  event copy(From from, accessor<T, D, M, G, P> to, const event& after) {
    return copy(from, to, std::vector<event>{after});
  }
  template <typename From, typename T, int D, access_mode M, target G, access::placeholder P,
            std::enable_if_t<!detail::is_accessor<From>, int> = 0>
  event copy(From from, accessor<T, D, M, G, P> to, const std::vector<event>& after) {
    return after_events(after, [&](handler& group) {
      group.require(to);
      group.copy(from, to);
    });
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  event update_host(accessor<T, D, M, G, P> of) {
    return update_host(of, std::vector<event>());
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  event update_host(accessor<T, D, M, G, P> of, const event& after) {
    return update_host(of, std::vector<event>{after});
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  event update_host(accessor<T, D, M, G, P> of, const std::vector<event>& after) {
    return after_events(after, [&](handler& group) {
      group.require(of);
      group.update_host(of);
    });
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  event fill(accessor<T, D, M, G, P> to, const T& pattern) {
    return fill(to, pattern, std::vector<event>());
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  event fill(accessor<T, D, M, G, P> to, const T& pattern, const event& after) {
    return fill(to, pattern, std::vector<event>{after});
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  event fill(accessor<T, D, M, G, P> to, const T& pattern, const std::vector<event>& after) {
    return after_events(after, [&](handler& group) {
      group.require(to);
      group.fill(to, pattern);
    });
  }

  event memset(void* to, int value, std::size_t bytes) {
    return memset(to, value, bytes, std::vector<event>());
  }
  event memset(void* to, int value, std::size_t bytes, const event& after) {
    return memset(to, value, bytes, std::vector<event>{after});
  }
  event memset(void* to, int value, std::size_t bytes, const std::vector<event>& after) {
    return after_events(after, [&](handler& group) { group.memset(to, value, bytes); });
  }
  template <typename T> event fill(void* to, const T& pattern, std::size_t count) {
    return fill(to, pattern, count, std::vector<event>());
  }
  template <typename T>
  event fill(void* to, const T& pattern, std::size_t count, const event& after) {
    return fill(to, pattern, count, std::vector<event>{after});
  }
  template <typename T>
  event fill(void* to, const T& pattern, std::size_t count, const std::vector<event>& after) {
    return after_events(after, [&](handler& group) { group.fill(to, pattern, count); });
  }
  event prefetch(const void* at, std::size_t bytes) {
    return prefetch(at, bytes, std::vector<event>());
  }
  event prefetch(const void* at, std::size_t bytes, const event& after) {
    return prefetch(at, bytes, std::vector<event>{after});
  }
  event prefetch(const void* at, std::size_t bytes, const std::vector<event>& after) {
    return after_events(after, [&](handler& group) { group.prefetch(at, bytes); });
  }
  event mem_advise(const void* at, std::size_t bytes, int advice) {
    return mem_advise(at, bytes, advice, std::vector<event>());
  }
  event mem_advise(const void* at, std::size_t bytes, int advice, const event& after) {
    return mem_advise(at, bytes, advice, std::vector<event>{after});
  }
  event mem_advise(const void* at, std::size_t bytes, int advice, const std::vector<event>& after) {
    return after_events(after, [&](handler& group) { group.mem_advise(at, bytes, advice); });
  }
  event ext_oneapi_submit_barrier() {
    return submit([](handler& group) { group.ext_oneapi_barrier(); });
  }
  event ext_oneapi_submit_barrier(const std::vector<event>& all) {
    return submit([&](handler& group) { group.ext_oneapi_barrier(all); });
  }

  // sycl_ext_oneapi_graph.
  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const;
  /// The graph that the queue records to. errc::invalid: there is none.
  ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::modifiable>
  ext_oneapi_get_graph() const;
  /// Run a graph. errc::invalid: it has another context or device than the queue.
  event ext_oneapi_graph(const detail::graph_to_run& graph);
  event ext_oneapi_graph(const detail::graph_to_run& graph, const event& after);
  event ext_oneapi_graph(const detail::graph_to_run& graph, const std::vector<event>& after);

  friend bool operator==(const queue& a, const queue& b) { return a.impl == b.impl; }
  friend bool operator!=(const queue& a, const queue& b) { return a.impl != b.impl; }
  const void* lw_object() const noexcept { return impl.raw(); }

private:
  friend class detail::modifiable_graph;
  friend class detail::queue_impl;
  friend class handler;
  explicit queue(detail::ref<detail::queue_handle> of) : impl(std::move(of)) {}

  template <typename Selector> static device best_of(const context& in, const Selector& selector) {
    const std::vector<device> devices = in.get_devices();
    const device* best = nullptr;
    int most = -1;
    for (const device& one : devices) {
      if (const int score = selector(one); score > most) {
        most = score;
        best = &one;
      }
    }
    if (!best) {
      throw exception(make_error_code(errc::runtime),
                      "the selector takes no device of the context");
    }
    return *best;
  }
  template <typename T> static void require(handler& group, const T& used) {
    if constexpr (detail::is_accessor<T>) {
      group.require(used);
    }
  }
  static event take(detail::counted* made) {
    return event(detail::ref<detail::event_impl>::adopt(made));
  }
  struct raw_events {
    std::vector<detail::counted*> list;
    detail::counted* single = nullptr;
    operator detail::event_list() const {
      return list.empty() ? detail::event_list{&single, single ? std::size_t(1) : 0}
                          : detail::event_list{list.data(), list.size()};
    }
  };
  static raw_events one(const event& after) { return {{}, after.impl.raw()}; }
  static raw_events many(const std::vector<event>& after) {
    raw_events made;
    for (const event& each : after) {
      if (each.impl) {
        made.list.push_back(each.impl.raw());
      }
    }
    return made;
  }
  event launch(const detail::kernel_info& kernel, const void* object,
               const detail::launch_shape& shape, const detail::event_list& after) {
    return take(detail::submit_kernel(impl.raw(), kernel, object, shape, after));
  }
  template <typename F> event after_events(const std::vector<event>& after, F group) {
    return submit([&](handler& to) {
      to.depends_on(after);
      group(to);
    });
  }
  const property_list& properties() const noexcept;
  detail::ref<detail::queue_handle> impl;
  /// oneDPL keeps two words in the place of a queue that is not there yet.
  [[maybe_unused]] const void* room = nullptr;
};

} // namespace lw1
} // namespace sycl

template <> struct std::hash<sycl::queue> : sycl::detail::hash_by_object<sycl::queue> {};

#endif
