// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command.h"

namespace oclsycl {

namespace {

/// Clang's options for device code: passes, plug-ins.
std::vector<std::string> device_options(const Places& places) {
  std::vector<std::string> words;
  // The device's compiler unrolls and vectorises, for the CPU that is there. Line tables are for
  // errors of the plugin, which drops them.
  for (const char* option :
       {"-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize", "-gline-tables-only"}) {
    append(words, {"-Xarch_device", option});
  }
  append(words, {"-Xarch_device", "-fpass-plugin=" + places.tools + "/sycl-passes.so"});
  append(words, {"-Xarch_host", "-fpass-plugin=" + places.tools + "/sycl-host-passes.so"});
  words.push_back("-fplugin=" + places.tools + "/sycl-attributes.so");
  return words;
}

} // namespace

void append(std::vector<std::string>& to, const std::vector<std::string>& words) {
  to.insert(to.end(), words.begin(), words.end());
}

std::vector<std::string> source_options(const Places& places) {
  return {"-DLW_SYCL_FOLDER=\"" + places.unit + "\"",
          "-D__SYCL_UNNAMED_LAMBDA__=1", // what libraries ask before they leave out kernels' names
          "-isystem", places.headers};
}

Command device_command(const Places& places, const std::vector<std::string>& words) {
  Command command = {places.clang, "-fsycl", "--start-no-unused-arguments"};
  append(command, device_options(places));
  append(command, source_options(places));
  append(command, words);
  command.emplace_back("--end-no-unused-arguments");
  return command;
}

std::vector<std::string> device_link_options(const Options& options, const std::string& output) {
  std::vector<std::string> words = {"--split=" + options.split};
  bool has_spirv = false;
  for (const Target& target : options.targets) {
    has_spirv = has_spirv || target.cpu.empty();
    if (!target.cpu.empty()) {
      words.push_back("--native=" + target.cpu + ":" + target.options);
    } else if (!target.options.empty()) {
      words.push_back("--spirv-options=" + target.options);
    }
  }
  if (!has_spirv) {
    words.emplace_back("--no-spirv");
  }
  if (saves_stages(options.words)) {
    words.push_back("--save-stages=" + output + "-stages");
  }
  return words;
}

std::vector<std::string> link_options(const Places& places, const Options& options) {
  std::vector<std::string> words = {"-L" + places.library, "-loclsycl"};
  const std::string output = mode_of(options.words).output;
  for (const std::string& word : device_link_options(options, output.empty() ? "a.out" : output)) {
    append(words, {"-Xoffload-linker", word});
  }
  if (!places.root.starts_with("/usr")) { // where the loader does not look
    words.push_back("-Wl,-rpath," + places.library);
  }
  return words;
}

Command clang_command(const Places& places, const Options& options) {
  const Mode mode = mode_of(options.words);
  Command command = {places.clang, "-fsycl"};
  if (mode.has_input) {
    command.emplace_back("--start-no-unused-arguments"); // -fsyntax-only makes no code
    append(command, device_options(places));
    append(command, source_options(places));
    command.emplace_back("--end-no-unused-arguments");
  }
  if (options.print_only) {
    command.emplace_back("-###");
  }
  append(command, options.words);
  if (mode.links && mode.has_input) {
    append(command, link_options(places, options));
  }
  return command;
}

} // namespace oclsycl
