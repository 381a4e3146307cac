// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels.h"

#include "cuda/kernel_abi.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string_view>

// In modules/host/test/kernels/kernels.cpp.
extern "C" {
#define FAKE_KERNELS(macro)                                                                        \
  macro(nothing) macro(count_visits) macro(add) macro(arguments) macro(local_memory)               \
      macro(copy_schedule) macro(wait_for_go) macro(concurrency) macro(in_step) macro(copy_big)    \
          macro(deep_stack) macro(print_groups) macro(turns) macro(spins)
#define FAKE_DECLARE(name) void name(const void*, const host::schedule*);
FAKE_KERNELS(FAKE_DECLARE)
}

namespace fake {
namespace {

host::entry_function find(const std::string& name) {
  static constexpr std::pair<const char*, host::entry_function> all[] = {
#define FAKE_ROW(name) {#name, name},
      FAKE_KERNELS(FAKE_ROW)};
  const auto* found = std::ranges::find_if(all, [&](const auto& row) { return name == row.first; });
  return found != std::end(all) ? found->second : nullptr;
}

/// Memory of a launch, aligned as kernels expect.
struct Block {
  explicit Block(size_t size) : memory(size / sizeof(Unit) + 1) {}
  struct alignas(host::abi_alignment) Unit {
    std::byte bytes[host::abi_alignment];
  };
  std::vector<Unit> memory;
};

/// GPUs count global ids from there; the host's kernels do not.
void check_first_id(const cuda::launch& launch) {
  for (size_t i = 0; i < 3; ++i) {
    if (launch.first_id[i] !=
        launch.global_offset[i] + launch.first_group[i] * launch.enqueued_local_size[i]) {
      std::abort();
    }
  }
}

/// Runs the groups of a grid, one after another.
void run(host::entry_function entry, const Block& packed, const cuda::launch& launch,
         std::array<unsigned, 3> grid, std::array<unsigned, 3> block, unsigned shared) {
  check_first_id(launch);
  constexpr size_t scratch_bytes = size_t(1) << 20;
  Block local(std::max<size_t>(shared, scratch_bytes)), scratch(scratch_bytes);
  const uint32_t abort = 0;
  host::schedule schedule = {};
  schedule.size = sizeof schedule;
  schedule.version = host::kernel_abi_version;
  std::ranges::copy(launch.global_size, schedule.global_size);
  std::ranges::copy(launch.global_offset, schedule.global_offset);
  std::ranges::copy(launch.num_groups, schedule.num_groups);
  std::ranges::copy(launch.enqueued_local_size, schedule.enqueued_local_size);
  std::ranges::copy(block, schedule.local_size);
  schedule.work_dim = launch.work_dim;
  schedule.printf_chunk = reinterpret_cast<void*>(launch.printf_chunk);
  schedule.program_variables = reinterpret_cast<void*>(launch.program_variables);
  schedule.local_scratch = local.memory.data();
  schedule.private_scratch = scratch.memory.data();
  schedule.local_bytes = shared;
  schedule.abort_flag = &abort;
  schedule.stack = scratch.memory.data(); // which kernels do not look at
  for (uint64_t z = 0; z < grid[2]; ++z) {
    for (uint64_t y = 0; y < grid[1]; ++y) {
      for (uint64_t x = 0; x < grid[0]; ++x) {
        const uint64_t id[3] = {launch.first_group[0] + x, launch.first_group[1] + y,
                                launch.first_group[2] + z};
        schedule.group_begin =
            (id[2] * launch.num_groups[1] + id[1]) * launch.num_groups[0] + id[0];
        schedule.group_end = schedule.group_begin + 1;
        entry(packed.memory.data(), &schedule);
      }
    }
  }
}

/// The kernels that PTX has. They fault, as nothing here runs PTX.
std::vector<std::unique_ptr<CUfunc_st>> read_ptx(std::string_view text) {
  constexpr std::string_view word = ".entry ";
  std::vector<std::unique_ptr<CUfunc_st>> functions;
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at)) {
    at += word.size();
    functions.push_back(std::make_unique<CUfunc_st>());
    functions.back()->name = text.substr(at, text.find_first_of("( \n", at) - at);
  }
  return functions;
}

} // namespace

std::vector<std::unique_ptr<CUfunc_st>> read_module(const char* text) {
  std::vector<std::unique_ptr<CUfunc_st>> functions;
  if (std::string_view(text).find("\n.version ") != std::string_view::npos) {
    return read_ptx(text);
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("//")) {
      continue;
    }
    std::istringstream words(line);
    std::string first;
    auto made = std::make_unique<CUfunc_st>();
    if (!(words >> first >> made->name) || first != "kernel") {
      return {};
    }
    for (CUfunc_st::Parameter parameter = {}; words >> parameter.size >> parameter.alignment;) {
      made->parameters.push_back(parameter);
    }
    made->entry = find(made->name);
    functions.push_back(std::move(made));
  }
  return functions;
}

CUresult prepare_launch(const CUfunc_st& function, std::array<unsigned, 3> grid,
                        std::array<unsigned, 3> block, unsigned shared, void** parameters,
                        Run& out) {
  if (shared > function.most_shared || block[0] * block[1] * block[2] > 1024 ||
      std::ranges::min(grid) == 0 || grid[1] > 65535 || grid[2] > 65535) {
    return cuda::cuda_error_invalid_value;
  }
  if (function.name == "fails") {
    return cuda::cuda_error_launch_out_of_resources;
  }
  Block packed(4096);
  size_t offset = 0;
  for (const auto& [size, alignment] : function.parameters) {
    offset = host::align_up(offset, alignment);
    std::memcpy(reinterpret_cast<std::byte*>(packed.memory.data()) + offset, *parameters++, size);
    offset += size;
  }
  cuda::launch launch = {};
  std::memcpy(&launch, *parameters, sizeof launch);
  out = [entry = function.entry, packed = std::move(packed), launch, grid, block,
         shared](CUctx_st& context) {
    if (entry == nullptr) {
      context.failure = cuda::cuda_error_illegal_address;
    } else {
      run(entry, packed, launch, grid, block, shared);
    }
  };
  return cuda::cuda_success;
}

} // namespace fake
