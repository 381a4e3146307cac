// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The environment variables that the driver reads: one table, and the only functions that read
// them. In a process that runs with rights which its user does not have (set-user-ID,
// set-group-ID, file capabilities: AT_SECURE) every variable is as if it were not set, because some
// of them load code and others write files.
#ifndef ENVIRONMENT_ENVIRONMENT_H
#define ENVIRONMENT_ENVIRONMENT_H

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace environment {

/// In the order of the table.
enum class Variable : uint32_t {
  num_threads,
  affinity,
  help,
  compiler_library,
  compiler,
  cache,
  cache_dir,
  cache_size,
  xdg_cache_home,
  home,
  cpu,
  trace,
  trace_calls,
  dump,
  perf,
  specialize,
  groups,
  build_seconds,
  faults,
  verify,
  time_passes,
  skip,
  stall,
  optimise_limit,
  print_after,
  vectorize,
  vectorize_report,
  remainder,
  quick_forms,
  validate_spirv,
  cuda_driver,
  platforms,
};

/// Effects that a variable may have, as bits.
enum Effect : uint32_t {
  none = 0,
  loads_code = 1,     ///< names code that the process then runs
  writes_files = 2,   ///< has files written, or says where
  shapes_code = 4,    ///< changes what the compiler makes of the same program
  shows_compiler = 8, ///< shows the compiler at work, so that nothing may come from the cache
};

struct VariableEntry {
  Variable variable;
  const char* name;
  const char* values;  ///< as doc/environment.md has them
  const char* meaning; ///< in short
  uint32_t effects;    ///< of Effect
};

/// All variables, by Variable.
[[nodiscard]] std::span<const VariableEntry> table() noexcept;

/// Whether the process has rights that its user does not have.
[[nodiscard]] bool is_secure_process() noexcept;

/// The value, or null if it is not set or the process is such a one. The text belongs to the
/// environment, as that of getenv.
[[nodiscard]] const char* get(Variable variable) noexcept;
/// The same for a process of which `secure` says whether it is such a one.
[[nodiscard]] const char* get(Variable variable, bool secure) noexcept;

/// Whether it is set, to whatever value.
[[nodiscard]] inline bool is_set(Variable variable) noexcept { return get(variable) != nullptr; }

/// The value, empty if it is not set.
[[nodiscard]] std::string_view text(Variable variable) noexcept;

/// The value if it is digits and nothing else, and no larger than `max`.
[[nodiscard]] std::optional<uint64_t> number(Variable variable, uint64_t max = UINT64_MAX) noexcept;

} // namespace environment

#endif
