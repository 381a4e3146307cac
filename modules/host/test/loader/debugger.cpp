// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gdb and perf find loaded code.
#include "loader/gdb_interface.h"
#include "loader/loaded_code.h"

#include "test_kernels.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace {

using host::LoadedCode;

size_t registered() {
  size_t count = 0;
  for (const auto* e = __jit_debug_descriptor.first_entry; e != nullptr; e = e->next_entry) {
    ++count;
  }
  return count;
}

/// Address of the section .text, as an object file in memory gives it.
uint64_t text_address(const jit_code_entry& entry) {
  Elf64_Ehdr header;
  std::memcpy(&header, entry.symfile_addr, sizeof header);
  const auto section = [&](size_t index) {
    Elf64_Shdr result;
    std::memcpy(&result, entry.symfile_addr + header.e_shoff + index * sizeof result,
                sizeof result);
    return result;
  };
  const Elf64_Shdr names = section(header.e_shstrndx);
  for (size_t i = 0; i < header.e_shnum; ++i) {
    if (std::strcmp(entry.symfile_addr + names.sh_offset + section(i).sh_name, ".text") == 0) {
      return section(i).sh_addr;
    }
  }
  return 0;
}

TEST(Debugger, knowsCodeAsLongAsItIsLoaded) {
  const size_t before = registered();
  {
    const auto first = LoadedCode::load(test_kernels::tables());
    const auto second = LoadedCode::load(test_kernels::kernels());
    const auto third = LoadedCode::load(test_kernels::tables());
    ASSERT_TRUE(first && second && third);
    EXPECT_EQ(registered(), before + 3);
    const jit_code_entry& newest = *__jit_debug_descriptor.first_entry;
    EXPECT_EQ(newest.symfile_size, test_kernels::tables().size());
    const auto address = reinterpret_cast<uint64_t>(third->find("call_function"));
    const uint64_t text = text_address(newest);
    EXPECT_LE(text, address);
    EXPECT_LT(address - text, 4096u);
  }
  EXPECT_EQ(registered(), before);
}

TEST(Debugger, refusedCodeLeavesNothing) {
  const size_t before = registered();
  EXPECT_FALSE(LoadedCode::load(test_kernels::writable()));
  EXPECT_EQ(registered(), before);
}

TEST(Perf, getsAMapOnRequest) {
  const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  unlink(path.c_str());
  ASSERT_TRUE(LoadedCode::load(test_kernels::tables()));
  EXPECT_NE(access(path.c_str(), F_OK), 0) << "nobody asked for it";
  setenv("LANEWISE_PERF", "1", 1);
  const auto code = LoadedCode::load(test_kernels::tables());
  unsetenv("LANEWISE_PERF");
  std::ifstream file(path);
  bool found = false;
  std::string address, size, name;
  while (file >> address >> size >> name) {
    found = found || (name == "call_function" &&
                      std::stoull(address, nullptr, 16) ==
                          reinterpret_cast<uint64_t>(code->find("call_function")));
  }
  EXPECT_TRUE(found);
  unlink(path.c_str());
}

} // namespace
