// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.6.10.
#ifndef SYCL_MEMORY_HOST_ACCESSOR_HPP
#define SYCL_MEMORY_HOST_ACCESSOR_HPP

#include <sycl/memory/accessor.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// While it lives, commands that use the buffer wait. Shared by copies of a host_accessor.
class host_access {
public:
  host_access(counted* to, access_mode mode)
      : buffer(ref<buffer_impl>::share(to)), memory(begin_host_access(to, mode, this)) {}
  host_access(const host_access&) = delete;
  host_access& operator=(const host_access&) = delete;
  ~host_access() { end_host_access(buffer.raw(), this); }
  void* get() const { return memory; }

private:
  ref<buffer_impl> buffer;
  void* memory;
};

} // namespace detail

template <typename T, int D, access_mode Mode>
class host_accessor : public detail::element_access<host_accessor<T, D, Mode>, T, D, Mode>,
                      public detail::accessor_properties {
  using base = detail::element_access<host_accessor, T, D, Mode>;
  friend base;

public:
  using typename base::value_type;

  host_accessor() = default;
  template <typename A>
  host_accessor(buffer<T, D, A>& of, const property_list& properties = {})
      : host_accessor(of, of.get_range(), id<D>(), properties) {}
  template <typename A, access_mode M>
  host_accessor(buffer<T, D, A>& of, mode_tag_t<M>, const property_list& properties = {})
      : host_accessor(of, of.get_range(), id<D>(), properties) {}
  template <typename A>
  host_accessor(buffer<T, D, A>& of, range<D> extent, const property_list& properties = {})
      : host_accessor(of, extent, id<D>(), properties) {}
  template <typename A, access_mode M>
  host_accessor(buffer<T, D, A>& of, range<D> extent, mode_tag_t<M>,
                const property_list& properties = {})
      : host_accessor(of, extent, id<D>(), properties) {}
  template <typename A>
  host_accessor(buffer<T, D, A>& of, range<D> extent, id<D> from,
                const property_list& properties = {})
      : detail::accessor_properties(properties, Mode),
        access(std::make_shared<detail::host_access>(of.lw_memory(), Mode)) {
    detail::check_part(of.get_range(), extent, from);
    this->memory = detail::memory_of<value_type>(access->get(), of);
    this->whole = of.get_range();
    this->part = extent;
    this->offset = from;
  }
  template <typename A, access_mode M>
  host_accessor(buffer<T, D, A>& of, range<D> extent, id<D> from, mode_tag_t<M>,
                const property_list& properties = {})
      : host_accessor(of, extent, from, properties) {}
  /// An accessor that only reads.
  template <typename U, access_mode Other,
            std::enable_if_t<detail::only_less<T, Mode, U, Other>, int> = 0>
  host_accessor(const host_accessor<U, D, Other>& other)
      : base(other.memory, other.whole, other.part, other.offset), access(other.access) {}

  void swap(host_accessor& other) { std::swap(*this, other); }
  value_type* get_pointer() const noexcept { return this->memory; }

private:
  template <typename, int, access_mode> friend class host_accessor;
  std::shared_ptr<const detail::host_access> access;
};

/// The accessor of the first element of a buffer.
template <typename T, access_mode Mode>
class host_accessor<T, 0, Mode>
    : public detail::zero_dimensional<host_accessor<T, 0, Mode>, host_accessor<T, 1, Mode>> {
  using inner = host_accessor<T, 1, Mode>;
  using base = detail::zero_dimensional<host_accessor, inner>;
  friend base;

public:
  using base::operator=;

  host_accessor() = default;
  template <typename A>
  host_accessor(buffer<T, 1, A>& of, const property_list& properties = {})
      : base(inner(of, detail::first_of(of.size()), properties)) {}
  template <typename A, access_mode M>
  host_accessor(buffer<T, 1, A>& of, mode_tag_t<M>, const property_list& properties = {})
      : host_accessor(of, properties) {}
  /// An accessor that only reads.
  template <typename U, access_mode Other,
            std::enable_if_t<detail::only_less<T, Mode, U, Other>, int> = 0>
  host_accessor(const host_accessor<U, 0, Other>& other) : base(inner(other.lw_inner())) {}
  template <typename Property> bool has_property() const noexcept {
    return this->one.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return this->one.template get_property<Property>();
  }
};

/// SYCL 1.2.1's name of it.
template <typename T, int D, access_mode Mode>
class accessor<T, D, Mode, detail::host_target, access::placeholder::false_t>
    : public host_accessor<T, D, Mode> {
public:
  using host_accessor<T, D, Mode>::host_accessor;
  accessor() = default;
  constexpr bool is_placeholder() const { return false; }
};
template <typename T, access_mode Mode>
class accessor<T, 0, Mode, detail::host_target, access::placeholder::false_t>
    : public host_accessor<T, 0, Mode> {
public:
  using host_accessor<T, 0, Mode>::host_accessor;
  using host_accessor<T, 0, Mode>::operator=;
  accessor() = default;
  constexpr bool is_placeholder() const { return false; }
};

template <typename T, int D, typename A>
host_accessor(buffer<T, D, A>&, const property_list& = {})
    -> host_accessor<T, D, access_mode::read_write>;
template <typename T, int D, typename A>
host_accessor(buffer<T, D, A>&, range<D>, const property_list& = {})
    -> host_accessor<T, D, access_mode::read_write>;
template <typename T, int D, typename A>
host_accessor(buffer<T, D, A>&, range<D>, id<D>, const property_list& = {})
    -> host_accessor<T, D, access_mode::read_write>;
template <typename T, int D, typename A, access_mode M>
host_accessor(buffer<T, D, A>&, mode_tag_t<M>, const property_list& = {}) -> host_accessor<T, D, M>;
template <typename T, int D, typename A, access_mode M>
host_accessor(buffer<T, D, A>&, range<D>, mode_tag_t<M>, const property_list& = {})
    -> host_accessor<T, D, M>;
template <typename T, int D, typename A, access_mode M>
host_accessor(buffer<T, D, A>&, range<D>, id<D>, mode_tag_t<M>, const property_list& = {})
    -> host_accessor<T, D, M>;

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <typename T, int D, sycl::access_mode M>
struct std::hash<sycl::host_accessor<T, D, M>>
    : sycl::detail::hash_by_object<sycl::host_accessor<T, D, M>> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
