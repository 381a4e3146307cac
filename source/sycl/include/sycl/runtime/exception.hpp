// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.13.
#ifndef SYCL_RUNTIME_EXCEPTION_HPP
#define SYCL_RUNTIME_EXCEPTION_HPP

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <sycl/detail/abi.hpp>
#include <system_error>
#include <vector>

namespace sycl {
inline namespace lw1 {

class context;

enum class errc {
  success = 0,
  runtime = 1,
  kernel,
  accessor,
  nd_range,
  event,
  kernel_argument,
  build,
  invalid,
  memory_allocation,
  platform,
  profiling,
  feature_not_supported,
  kernel_not_supported,
  backend_mismatch,
};

LW_SYCL_EXPORT const std::error_category& sycl_category() noexcept;
LW_SYCL_EXPORT std::error_code make_error_code(errc code) noexcept;

/// The class of all exceptions that this library throws.
class LW_SYCL_EXPORT exception : public virtual std::exception {
public:
  exception(std::error_code code, const std::string& what);
  exception(std::error_code code, const char* what);
  exception(std::error_code code);
  exception(int value, const std::error_category& category, const std::string& what);
  exception(int value, const std::error_category& category, const char* what);
  exception(int value, const std::error_category& category);
  exception(context of, std::error_code code, const std::string& what);
  exception(context of, std::error_code code, const char* what);
  exception(context of, std::error_code code);
  exception(context of, int value, const std::error_category& category, const std::string& what);
  exception(context of, int value, const std::error_category& category, const char* what);
  exception(context of, int value, const std::error_category& category);
  exception(const exception&) noexcept;
  exception& operator=(const exception&) noexcept;
  ~exception() override;

  const std::error_code& code() const noexcept;
  const std::error_category& category() const noexcept;
  const char* what() const noexcept override;
  bool has_context() const noexcept;
  context get_context() const;

private:
  struct content;
  std::shared_ptr<const content> contents;
};

/// Asynchronous errors, in the order in which they were found.
class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type&;
  using const_reference = const value_type&;
  using size_type = std::size_t;
  using iterator = std::vector<std::exception_ptr>::const_iterator;
  using const_iterator = std::vector<std::exception_ptr>::const_iterator;

  size_type size() const { return list.size(); }
  iterator begin() const { return list.begin(); }
  iterator end() const { return list.end(); }

private:
  friend class detail::queue_impl;
  std::vector<std::exception_ptr> list;
};

using async_handler = std::function<void(sycl::exception_list)>;

} // namespace lw1
} // namespace sycl

template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};

#endif
