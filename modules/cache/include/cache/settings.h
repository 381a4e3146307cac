// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CACHE_SETTINGS_H
#define CACHE_SETTINGS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cache {

/// Where the cache is and how large it may become.
struct Settings {
  std::string folder;
  uint64_t limit = 0; ///< bytes
};

/// Settings from the environment (doc/environment.md). Nothing if LANEWISE_CACHE=0 or if there is
/// no folder. The folder is LANEWISE_CACHE_DIR or `lanewise` in the user's cache folder, which is
/// $XDG_CACHE_HOME or ~/.cache; the size is LANEWISE_CACHE_SIZE or 512 MiB.
[[nodiscard]] std::optional<Settings> settings();

/// A number of bytes: digits and nothing, K, M or G (powers of 1024). Nothing if `text` is
/// something else or too large.
[[nodiscard]] std::optional<uint64_t> parse_size(std::string_view text);

} // namespace cache

#endif
