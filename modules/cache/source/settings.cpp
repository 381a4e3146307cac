// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/settings.h"

#include "environment/environment.h"

#include <charconv>

namespace cache {
namespace {

using environment::Variable;

constexpr uint64_t default_limit = uint64_t(512) << 20;

/// The folder that a variable names. Relative paths are invalid, as the XDG base directory
/// specification says of its own.
std::string folder_of(Variable variable) {
  const std::string_view value = environment::text(variable);
  return std::string(value.starts_with('/') ? value : "");
}

std::string default_folder() {
  if (const std::string base = folder_of(Variable::xdg_cache_home); !base.empty()) {
    return base + "/lanewise";
  }
  const std::string home = folder_of(Variable::home);
  return home.empty() ? "" : home + "/.cache/lanewise";
}

} // namespace

std::optional<uint64_t> parse_size(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) {
    return std::nullopt;
  }
  const std::string_view unit(end, text.data() + text.size());
  const std::string_view units = "KMG";
  const size_t index = unit.size() == 1 ? units.find(unit[0]) : std::string_view::npos;
  if (!unit.empty() && index == std::string_view::npos) {
    return std::nullopt;
  }
  const unsigned shift = unit.empty() ? 0 : 10 * static_cast<unsigned>(index + 1);
  if (number > UINT64_MAX >> shift) {
    return std::nullopt;
  }
  return number << shift;
}

std::optional<Settings> settings() {
  if (environment::text(Variable::cache) == "0") {
    return std::nullopt;
  }
  Settings result{folder_of(Variable::cache_dir), default_limit};
  if (result.folder.empty()) {
    result.folder = default_folder();
  }
  if (const char* size = environment::get(Variable::cache_size)) {
    result.limit = parse_size(size).value_or(default_limit);
  }
  return result.folder.empty() ? std::nullopt : std::optional(result);
}

} // namespace cache
