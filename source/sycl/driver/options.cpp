// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace oclsycl {

namespace {

/// Options of DPC++ that ask for the default, or that have no effect here.
constexpr std::array<std::string_view, 7> accepted = {
    "-fsycl",
    "-fsycl-unnamed-lambda",
    "-fsycl-id-queries-fit-in-int",
    "-fno-sycl-id-queries-fit-in-int",
    "-fsycl-early-optimizations",
    "-flink-huge-device-code",
    "-fpreview-breaking-changes",
};

/// With one of these Clang does not link.
constexpr std::array<std::string_view, 8> no_link = {
    "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-fsycl-device-only", "--precompile"};

/// As the first argument: a compiler's whole command follows, and this program takes its place.
constexpr std::string_view instead_option = "--instead-of";
constexpr std::string_view targets_option = "-fsycl-targets=";
constexpr std::string_view split_option = "-fsycl-device-code-split";
constexpr std::string_view no_split_option = "-fno-sycl-device-code-split";

bool contains(const auto& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

/// Clang's name of a list of targets, or nothing if it has one that there is no code for.
std::string offload_targets(std::string_view list) {
  std::string made;
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    const std::string_view target = list.substr(0, end);
    if (target != "spirv64" && target != "spir64" && target != "spirv64-unknown-unknown" &&
        target != "spir64-unknown-unknown") {
      return {};
    }
    if (made.empty()) {
      made = "--offload-targets=spirv64-unknown-unknown";
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return made;
}

/// What the linker of device code calls a way to split it, or nothing if there is no such way. An
/// image is built as a whole when one of its kernels is first launched; so the kernels of one
/// source are together if it is not said, and those of others do not wait.
std::string_view split_mode(std::string_view word) {
  if (word == no_split_option) {
    return "off";
  }
  word.remove_prefix(split_option.size());
  return word.empty() || word == "=auto" || word == "=per_source" ? "per_source"
         : word == "=per_kernel"                                  ? "per_kernel"
         : word == "=off"                                         ? "off"
                                                                  : "";
}

/// Whether a word is an input: neither an option nor, probably, an option's value. Good enough to
/// know whether there is one.
bool is_input(const std::string& word) { return !word.starts_with('-') || word == "-"; }

} // namespace

cargo::expected<Command, std::string> make_command(const Places& places,
                                                   const std::vector<std::string>& arguments) {
  Command command;
  std::vector<std::string> kept;
  bool links = true;
  bool has_input = false;
  std::string_view split = "per_source";
  const bool instead = !arguments.empty() && arguments.front() == instead_option;
  for (size_t i = instead ? 2 : 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (contains(accepted, word)) {
      continue;
    }
    if (word == "--print-commands") {
      command.print_only = true;
      kept.emplace_back("-###");
      continue;
    }
    if (word.starts_with(targets_option)) {
      const std::string targets =
          offload_targets(std::string_view(word).substr(targets_option.size()));
      if (targets.empty()) {
        return cargo::unexpected("expected '-fsycl-targets=spirv64', the only target there is code "
                                 "for; found '" +
                                 word + "'");
      }
      kept.push_back(targets);
      continue;
    }
    if (word == no_split_option || word.starts_with(split_option)) {
      split = split_mode(word);
      if (split.empty()) {
        return cargo::unexpected("expected '-fsycl-device-code-split=' and off, per_source, "
                                 "per_kernel or auto; found '" +
                                 word + "'");
      }
      continue;
    }
    if (word == "-fno-sycl" || word.starts_with("-fsycl-link") ||
        word.starts_with("-fsycl-host-compiler") || word.starts_with("-Xsycl-target")) {
      return cargo::unexpected("'" + word + "' is not implemented in this version of oclsycl++");
    }
    links = links && !contains(no_link, word);
    has_input = has_input || is_input(word);
    kept.push_back(word);
  }
  command.words = {places.clang, "-fsycl"};
  if (has_input) {
    // The device's compiler unrolls and vectorises, for the CPU that is there.
    command.words.emplace_back("--start-no-unused-arguments"); // -fsyntax-only makes no code
    // Line tables are for errors of the plugin, which drops them.
    for (const char* option :
         {"-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize", "-gline-tables-only"}) {
      command.words.insert(command.words.end(), {"-Xarch_device", option});
    }
    command.words.insert(command.words.end(),
                         {"-Xarch_device", "-fpass-plugin=" + places.tools + "/sycl-passes.so"});
    command.words.push_back("-fplugin=" + places.tools + "/sycl-attributes.so");
    command.words.push_back("-DLW_SYCL_FOLDER=\"" + places.unit + "\"");
    command.words.emplace_back("--end-no-unused-arguments");
    command.words.insert(command.words.end(), {"-isystem", places.headers});
  }
  command.words.insert(command.words.end(), kept.begin(), kept.end());
  if (links && has_input) {
    command.words.insert(command.words.end(), {"-L" + places.library, "-loclsycl"});
    command.words.insert(command.words.end(),
                         {"-Xoffload-linker", "--split=" + std::string(split)});
    if (!places.root.starts_with("/usr")) { // where the loader does not look
      command.words.push_back("-Wl,-rpath," + places.library);
    }
  }
  return command;
}

} // namespace oclsycl
