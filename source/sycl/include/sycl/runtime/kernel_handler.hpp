// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_RUNTIME_KERNEL_HANDLER_HPP
#define SYCL_RUNTIME_KERNEL_HANDLER_HPP

#include <sycl/bundle/specialization_id.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {
struct kernel_handler_maker;
} // namespace detail

/// The optional last parameter of a kernel (SYCL 2020, section 4.11.12.3).
class kernel_handler {
public:
  template <auto& Id> detail::value_of<Id> get_specialization_constant() const {
    return detail::specialization_access::on_device<Id>();
  }

private:
  friend struct detail::kernel_handler_maker;
  kernel_handler() = default;
};

namespace detail {
struct kernel_handler_maker {
  static kernel_handler make() { return {}; }
};
} // namespace detail

} // namespace lw1
} // namespace sycl

#endif
