// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 4.9.1.6 and 4.9.4.2.3: hierarchical kernels. What stands between the loops
// over work-items happens once for the group, and its variables are shared. Where each work-item of
// the device can do that for itself with the same result, the loops are over the work-items of the
// device, with barriers. Otherwise one work-item does the work of a group. A stage of
// clang-sycl-linker decides (modules/sycl_compiler/source/groups/hierarchical.cpp).
#ifndef SYCL_INDEX_H_ITEM_HPP
#define SYCL_INDEX_H_ITEM_HPP

#include <new>
#include <sycl/index/group.hpp>
#include <sycl/index/item.hpp>

namespace sycl {
inline namespace lw1 {

template <int D = 1> class h_item {
public:
  static constexpr int dimensions = D;

  item<D, false> get_global() const { return make(global, global_range()); }
  item<D, false> get_local() const { return get_logical_local(); }
  item<D, false> get_logical_local() const { return make(logical, logical_range); }
  item<D, false> get_physical_local() const { return make(physical(), physical_range); }

  range<D> get_global_range() const { return global_range(); }
  std::size_t get_global_range(int dimension) const { return global_range()[dimension]; }
  id<D> get_global_id() const { return global; }
  std::size_t get_global_id(int dimension) const { return global[dimension]; }
  range<D> get_local_range() const { return logical_range; }
  std::size_t get_local_range(int dimension) const { return logical_range[dimension]; }
  id<D> get_local_id() const { return logical; }
  std::size_t get_local_id(int dimension) const { return logical[dimension]; }
  range<D> get_logical_local_range() const { return logical_range; }
  std::size_t get_logical_local_range(int dimension) const { return logical_range[dimension]; }
  id<D> get_logical_local_id() const { return logical; }
  std::size_t get_logical_local_id(int dimension) const { return logical[dimension]; }
  range<D> get_physical_local_range() const { return physical_range; }
  std::size_t get_physical_local_range(int dimension) const { return physical_range[dimension]; }
  id<D> get_physical_local_id() const { return physical(); }
  std::size_t get_physical_local_id(int dimension) const { return physical()[dimension]; }

  friend bool operator==(const h_item& a, const h_item& b) {
    return a.global == b.global && a.logical == b.logical && a.logical_range == b.logical_range;
  }
  friend bool operator!=(const h_item& a, const h_item& b) { return !(a == b); }

private:
  friend struct detail::group_maker;
  h_item(const id<D>& at, const range<D>& logical_of, const range<D>& physical_of,
         const id<D>& group, const range<D>& groups_of)
      : logical(at), logical_range(logical_of), physical_range(physical_of), groups(groups_of) {
    global = group * physical_range + physical();
  }
  static item<D, false> make(const id<D>& at, const range<D>& in) {
    return detail::item_maker::make<D, false>(at, in, id<D>());
  }
  range<D> global_range() const { return groups * physical_range; }
  id<D> physical() const { return logical % id<D>(physical_range); }

  id<D> logical;
  range<D> logical_range;
  range<D> physical_range;
  range<D> groups;
  id<D> global;
};

namespace detail {

/// The most work-items of a group of a hierarchical kernel: private_memory has a place for each.
inline constexpr std::size_t max_hierarchical_items = 1024;

template <int D> range<D> ones() {
  range<D> made;
  for (int i = 0; i < D; ++i) {
    made[i] = 1;
  }
  return made;
}

template <int D, typename F>
void group_maker::for_each_item(const group<D>& of, const range<D>& logical, const F& f) {
  id<D> at;
  for (std::size_t i = 0; i < logical.size(); ++i) {
    f(h_item<D>(at, logical, of.get_local_range(), of.get_group_id(), of.get_group_range()));
    for (int d = D - 1; d >= 0 && ++at[d] == logical[d] && d > 0; --d) {
      at[d] = 0;
    }
  }
}

#ifdef __SYCL_DEVICE_ONLY__
inline void begin_items() { __lanewise_sycl_begin_items(); }
inline void end_items() { __lanewise_sycl_end_items(); }
inline bool items_are_parallel() { return __lanewise_sycl_items_are_parallel(); }
#else
inline void begin_items() {}
inline void end_items() {}
inline bool items_are_parallel() { return false; }
#endif

/// The id of a work-item in a range.
template <int D> id<D> id_in(std::size_t number, const range<D>& in) {
  id<D> at;
  for (int d = D - 1; d >= 0; --d) {
    at[d] = d > 0 ? number % in[d] : number;
    number = d > 0 ? number / in[d] : number;
  }
  return at;
}

template <int D, typename F> void group_maker::run_items(const group<D>& of, const F& f) {
  const range<D> local = of.get_local_range();
  begin_items();
  if (items_are_parallel()) {
    f(h_item<D>(local_id<D>(), local, local, of.get_group_id(), of.get_group_range()));
  } else {
    for_each_item(of, local, f);
  }
  end_items();
}

template <int D, typename F>
void group_maker::run_items(const group<D>& of, const range<D>& logical, const F& f) {
  const range<D> local = of.get_local_range();
  begin_items();
  if (items_are_parallel()) {
    const std::size_t count = logical.size();
    for (std::size_t i = linear(local_id<D>(), local); i < count; i += local.size()) {
      f(h_item<D>(id_in(i, logical), logical, local, of.get_group_id(), of.get_group_range()));
    }
  } else {
    for_each_item(of, logical, f);
  }
  end_items();
}

/// The kernel of a parallel_for_work_group. Clang's plug-in (source/sycl/plugin/requirements.cpp)
/// knows its name.
template <int D, typename F> struct work_group_kernel {
  F f;
  range<D> local;
  template <typename... Handler,
            std::enable_if_t<std::is_invocable_v<const F&, group<D>, Handler...>, int> = 0>
  void operator()(nd_item<D>, Handler... handler) const {
    f(group_maker::make<D>(local), handler...);
  }
};

} // namespace detail

/// Memory of each work-item that lives from one loop over work-items to the next.
template <typename T, int D = 1> class private_memory {
public:
  private_memory(const group<D>& of) : extent(of.get_local_range()) {
    const std::size_t count = detail::items_are_parallel() ? 1 : extent.size();
    for (std::size_t i = 0; i < count; ++i) {
      new (&place(i)) T;
    }
  }
  private_memory(const private_memory&) = delete;
  private_memory& operator=(const private_memory&) = delete;

  T& operator()(const h_item<D>& of) {
    return place(detail::items_are_parallel() ? 0
                                              : detail::linear(of.get_physical_local_id(), extent));
  }

private:
  T& place(std::size_t i) {
#ifdef __SYCL_DEVICE_ONLY__
    return static_cast<T*>(__lanewise_sycl_item_memory(bytes))[i];
#else
    return reinterpret_cast<T*>(bytes)[i];
#endif
  }
  alignas(T) unsigned char bytes[detail::max_hierarchical_items * sizeof(T)];
  range<D> extent;
};

} // namespace lw1
} // namespace sycl

#endif
