// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// oclsycl++: compiles and links SYCL programs with an unmodified Clang. It adds headers, library
// and our linker for device code, and translates options; everything else is Clang's.
#include "help.h"
#include "options.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

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

/// A short name of the folder that the compiler is called in: with a file's name it says which file
/// that is, to host and device alike (sycl/bundle/specialization_id.hpp).
std::string folder_tag() {
  uint64_t sum = 14695981039346656037u; // FNV-1a
  for (const char letter : std::filesystem::current_path().string()) {
    sum = (sum ^ static_cast<unsigned char>(letter)) * 1099511628211u;
  }
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(sum));
  return text;
}

oclsycl::Places find_places() {
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
  const std::filesystem::path root = self.parent_path().parent_path();
  oclsycl::Places places;
  places.clang = LANEWISE_CLANG;
  places.root = root;
  places.library = root / LANEWISE_LIBDIR;
  places.tools = root / LANEWISE_LIBDIR / "oclsycl";
  places.unit = folder_tag();
  places.headers = root / "include" / "oclsycl";
  return places;
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
  auto command = oclsycl::make_command(places, {arguments + 1, arguments + count});
  if (!command) {
    return fail(command.error());
  }
  prepend("PATH", places.tools);
  prepend("COMPILER_PATH", places.tools);
  std::vector<char*> words;
  for (std::string& word : command->words) {
    words.push_back(word.data());
  }
  words.push_back(nullptr);
  execv(places.clang.c_str(), words.data());
  return fail("cannot run " + places.clang + ": " + std::strerror(errno));
}
