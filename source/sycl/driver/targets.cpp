// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "targets.h"

#include <algorithm>
#include <iterator>

namespace oclsycl {

namespace {

struct Row {
  std::string_view name;
  std::string_view cpu;
};
/// The library tries machine code in this order: better levels come first.
constexpr Row rows[] = {
    {"x86_64-v4", "x86-64-v4"},
    {"x86_64-v3", "x86-64-v3"},
    {"x86_64-v2", "x86-64-v2"},
    {"x86_64", "x86-64"},
    {"aarch64", "armv8-a"},
    {"spirv64", ""},
    {"spir64", ""},
    {"spirv64-unknown-unknown", ""},
    {"spir64-unknown-unknown", ""},
};

const Row* find(std::string_view name) {
  const auto* const row = std::ranges::find(rows, name, &Row::name);
  return row == std::end(rows) ? nullptr : row;
}

size_t rank_of(const Target& target) {
  return size_t(std::ranges::find(rows, target.cpu, &Row::cpu) - std::begin(rows));
}

} // namespace

cargo::expected<std::vector<Target>, std::string> read_targets(std::string_view list) {
  std::vector<Target> targets;
  std::string_view rest = list;
  do {
    const size_t end = std::min(rest.find(','), rest.size());
    const Row* const row = find(rest.substr(0, end));
    if (!row) {
      return cargo::unexpected("expected '-fsycl-targets=' and some of spirv64, x86_64, x86_64-v2, "
                               "x86_64-v3, x86_64-v4 and aarch64, with commas; found '" +
                               std::string(list) + "'");
    }
    if (std::ranges::find(targets, row->cpu, &Target::cpu) == targets.end()) {
      targets.push_back({std::string(row->cpu), ""});
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  } while (!rest.empty());
  std::ranges::sort(targets, {}, rank_of);
  return targets;
}

cargo::expected<std::vector<Target>, std::string>
with_options(std::vector<Target> targets, std::string_view name, std::string_view options) {
  const Row* const row = find(name);
  bool found = false;
  for (Target& target : targets) {
    if (name.empty() || (row && row->cpu == target.cpu)) {
      target.options += target.options.empty() ? "" : " ";
      target.options += options;
      found = true;
    }
  }
  if (!found) {
    return cargo::unexpected("expected '-Xsycl-target-backend=' and a target of -fsycl-targets=; "
                             "found '" +
                             std::string(name) + "'");
  }
  return targets;
}

} // namespace oclsycl
