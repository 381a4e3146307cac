// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace sycl_linker {

namespace {

/// The value in --name=value or -name=value.
std::optional<std::string> value_of(const std::string& argument, const std::string& name) {
  const size_t dashes = argument.starts_with("--") ? 2 : 1;
  if (argument.starts_with('-') && argument.compare(dashes, name.size(), name) == 0 &&
      argument.size() > dashes + name.size() && argument[dashes + name.size()] == '=') {
    return argument.substr(dashes + name.size() + 1);
  }
  return std::nullopt;
}

std::string library_beside_program() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto library = program.parent_path() / "sycl-device.bc";
  return !error && std::filesystem::exists(library, error) ? library.string() : std::string();
}

/// From lib/oclsycl to bin.
std::string offline_compiler_of_installation() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return (program.parent_path().parent_path().parent_path() / "bin" / "clc").string();
}

/// A CPU, and behind a colon options.
NativeTarget native_of(const std::string& text) {
  const size_t colon = std::min(text.find(':'), text.size());
  return {text.substr(0, colon), text.substr(std::min(colon + 1, text.size()))};
}

std::optional<sycl_compiler::Split> split_of(const std::string& mode) {
  using sycl_compiler::Split;
  return mode == "off"          ? std::optional(Split::off)
         : mode == "per_source" ? std::optional(Split::per_source)
         : mode == "per_kernel" ? std::optional(Split::per_kernel)
                                : std::nullopt;
}

/// Options of LLVM's tool that change nothing here.
bool is_ignored(const std::string& argument) {
  return argument == "-save-temps" || argument == "--save-temps" || argument == "-v" ||
         argument == "--verbose" || argument == "-dry-run" || argument.starts_with("-O") ||
         argument.starts_with("-L");
}

} // namespace

cargo::expected<Options, std::string> read_options(const std::vector<std::string>& arguments) {
  Options options;
  options.device_library = library_beside_program();
  options.offline_compiler = offline_compiler_of_installation();
  struct Row {
    const char* name;
    std::string Options::* member;
  };
  const Row rows[] = {{"triple", &Options::triple},
                      {"arch", &Options::arch},
                      {"only", &Options::only},
                      {"device-library", &Options::device_library},
                      {"print-stages", &Options::print_stages},
                      {"save-stages", &Options::save_temps_to},
                      {"spirv-options", &Options::spirv_options},
                      {"clc", &Options::offline_compiler},
                      {"output", &Options::output}};
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!argument.starts_with('-')) {
      options.inputs.push_back(argument);
      continue;
    }
    if (argument == "-o" && i + 1 < arguments.size()) {
      options.output = arguments[++i];
      continue;
    }
    if (value_of(argument, "dump") == "spirv") {
      options.dump_spirv = true;
      continue;
    }
    if (argument == "--no-spirv" || argument == "--object") {
      options.has_spirv = options.has_spirv && argument != "--no-spirv";
      options.makes_object = options.makes_object || argument == "--object";
      continue;
    }
    if (const auto native = value_of(argument, "native")) {
      options.natives.push_back(native_of(*native));
      continue;
    }
    if (const auto mode = value_of(argument, "split")) {
      const auto split = split_of(*mode);
      if (!split) {
        return cargo::unexpected("expected --split=off, per_source or per_kernel; found '" +
                                 argument + "'");
      }
      options.split = *split;
      continue;
    }
    bool known = is_ignored(argument);
    for (const Row& row : rows) {
      if (const auto value = value_of(argument, row.name)) {
        options.*row.member = *value;
        known = true;
      }
    }
    if (!known) {
      return cargo::unexpected("unknown option '" + argument + "'");
    }
  }
  if (options.inputs.empty() || options.output.empty()) {
    return cargo::unexpected(
        std::string("expected -o and a file, and files of device code; found no ") +
        (options.inputs.empty() ? "device code" : "-o"));
  }
  return options;
}

} // namespace sycl_linker
