// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "to_spirv.h"

#include "assemble.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <iterator>
#include <spirv-tools/libspirv.hpp>

namespace {

/// A program as a file: its options, then its text.
std::string listing(const std::string& source, const std::string& options) {
  const bool has_version = options.find("-cl-std=") != std::string::npos;
  return "//" + std::string(has_version ? "" : "-cl-std=CL1.2 ") + options + "\n" + source;
}

/// Where it is, and its module with another ending.
std::string place(const std::string& folder, const std::string& listed) {
  return folder + "/" + std::to_string(std::hash<std::string>()(listed));
}

const char* list_folder() { return std::getenv("LANEWISE_KERNEL_SOURCES"); }

} // namespace

std::string spirv_of(const std::string& source, const std::string& options) {
  const std::string path = place(LANEWISE_SPIRV_FOLDER, listing(source, options)) + ".spv";
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    ADD_FAILURE() << path << ", which the target kernel_test_spirv makes, is missing, of\n"
                  << listing(source, options);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

bool lists_programs() { return list_folder() != nullptr; }

void list_program(const std::string& source, const std::string& options) {
  const std::string listed = listing(source, options);
  std::ofstream(place(list_folder(), listed) + ".cl") << listed;
}

std::string assemble_spirv(const std::string& text) {
  const std::vector<uint32_t> words = assemble(text);
  return {reinterpret_cast<const char*>(words.data()), words.size() * 4};
}

bool is_valid_spirv(const std::string& module) {
  std::vector<uint32_t> words(module.size() / 4);
  std::memcpy(words.data(), module.data(), words.size() * 4);
  return spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_6).Validate(words);
}
