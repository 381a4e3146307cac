// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_link.h"

#include <filesystem>
#include <utility>

namespace oclsycl {

std::vector<Command> device_link_commands(const Places& places, const Options& options,
                                          const std::string& folder) {
  const std::vector<Argument> arguments = read_arguments(options.words);
  const std::string given = mode_of(options.words).output;
  const std::string output = given.empty() ? "a.o" : given;
  std::vector<Command> commands;
  Command link = {places.tools + "/clang-sycl-linker", "--object", "-o", output};
  append(link, device_link_options(options, output));
  for (const Argument& one : arguments) {
    const std::string& file = one.words[0];
    if (one.kind == Kind::source) {
      std::string bitcode = folder + "/" + std::to_string(commands.size() + 1) + "-" +
                            std::filesystem::path(file).stem().string() + "-device.bc";
      Command compile = device_command(places, words_of(arguments, {Kind::clang_only}));
      append(compile, {"-fsycl-device-only", "-c", "-o", bitcode, file});
      commands.push_back(std::move(compile));
      link.push_back(std::move(bitcode));
    } else if (one.kind == Kind::input) {
      link.push_back(file);
    }
  }
  commands.push_back(std::move(link));
  return commands;
}

} // namespace oclsycl
