// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.2.3: the reducer that a kernel combines its values with. Each work-item
// has its own.
#ifndef SYCL_GROUP_REDUCER_HPP
#define SYCL_GROUP_REDUCER_HPP

#include <sycl/group/functional.hpp>
#include <utility>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The result so far. Without a known identity there may be none yet.
template <typename T, bool Known> struct partial_sum {
  T value;
};
template <typename T> struct partial_sum<T, false> {
  union {
    T value;
  };
  bool any;
  partial_sum() : any(false) {}
};

/// Combines two partial sums into one.
template <typename T, typename F, bool Known> struct combine_sums {
  F combiner;
  using sum = partial_sum<T, Known>;
  sum operator()(const sum& a, const sum& b) const {
    if constexpr (Known) {
      return sum{combiner(a.value, b.value)};
    } else {
      if (!a.any) {
        return b;
      }
      sum made = a;
      if (b.any) {
        made.value = combiner(a.value, b.value);
      }
      return made;
    }
  }
};

/// The operator of a reduction, and its identity if that is known.
template <typename T, typename F, bool Known> struct reduction_operator {
  F combiner;
  T identity;
  partial_sum<T, Known> start() const { return {identity}; }
};
template <typename T, typename F> struct reduction_operator<T, F, false> {
  F combiner;
  partial_sum<T, false> start() const { return {}; }
};

} // namespace detail

template <typename T, typename F, int D, std::size_t Extent, bool Known> class reducer;

/// The reducer of one variable, or of one element of several.
template <typename T, typename F, std::size_t Extent, bool Known>
class reducer<T, F, 0, Extent, Known> {
public:
  using value_type = T;
  using binary_operation = F;
  static constexpr int dimensions = 0;

  explicit reducer(const detail::reduction_operator<T, F, Known>& in) : sum(in.start()), by(&in) {}
  reducer(const reducer&) = delete;
  reducer& operator=(const reducer&) = delete;

  reducer& combine(const T& partial) {
    if constexpr (Known) {
      sum.value = by->combiner(sum.value, partial);
    } else {
      sum.value = sum.any ? T(by->combiner(sum.value, partial)) : partial;
      sum.any = true;
    }
    return *this;
  }
  template <bool Is = Known, std::enable_if_t<Is, int> = 0> T identity() const {
    return by->identity;
  }
  const detail::partial_sum<T, Known>& lw_sum(std::size_t) const { return sum; }

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
  detail::partial_sum<T, Known> sum;
  const detail::reduction_operator<T, F, Known>* by;
};

/// The reducer of the elements of a span.
template <typename T, typename F, std::size_t Extent, bool Known>
class reducer<T, F, 1, Extent, Known> {
  using element = reducer<T, F, 0, Extent, Known>;

public:
  using value_type = T;
  using binary_operation = F;
  static constexpr int dimensions = 1;

  explicit reducer(const detail::reduction_operator<T, F, Known>& in)
      : reducer(in, std::make_index_sequence<Extent>()) {}
  reducer(const reducer&) = delete;
  reducer& operator=(const reducer&) = delete;

  element& operator[](std::size_t index) { return elements[index]; }
  template <bool Is = Known, std::enable_if_t<Is, int> = 0> T identity() const {
    return elements[0].identity();
  }
  const detail::partial_sum<T, Known>& lw_sum(std::size_t index) const {
    return elements[index].lw_sum(0);
  }

private:
  template <std::size_t... I>
  reducer(const detail::reduction_operator<T, F, Known>& in, std::index_sequence<I...>)
      : elements{((void)I, element(in))...} {}

  element elements[Extent];
};

} // namespace lw1
} // namespace sycl

#endif
