// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "to_spirv.h"

#include "assemble.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <iterator>
#include <spirv-tools/libspirv.hpp>
#include <unistd.h>

namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

std::string compile_to_spirv(const std::string& source, const std::string& options) {
  const std::string folder = LANEWISE_SPIRV_FOLDER;
  std::filesystem::create_directories(folder);
  const bool has_version = options.find("-cl-std=") != std::string::npos;
  const std::string flags =
      std::string("-target spirv64 -c -x cl -w ") + (has_version ? "" : "-cl-std=CL1.2 ") +
      "-Dcl_khr_extended_async_copies=1 -include " LANEWISE_OPENCL_HEADER " -Xclang -mllvm -Xclang "
      "--spirv-ext=+SPV_EXT_relaxed_printf_string_address_space " +
      options;
  const std::string key = std::to_string(std::hash<std::string>()(flags + "\n" + source));
  const std::string module = folder + "/" + key + ".spv";
  if (std::filesystem::exists(module)) {
    return read_file(module);
  }
  // Several test processes may want the same at once.
  const std::string own = folder + "/" + key + "." + std::to_string(getpid());
  std::ofstream(own + ".cl") << source;
  const std::string command =
      LANEWISE_CLANG " " + flags + " " + own + ".cl -o " + own + ".spv 2> " + own + ".log";
  const int status = std::system(command.c_str());
  const std::string log = read_file(own + ".log");
  std::filesystem::remove(own + ".cl");
  std::filesystem::remove(own + ".log");
  if (status != 0) {
    ADD_FAILURE() << command << "\n" << log << source;
    return "";
  }
  std::filesystem::rename(own + ".spv", module);
  return read_file(module);
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
