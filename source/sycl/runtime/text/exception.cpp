// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "objects.h"

#include <optional>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

class category_type : public std::error_category {
public:
  const char* name() const noexcept override { return "sycl"; }
  std::string message(int code) const override {
    constexpr const char* names[] = {"success",
                                     "runtime error",
                                     "kernel error",
                                     "accessor error",
                                     "nd_range error",
                                     "event error",
                                     "wrong kernel argument",
                                     "build error",
                                     "invalid value or operation",
                                     "out of memory",
                                     "platform error",
                                     "no profiling",
                                     "feature not supported",
                                     "kernel not supported",
                                     "objects of different backends"};
    return code >= 0 && size_t(code) < std::size(names) ? names[code] : "unknown error";
  }
};

} // namespace
} // namespace detail

const std::error_category& sycl_category() noexcept {
  static const detail::category_type one;
  return one;
}

std::error_code make_error_code(errc code) noexcept {
  return std::error_code(static_cast<int>(code), sycl_category());
}

struct exception::content {
  std::error_code code;
  std::string text;
  std::optional<context> of;
};

exception::exception(std::error_code code, const std::string& what)
    : contents(std::make_shared<content>(content{code, what, {}})) {}
exception::exception(std::error_code code, const char* what) : exception(code, std::string(what)) {}
exception::exception(std::error_code code) : exception(code, code.message()) {}
exception::exception(int value, const std::error_category& category, const std::string& what)
    : exception(std::error_code(value, category), what) {}
exception::exception(int value, const std::error_category& category, const char* what)
    : exception(std::error_code(value, category), what) {}
exception::exception(int value, const std::error_category& category)
    : exception(std::error_code(value, category)) {}
exception::exception(context of, std::error_code code, const std::string& what)
    : contents(std::make_shared<content>(content{code, what, std::move(of)})) {}
exception::exception(context of, std::error_code code, const char* what)
    : exception(std::move(of), code, std::string(what)) {}
exception::exception(context of, std::error_code code)
    : exception(std::move(of), code, code.message()) {}
exception::exception(context of, int value, const std::error_category& category,
                     const std::string& what)
    : exception(std::move(of), std::error_code(value, category), what) {}
exception::exception(context of, int value, const std::error_category& category, const char* what)
    : exception(std::move(of), std::error_code(value, category), what) {}
exception::exception(context of, int value, const std::error_category& category)
    : exception(std::move(of), std::error_code(value, category)) {}
exception::exception(const exception&) noexcept = default;
exception& exception::operator=(const exception&) noexcept = default;
exception::~exception() = default;

const std::error_code& exception::code() const noexcept { return contents->code; }
const std::error_category& exception::category() const noexcept {
  return contents->code.category();
}
const char* exception::what() const noexcept { return contents->text.c_str(); }
bool exception::has_context() const noexcept { return contents->of.has_value(); }
context exception::get_context() const {
  if (!contents->of) {
    throw exception(sycl::make_error_code(errc::invalid), "this exception has no context");
  }
  return *contents->of;
}

} // namespace lw1
} // namespace sycl
