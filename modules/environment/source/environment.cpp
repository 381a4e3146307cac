// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "environment/environment.h"

#include <charconv>
#include <cstdlib>
#include <sys/auxv.h>

namespace environment {

bool is_secure_process() noexcept { return getauxval(AT_SECURE) != 0; }

const char* get(Variable variable, bool secure) noexcept {
  return secure ? nullptr : std::getenv(table()[static_cast<size_t>(variable)].name);
}

const char* get(Variable variable) noexcept { return get(variable, is_secure_process()); }

std::string_view text(Variable variable) noexcept {
  const char* value = get(variable);
  return value ? value : "";
}

std::optional<uint64_t> number(Variable variable, uint64_t max) noexcept {
  const std::string_view value = text(variable);
  uint64_t result = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  const bool whole = error == std::errc() && end == value.data() + value.size();
  return whole && result <= max ? std::optional(result) : std::nullopt;
}

} // namespace environment
