// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ELF loader: what it loads works, what it must not load is refused by name.
#include "loader/loaded_code.h"

#include "test_kernels.h"

#include <cstring>
#include <gtest/gtest.h>
#include <sys/mman.h>

namespace {

using host::LoadedCode;

#if defined(__clang__)
#define CALLS_LOADED_CODE __attribute__((no_sanitize("function"))) // it has no type information
#else
#define CALLS_LOADED_CODE
#endif

/// Calls a function of type R(Arguments...).
template <typename R, typename... Arguments>
CALLS_LOADED_CODE R call(const void* address, Arguments... arguments) {
  EXPECT_NE(address, nullptr);
  return reinterpret_cast<R (*)(Arguments...)>(reinterpret_cast<uintptr_t>(address))(arguments...);
}

TEST(Loader, tablesAndCalls) {
  const auto code = LoadedCode::load(test_kernels::tables());
  ASSERT_TRUE(code) << code.error().text;
  EXPECT_EQ(call<int>(code->find("call_function"), 0, 21), 42);
  EXPECT_EQ(call<int>(code->find("call_function"), 1, 21), 63);
  EXPECT_STREQ(call<const char*>(code->find("get_name"), 2), "two");
  EXPECT_EQ(call<int>(code->find("get_exported"), 2), 30);
  EXPECT_EQ(call<double>(code->find("get_double"), 0), 1.25);
  const int expected[] = {17, 7, 40, 'o', 36, 99, -1};
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(call<int>(code->find("select"), i), expected[i]) << i;
  }
}

TEST(Loader, callsToTheOutside) {
  const auto code = LoadedCode::load(test_kernels::tables());
  ASSERT_TRUE(code) << code.error().text;
  char to[8] = {};
  call<void>(code->find("call_outside"), to, "abcdefgh", size_t(8));
  EXPECT_EQ(std::memcmp(to, "aabcd\7\7\7", 8), 0);
  const void* copy = call<void*>(code->find("address_of_memcpy"));
  EXPECT_EQ(call<void*>(copy, static_cast<void*>(to), static_cast<const void*>("xyz"), size_t(3)),
            to);
  EXPECT_EQ(to[2], 'z');
}

TEST(Loader, unknownNamesAreNotFound) {
  const auto code = LoadedCode::load(test_kernels::tables());
  ASSERT_TRUE(code);
  EXPECT_EQ(code->find("nobody"), nullptr);
  EXPECT_EQ(code->find("exported"), nullptr) << "data is no function";
  EXPECT_EQ(code->find("memcpy"), nullptr);
}

/// Permissions of the mapping that holds an address, as in /proc/self/maps.
std::string permissions(const void* address) {
  std::FILE* maps = std::fopen("/proc/self/maps", "re");
  char line[512];
  std::string result = "none";
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    uintptr_t begin = 0, end = 0;
    char flags[5] = {};
    if (std::sscanf(line, "%zx-%zx %4s", &begin, &end, flags) == 3 &&
        reinterpret_cast<uintptr_t>(address) - begin < end - begin) {
      result = flags;
    }
  }
  std::fclose(maps);
  return result;
}

TEST(Loader, nothingIsWritableAndCodeAloneExecutable) {
  const auto code = LoadedCode::load(test_kernels::tables());
  ASSERT_TRUE(code);
  EXPECT_EQ(permissions(code->find("select")), "r-xp");
  EXPECT_EQ(permissions(call<const char*>(code->find("get_name"), 0)), "r--p");
}

TEST(Loader, unloadsWhatItLoaded) {
  const void* address = nullptr;
  {
    const auto code = LoadedCode::load(test_kernels::tables());
    ASSERT_TRUE(code);
    address = code->find("select");
  }
  EXPECT_NE(permissions(address), "r-xp");
}

struct Refused {
  const char* name;
  binary::bytes_view (*object)();
  const char* said;
};

class LoaderRefuses : public testing::TestWithParam<Refused> {};

TEST_P(LoaderRefuses, byName) {
  const auto code = LoadedCode::load(GetParam().object());
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().kind, LoadedCode::Error::Kind::refused);
  EXPECT_NE(code.error().text.find(GetParam().said), std::string::npos) << code.error().text;
}

INSTANTIATE_TEST_SUITE_P(
    Objects, LoaderRefuses,
    testing::Values(Refused{"writable", test_kernels::writable, "'.data' holds writable data"},
                    Refused{"common", test_kernels::common, "'.bss' holds writable data"},
                    Refused{"outside", test_kernels::outside, "'puts'"},
                    Refused{"threadLocal", test_kernels::thread_locals, "'.tbss'"},
                    Refused{"empty", [] { return binary::bytes_view(); }, "ends within"}),
    [](const auto& tested) { return tested.param.name; });

/// The object in memory that ends where it ends, so that sanitizers see every byte too many.
struct Exact {
  explicit Exact(binary::bytes_view bytes) : data(new uint8_t[bytes.size()]), size(bytes.size()) {
    std::copy(bytes.begin(), bytes.end(), data.get());
  }
  binary::bytes_view view() { return {data.get(), size}; }
  std::unique_ptr<uint8_t[]> data;
  size_t size;
};

TEST(Loader, survivesBeingCutAnywhere) {
  const auto whole = test_kernels::tables();
  for (size_t size = 0; size < whole.size(); ++size) {
    Exact cut(whole.first(size));
    EXPECT_FALSE(LoadedCode::load(cut.view())) << "the table of sections stands last: " << size;
  }
}

TEST(Loader, survivesAnyByteChanged) {
  for (const auto object : {test_kernels::tables(), test_kernels::kernels()}) {
    Exact changed(object);
    size_t refused = 0;
    for (size_t i = 0; i < changed.size; ++i) {
      const uint8_t before = changed.data[i];
      for (const uint8_t value :
           {uint8_t(before ^ 0x01), uint8_t(before ^ 0x80), uint8_t(0), uint8_t(0xFF)}) {
        changed.data[i] = value;
        refused += LoadedCode::load(changed.view()) ? 0 : 1; // loaded or refused: never run
      }
      changed.data[i] = before;
    }
    EXPECT_GT(refused, 0u);
    EXPECT_TRUE(LoadedCode::load(changed.view()));
  }
}

} // namespace
