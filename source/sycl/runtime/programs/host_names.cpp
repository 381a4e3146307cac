// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/host_names.h"

#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sycl/bundle/kernel_id.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// No kernel's symbol begins so.
constexpr std::string_view unknown_prefix = "host:";

/// The name of unnamed namespaces.
constexpr std::string_view unnamed_namespace = "12_GLOBAL__N_1";

bool is_digit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)); }

/// GCC marks variables in unnamed namespaces as such that other files do not see, with an L before
/// the name, Clang does not.
std::string without_marks(std::string name) {
  size_t at = name.find(unnamed_namespace);
  while (at != std::string::npos) {
    at += unnamed_namespace.size();
    while (at + 1 < name.size() && (is_digit(name[at]) || name[at] == 'L')) {
      if (name[at] == 'L') {
        name.erase(at, 1);
        continue;
      }
      char* behind = nullptr;
      const size_t length = std::strtoul(&name[at], &behind, 10);
      at = size_t(behind - name.data()) + length;
    }
    at = name.find(unnamed_namespace, at);
  }
  return name;
}

} // namespace

const char* unknown_host_name(const char* name) {
  return keep_name((std::string(unknown_prefix) + name).c_str());
}

bool is_unknown_host_name(const std::string& name) { return name.starts_with(unknown_prefix); }

const char* symbol_of_type(const char* name) {
  return keep_name(without_marks(std::string("_ZTS") + name).c_str());
}

} // namespace detail
} // namespace lw1
} // namespace sycl
