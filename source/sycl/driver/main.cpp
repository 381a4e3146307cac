// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// oclsycl++: compiles and links SYCL programs with an unmodified Clang. It adds headers, library
// and our linker for device code, and translates options; everything else is Clang's.
#include "cargo/expected.h"
#include "command.h"
#include "device_link.h"
#include "help.h"
#include "host_compiler.h"
#include "options.h"
#include "parallel.h"
#include "processes.h"
#include "sycl_image/names.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace {

int fail(const std::string& sentence) {
  std::fprintf(stderr, "oclsycl++: error: %s\n", sentence.c_str());
  return 1;
}

/// Puts a folder before those that a variable names.
void prepend(const char* variable, const std::string& folder) {
  const char* old = std::getenv(variable);
  setenv(variable, (old && *old ? folder + ":" + old : folder).c_str(), 1);
}

oclsycl::Places find_places() {
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
  const std::filesystem::path root = self.parent_path().parent_path();
  oclsycl::Places places;
  places.llvm_tools = LANEWISE_LLVM_TOOLS;
  places.clang = places.llvm_tools + "/clang++";
  places.root = root;
  places.library = root / LANEWISE_LIBDIR;
  places.tools = root / LANEWISE_LIBDIR / "oclsycl";
  places.unit = sycl_image::short_name(std::filesystem::current_path().string());
  places.headers = root / "include" / "oclsycl";
  return places;
}

/// Becomes Clang.
int become(const oclsycl::Command& command) {
  const std::vector<char*> words = oclsycl::words_of_program(command);
  execv(words[0], words.data());
  return fail("cannot run " + command[0] + ": " + std::strerror(errno));
}

/// Prints the commands, or runs them in order.
int carry_out(const std::vector<oclsycl::Command>& commands, bool print_only) {
  if (!print_only) {
    return oclsycl::run_all(commands);
  }
  for (const oclsycl::Command& command : commands) {
    std::fprintf(stderr, "%s\n", oclsycl::quoted(command).c_str());
  }
  return 0;
}

/// The commands of what is done in several steps, with files between them in the folder.
cargo::expected<std::vector<oclsycl::Command>, std::string>
make_commands(const oclsycl::Places& places, const oclsycl::Options& options,
              const std::string& folder) {
  if (options.links_device_alone) {
    return oclsycl::device_link_commands(places, options, folder);
  }
  return oclsycl::host_compiler_commands(places, options, folder);
}

/// Files between the steps go to a folder that disappears, or that stays beside the output.
int run_in_steps(const oclsycl::Places& places, const oclsycl::Options& options) {
  const oclsycl::TemporaryFolder temporary;
  std::string folder = temporary.path();
  std::error_code error;
  if (oclsycl::saves_stages(options.words)) {
    const std::string output = oclsycl::mode_of(options.words).output;
    folder = (output.empty() ? "a" : output) + "-stages";
    std::filesystem::create_directories(folder, error);
  }
  if (folder.empty() || error) {
    return fail("cannot make the folder for files between the steps" +
                (error ? " " + folder + ": " + error.message() : ""));
  }
  const auto commands = make_commands(places, options, folder);
  return commands ? carry_out(*commands, options.print_only) : fail(commands.error());
}

/// Whether host code is made, or a question is answered by Clang.
bool needs_host_compiler(const oclsycl::Options& options) {
  return !options.host_compiler.empty() && oclsycl::mode_of(options.words).has_input &&
         std::ranges::find(options.words, "-fsycl-device-only") == options.words.end();
}

} // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::strcmp(arguments[1], "--help") == 0) {
    std::fputs(oclsycl::help, stdout);
    return 0;
  }
  std::error_code error;
  const oclsycl::Places places = find_places();
  if (!std::filesystem::exists(places.clang, error)) {
    return fail("expected Clang 22 at " + places.clang + "; install the package clang-22");
  }
  if (!std::filesystem::exists(places.headers + "/sycl/sycl.hpp", error)) {
    return fail("expected the SYCL headers at " + places.headers);
  }
  const auto options = oclsycl::read_options({arguments + 1, arguments + count});
  if (!options) {
    return fail(options.error());
  }
  prepend("PATH", places.tools);
  prepend("COMPILER_PATH", places.tools);
  if (options->links_device_alone || needs_host_compiler(*options)) {
    return run_in_steps(places, *options);
  }
  const oclsycl::Command clang = oclsycl::clang_command(places, *options);
  if (oclsycl::may_run_in_parallel(*options)) {
    if (const auto status = oclsycl::run_in_parallel(clang)) {
      return *status;
    }
  }
  return become(clang);
}
