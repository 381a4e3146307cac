// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every test module with words flipped, dropped, repeated and swapped: each variant is read or
// refused, none crashes or hangs. LANEWISE_SPIRV_MUTATIONS=<count> changes how many.
#include "spirv-ll/read.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <spirv-tools/libspirv.hpp>

namespace {

using Module = std::vector<uint32_t>;

std::vector<Module> test_modules() {
  std::vector<Module> modules;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_5);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(LANEWISE_SPIRV_TESTS)) {
    if (entry.path().extension() != ".spvasm") {
      continue;
    }
    std::ifstream file(entry.path());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (Module words; tools.Assemble(text, &words)) {
      modules.push_back(std::move(words));
    }
  }
  return modules;
}

/// One change to one word, or to the words of one place.
void mutate(Module& module, std::mt19937& random) {
  constexpr size_t header = 5;
  if (module.size() <= header + 1) {
    return;
  }
  const size_t at = header + random() % (module.size() - header);
  const auto place = module.begin() + long(at);
  switch (random() % 7) {
  case 0:
    module[at] ^= 1u << random() % 32;
    break;
  case 1:
    module[at] = random() % 64; // ids and enumerants are small
    break;
  case 2:
    module.erase(place);
    break;
  case 3:
    module.insert(place, *place);
    break;
  case 4:
    std::swap(module[at], module[header + random() % (module.size() - header)]);
    break;
  case 5:
    module[at] = (module[at] & 0xffff0000) | random() % 400; // another instruction
    break;
  default:
    module[at] = random();
  }
}

bool reads(const Module& module) {
  llvm::LLVMContext context;
  const auto* bytes = reinterpret_cast<const uint8_t*>(module.data());
  const auto result = spirv_ll::read(context, {bytes, module.size() * 4});
  EXPECT_TRUE(result || !result.error().message().empty());
  return bool(result);
}

size_t wanted() {
  const char* text = std::getenv("LANEWISE_SPIRV_MUTATIONS");
  return text ? std::strtoull(text, nullptr, 10) : 100000;
}

TEST(Mutation, startsFromModulesThatAreRead) {
  const auto modules = test_modules();
  ASSERT_GT(modules.size(), 150u);
  EXPECT_GT(size_t(std::ranges::count_if(modules, reads)), modules.size() * 3 / 4);
}

TEST(Mutation, ofTestModulesIsReadOrRefused) {
  const auto modules = test_modules();
  std::mt19937 random(1);
  size_t read = 0, refused = 0;
  for (size_t i = 0; i < wanted(); ++i) {
    Module module = modules[i % modules.size()];
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
      mutate(module, random);
    }
    (reads(module) ? read : refused)++;
  }
  // Neither may be rare, or the test would test nothing.
  EXPECT_GT(read, wanted() / 200);
  EXPECT_GT(refused, wanted() / 2);
}

/// Inputs that the fuzzer has found interesting, beyond the test modules.
TEST(Corpus, isReadOrRefused) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LANEWISE_SPIRV_CORPUS)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
    llvm::LLVMContext context;
    const auto result =
        spirv_ll::read(context, {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    EXPECT_TRUE(result || !result.error().message().empty()) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 100u);
}

TEST(Mutation, cutModulesAreReadOrRefused) {
  for (const Module& module : test_modules()) {
    for (size_t size = 0; size < module.size(); size += 1 + module.size() / 40) {
      static_cast<void>(reads(Module(module.begin(), module.begin() + long(size))));
    }
  }
}

} // namespace
