// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test_kernels.h"

#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

namespace test_kernels {
namespace {

constexpr uint8_t kernels_object[] = {
#include "kernels.inc"
};
constexpr uint8_t writable_object[] = {
#include "writable.inc"
};
constexpr uint8_t outside_object[] = {
#include "outside.inc"
};
constexpr uint8_t thread_local_object[] = {
#include "thread_local.inc"
};
constexpr uint8_t tables_object[] = {
#include "tables.inc"
};
constexpr uint8_t common_object[] = {
#include "common.inc"
};

using binary::Argument;
using binary::ArgumentKind;

Argument pointer() {
  Argument argument;
  argument.kind = ArgumentKind::pointer;
  argument.address_space = binary::AddressSpace::global;
  argument.size = argument.alignment = 8;
  return argument;
}

Argument value(uint64_t size, uint64_t alignment) {
  Argument argument;
  argument.size = size;
  argument.alignment = alignment;
  return argument;
}

Argument local(uint64_t alignment) {
  Argument argument;
  argument.kind = ArgumentKind::local;
  argument.address_space = binary::AddressSpace::local;
  argument.size = 8;
  argument.alignment = alignment;
  return argument;
}

binary::Kernel kernel(const char* name, std::vector<Argument> arguments) {
  binary::Kernel result;
  result.name = name;
  result.entry = name;
  result.arguments = std::move(arguments);
  return result;
}

} // namespace

binary::bytes_view kernels() { return kernels_object; }
binary::bytes_view writable() { return writable_object; }
binary::bytes_view outside() { return outside_object; }
binary::bytes_view thread_locals() { return thread_local_object; }
binary::bytes_view tables() { return tables_object; }
binary::bytes_view common() { return common_object; }

namespace {

binary::Program program_for_host() {
  binary::Program result;
  result.device = "host";
  result.kernels = {
      kernel("nothing", {}),
      kernel("count_visits", {pointer()}),
      kernel("add", {pointer(), pointer(), value(4, 4)}),
      kernel("arguments", {value(1, 1), value(8, 8), value(16, 16), pointer()}),
      kernel("local_memory", {pointer(), local(4), local(16)}),
      kernel("copy_schedule", {pointer()}),
      kernel("wait_for_go", {pointer(), pointer()}),
      kernel("concurrency", {pointer(), pointer(), pointer()}),
      kernel("in_step", {pointer(), pointer(), pointer(), value(4, 4)}),
      kernel("copy_big", {pointer(), pointer()}),
      kernel("deep_stack", {pointer()}),
      kernel("required_size", {pointer()}),
      kernel("print_groups", {}),
      kernel("faults", {value(4, 4)}),
      kernel("no_local_memory", {pointer(), local(4), local(16)}),
      kernel("any_size", {pointer()}),
      kernel("turns", {value(4, 4)}),
      kernel("meet", {pointer()}),
      kernel("spins", {pointer()}),
      kernel("fails", {}),
  };
  result.printf_calls = {{"%u\n", {4}, {}}};
  result.kernels[12].prints = 1;
  binary::Kernel& with_locals = result.kernels[4];
  with_locals.local_bytes = 200;
  with_locals.scratch_fixed = 64;
  with_locals.scratch_per_item = 48;
  binary::Kernel& fails = result.kernels.back(); // for want of scratch
  fails.entry = "nothing";
  fails.scratch_fixed = uint64_t(1) << 60;
  binary::Kernel& required = result.kernels[11];
  required.entry = "count_visits";
  required.required_local_size = {4, 2, 1};
  required.preferred_multiple = 8;
  binary::Kernel& without_locals = result.kernels[14]; // the same code except for its variables
  without_locals = with_locals;
  without_locals.name = "no_local_memory";
  without_locals.local_bytes = 0;
  binary::Kernel& any_size = result.kernels[15];
  any_size.entry = "count_visits";
  any_size.preferred_multiple = 16;
  any_size.non_uniform = 1;
  binary::Payload payload;
  payload.format = "elf";
#if defined(__aarch64__)
  payload.triple = "aarch64-unknown-linux-gnu";
  payload.cpu = "armv8-a";
#else
  payload.triple = "x86_64-unknown-linux-gnu";
  payload.cpu = "x86-64";
#endif
  payload.code.assign(std::begin(kernels_object), std::end(kernels_object));
  result.payloads.push_back(std::move(payload));
  return result;
}

} // namespace

binary::Program program_for_fake_cuda() {
  binary::Program result = program_for_host();
  result.kernels.back().entry = "fails"; // the driver refuses to launch it
  std::string text;
  for (const binary::Kernel& kernel : result.kernels) {
    text += "kernel " + kernel.entry;
    for (const Argument& argument : kernel.arguments) {
      const bool is_local = argument.kind == ArgumentKind::local;
      text += " " + std::to_string(argument.size) + " " +
              std::to_string(is_local ? sizeof(uint64_t) : argument.alignment);
    }
    text += "\n";
  }
  result.device = "cuda";
  result.payloads = {{"ptx", "nvptx64-nvidia-cuda", "sm_70", "", {text.begin(), text.end()}}};
  return result;
}

binary::Program program() {
  const char* wanted = std::getenv("TEST_KERNELS");
  return wanted != nullptr && std::string_view(wanted) == "cuda" ? program_for_fake_cuda()
                                                                 : program_for_host();
}

} // namespace test_kernels
