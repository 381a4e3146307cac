// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.2: reductions. Each work-item combines into a value of its own, the
// work-group's are combined by reduce_over_group, and the first work-item of each group adds the
// result to the variable by an atomic operation.
#ifndef SYCL_GROUP_REDUCTION_HPP
#define SYCL_GROUP_REDUCTION_HPP

#include <sycl/group/algorithms.hpp>
#include <sycl/memory/accessor.hpp>
#include <sycl/memory/atomic_ref.hpp>
#include <tuple>

namespace sycl {
inline namespace lw1 {

namespace property::reduction {
class initialize_to_identity {};
} // namespace property::reduction
template <> struct is_property<property::reduction::initialize_to_identity> : std::true_type {};

/// What the kernel combines into.
template <typename T, typename F> class reducer {
public:
  using value_type = T;
  using binary_operation = F;
  static constexpr int dimensions = 0;

  reducer(const T& start, F function) : value(start), first(start), combiner(function) {}
  reducer(const reducer&) = delete;
  reducer& operator=(const reducer&) = delete;

  reducer& combine(const T& partial) {
    value = combiner(value, partial);
    return *this;
  }
  T identity() const { return first; }
  const T& lw_value() const { return value; }

#define LW_REDUCER(op, operation)                                                                  \
  template <typename U = T, std::enable_if_t<detail::operation_of<F, U>() == operation, int> = 0>  \
  friend reducer& operator op(reducer& to, const T& partial) {                                     \
    return to.combine(partial);                                                                    \
  }
  LW_REDUCER(+=, detail::operation::add)
  LW_REDUCER(*=, detail::operation::multiply)
  LW_REDUCER(&=, detail::operation::bits_and)
  LW_REDUCER(|=, detail::operation::bits_or)
  LW_REDUCER(^=, detail::operation::bits_xor)
#undef LW_REDUCER
  template <
      typename U = T,
      std::enable_if_t<
          detail::operation_of<F, U>() == detail::operation::add && std::is_integral_v<U>, int> = 0>
  friend reducer& operator++(reducer& to) {
    return to.combine(T(1));
  }

private:
  T value;
  T first;
  F combiner;
};

namespace detail {

/// What reduction() gives: the variable, the operator, the identity.
template <typename T, typename F> struct reduction_of {
  static_assert(std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                "reductions are there for types of 4 and 8 bytes");
  using value_type = T;
  using operator_type = F;
  T* variable;
  F combiner;
  T identity;
  bool initialize;

  template <typename Group> void finish(Group group, const T& partial) const {
    const T sum = reduce_over_group(group, partial, combiner);
    if (group.leader()) {
      const atomic_ref<T, memory_order::relaxed, memory_scope::device> to(*variable);
      if constexpr (operation_of<F, T>() == operation::add && is_number<T>) {
        to.fetch_add(sum);
      } else {
        to.change([&](T now) { return combiner(now, sum); }, memory_order::relaxed,
                  memory_scope::device);
      }
    }
  }
  void prepare(command_group& group) const {
    if (initialize) {
      fill_before(group, variable, &identity, sizeof(T));
    }
  }
};

template <typename T, typename F> inline constexpr bool is_reduction<reduction_of<T, F>> = true;

/// A reducer that begins with the reduction's identity.
template <typename R>
struct reducer_of : reducer<typename R::value_type, typename R::operator_type> {
  explicit reducer_of(const R& of)
      : reducer<typename R::value_type, typename R::operator_type>(of.identity, of.combiner) {}
};

/// The kernel: calls f for the work-item's part of the space, with a reducer for each reduction.
template <int D, typename F, typename... R> struct reduce_nd_range {
  F f;
  std::tuple<R...> reductions;
  void operator()(nd_item<D> item) const { run(item, std::index_sequence_for<R...>()); }
  template <std::size_t... I> void run(nd_item<D> item, std::index_sequence<I...>) const {
    run(item, std::get<I>(reductions)...);
  }
  void run(nd_item<D> item, const R&... of) const { run_with(item, of..., reducer_of<R>(of)...); }
  template <typename... Reducers>
  void run_with(nd_item<D> item, const R&... of, Reducers&&... reducers) const {
    f(item, static_cast<reducer<typename R::value_type, typename R::operator_type>&>(reducers)...);
    (of.finish(item.get_group(), reducers.lw_value()), ...);
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
  void run(nd_item<1> item, const R&... of) const { run_with(item, of..., reducer_of<R>(of)...); }
  template <typename... Reducers>
  void run_with(nd_item<1> item, const R&... of, Reducers&&... reducers) const {
    for (std::size_t at = item.get_global_id(0); at < whole.size();
         at += item.get_global_range(0)) {
      id<D> place;
      std::size_t rest = at;
      for (int i = D - 1; i > 0; --i) {
        place[i] = rest % whole[i];
        rest /= whole[i];
      }
      place[0] = rest;
      f(item_maker::make<D, true>(place, whole, id<D>()),
        static_cast<reducer<typename R::value_type, typename R::operator_type>&>(reducers)...);
    }
    (of.finish(item.get_group(), reducers.lw_value()), ...);
  }
};

template <typename T> bool starts_anew(const property_list& list) {
  return list.has_property<property::reduction::initialize_to_identity>();
}

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
void reduce_over(handler& group, range<D> over, const F& f, const std::tuple<R...>& reductions) {
  std::apply([&](const R&... each) { (each.prepare(group.lw_group()), ...); }, reductions);
  const std::size_t needed = (over.size() + reduction_items - 1) / reduction_items;
  const std::size_t groups = needed < reduction_groups ? (needed ? needed : 1) : reduction_groups;
  group.parallel_for<reduction_name<Name, F>>(
      nd_range<1>(groups * reduction_items, reduction_items),
      reduce_range<D, F, R...>{f, reductions, over});
}
template <typename Name, int D, typename F, typename... R>
void reduce_over(handler& group, nd_range<D> over, const F& f, const std::tuple<R...>& reductions) {
  std::apply([&](const R&... each) { (each.prepare(group.lw_group()), ...); }, reductions);
  group.parallel_for<reduction_name<Name, F>>(over, reduce_nd_range<D, F, R...>{f, reductions});
}

template <typename Name, typename Space, typename... Arguments>
void parallel_reduce(handler& group, Space over, const Arguments&... arguments) {
  constexpr std::size_t count = sizeof...(Arguments) - 1;
  const std::tuple<const Arguments&...> all(arguments...);
  reduce_over<Name>(group, over, std::get<count>(all),
                    reductions_in(std::make_index_sequence<count>(), all));
}

} // namespace detail

// Variables in USM.
template <typename T, typename F>
auto reduction(T* variable, F combiner, const property_list& properties = {}) {
  static_assert(has_known_identity_v<F, T>,
                "this operator has no identity that is known: give it to reduction()");
  return detail::reduction_of<T, F>{variable, combiner, known_identity_v<F, T>,
                                    detail::starts_anew<T>(properties)};
}
template <typename T, typename F>
auto reduction(T* variable, const T& identity, F combiner, const property_list& properties = {}) {
  return detail::reduction_of<T, F>{variable, combiner, identity,
                                    detail::starts_anew<T>(properties)};
}
// In buffers, whose first element is the variable.
template <typename T, int D, typename A, typename F>
auto reduction(buffer<T, D, A> variable, handler& group, F combiner,
               const property_list& properties = {}) {
  return reduction(&*accessor<T, D>(variable, group).begin(), combiner, properties);
}
template <typename T, int D, typename A, typename F>
auto reduction(buffer<T, D, A> variable, handler& group, const T& identity, F combiner,
               const property_list& properties = {}) {
  return reduction(&*accessor<T, D>(variable, group).begin(), identity, combiner, properties);
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
