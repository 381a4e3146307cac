// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.2: reductions. Each work-item combines into a reducer of its own.
#ifndef SYCL_GROUP_REDUCTION_HPP
#define SYCL_GROUP_REDUCTION_HPP

#include <sycl/group/reduction_sums.hpp>
#include <sycl/memory/accessor.hpp>
#include <sycl/memory/span.hpp>
#include <tuple>

namespace sycl {
inline namespace lw1 {

namespace detail {

/// The kernel: calls f for the work-item's part of the space, with a reducer for each reduction.
template <int D, typename F, typename... R> struct reduce_nd_range {
  F f;
  std::tuple<R...> reductions;
  void operator()(nd_item<D> item) const { run(item, std::index_sequence_for<R...>()); }
  template <std::size_t... I> void run(nd_item<D> item, std::index_sequence<I...>) const {
    run(item, std::get<I>(reductions)...);
  }
  void run(nd_item<D> item, const R&... of) const {
    run_with(item, of..., typename R::reducer_type(of)...);
  }
  void run_with(nd_item<D> item, const R&... of, typename R::reducer_type&&... reducers) const {
    f(item, reducers...);
    (of.finish(item.get_group(), reducers), ...);
  }
};
template <int D, typename F, typename... R> struct reduce_range {
  F f;
  std::tuple<R...> reductions;
  range<D> whole;
  void operator()(nd_item<1> item) const { run(item, std::index_sequence_for<R...>()); }
  template <std::size_t... I> void run(nd_item<1> item, std::index_sequence<I...>) const {
    run(item, std::get<I>(reductions)...);
  }
  void run(nd_item<1> item, const R&... of) const {
    run_with(item, of..., typename R::reducer_type(of)...);
  }
  void run_with(nd_item<1> item, const R&... of, typename R::reducer_type&&... reducers) const {
    // Each work-group has a part without gaps, of as many rounds for all work-items.
    const std::size_t items = item.get_local_range(0), all = item.get_global_range(0);
    const std::size_t rounds = whole.size() / all;
    std::size_t at = item.get_group(0) * rounds * items + item.get_local_id(0);
    for (std::size_t i = 0; i < rounds; ++i, at += items) {
      f(item_at(at), reducers...);
    }
    if (const std::size_t rest = rounds * all + item.get_global_id(0); rest < whole.size()) {
      f(item_at(rest), reducers...);
    }
    (of.finish(item.get_group(), reducers), ...);
  }
  item<D, true> item_at(std::size_t number) const {
    id<D> place;
    for (int i = D - 1; i > 0; --i) {
      place[i] = number % whole[i];
      number /= whole[i];
    }
    place[0] = number;
    return item_maker::make<D, true>(place, whole, id<D>());
  }
};

/// The function is the last of the arguments, reductions stand before it.
template <typename Name, typename Function> struct reduction_name;

template <std::size_t... I, typename... Arguments>
auto reductions_in(std::index_sequence<I...>, const std::tuple<Arguments...>& all) {
  return std::make_tuple(std::get<I>(all)...);
}

/// Work-groups of a reduction over a range: so many work-items, and so many groups at most.
inline constexpr std::size_t reduction_items = 128;
inline constexpr std::size_t reduction_groups = 64;

template <typename Name, int D, typename F, typename... R>
void reduce_over(handler& group, range<D> over, const F& f, std::tuple<R...> reductions) {
  const std::size_t needed = (over.size() + reduction_items - 1) / reduction_items;
  const std::size_t groups = needed < reduction_groups ? (needed ? needed : 1) : reduction_groups;
  keep_shape(group.lw_group());
  std::apply([&](R&... each) { (each.prepare(group.lw_group(), groups), ...); }, reductions);
  group.parallel_for<reduction_name<Name, F>>(
      nd_range<1>(groups * reduction_items, reduction_items),
      reduce_range<D, F, R...>{f, reductions, over});
}
template <typename Name, int D, typename F, typename... R>
void reduce_over(handler& group, nd_range<D> over, const F& f, std::tuple<R...> reductions) {
  const std::size_t groups = over.get_group_range().size();
  keep_shape(group.lw_group());
  std::apply([&](R&... each) { (each.prepare(group.lw_group(), groups), ...); }, reductions);
  group.parallel_for<reduction_name<Name, F>>(over, reduce_nd_range<D, F, R...>{f, reductions});
}

template <typename Name, typename Space, typename... Arguments>
void parallel_reduce(handler& group, Space over, const Arguments&... arguments) {
  constexpr std::size_t count = sizeof...(Arguments) - 1;
  const std::tuple<const Arguments&...> all(arguments...);
  reduce_over<Name>(group, over, std::get<count>(all),
                    reductions_in(std::make_index_sequence<count>(), all));
}

template <int D, std::size_t Extent, typename T, typename F>
auto make_reduction(T* variables, F combiner, const property_list& properties) {
  if constexpr (has_known_identity_v<F, T>) {
    return reduction_of<T, F, D, Extent, true>(variables, {combiner, known_identity_v<F, T>},
                                               properties);
  } else {
    return reduction_of<T, F, D, Extent, false>(variables, {combiner}, properties);
  }
}

template <typename T, int D, typename A> T* variable_of(buffer<T, D, A>& in, handler& group) {
  if (in.size() != 1) {
    throw exception(make_error_code(errc::invalid), "the buffer of a reduction has " +
                                                        std::to_string(in.size()) +
                                                        " elements, where it has to have one");
  }
  return &*accessor<T, D>(in, group).begin();
}

} // namespace detail

// Variables in USM.
template <typename T, typename F>
auto reduction(T* variable, F combiner, const property_list& properties = {}) {
  return detail::make_reduction<0, 1>(variable, combiner, properties);
}
template <typename T, typename F>
auto reduction(T* variable, const T& identity, F combiner, const property_list& properties = {}) {
  return detail::reduction_of<T, F, 0, 1, true>(variable, {combiner, identity}, properties);
}
// Several of them.
template <typename T, std::size_t Extent, typename F,
          std::enable_if_t<Extent != dynamic_extent, int> = 0>
auto reduction(span<T, Extent> variables, F combiner, const property_list& properties = {}) {
  return detail::make_reduction<1, Extent>(variables.data(), combiner, properties);
}
template <typename T, std::size_t Extent, typename F,
          std::enable_if_t<Extent != dynamic_extent, int> = 0>
auto reduction(span<T, Extent> variables, const T& identity, F combiner,
               const property_list& properties = {}) {
  return detail::reduction_of<T, F, 1, Extent, true>(variables.data(), {combiner, identity},
                                                     properties);
}
// In buffers of one element.
template <typename T, int D, typename A, typename F>
auto reduction(buffer<T, D, A> variable, handler& group, F combiner,
               const property_list& properties = {}) {
  return reduction(detail::variable_of(variable, group), combiner, properties);
}
template <typename T, int D, typename A, typename F>
auto reduction(buffer<T, D, A> variable, handler& group, const T& identity, F combiner,
               const property_list& properties = {}) {
  return reduction(detail::variable_of(variable, group), identity, combiner, properties);
}

template <typename Name, int D, typename First, typename Second, typename... Rest,
          std::enable_if_t<detail::is_reduction<First>, int>>
void handler::parallel_for(range<D> over, const First& first, const Second& second,
                           const Rest&... rest) {
  detail::parallel_reduce<Name>(*this, over, first, second, rest...);
}
template <typename Name, int D, typename First, typename Second, typename... Rest,
          std::enable_if_t<detail::is_reduction<First>, int>>
void handler::parallel_for(nd_range<D> over, const First& first, const Second& second,
                           const Rest&... rest) {
  detail::parallel_reduce<Name>(*this, over, first, second, rest...);
}

} // namespace lw1
} // namespace sycl

#endif
