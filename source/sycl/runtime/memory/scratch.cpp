// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/scratch.h"
#include "queues/commands.h"

#include <cstdlib>
#include <cstring>
#include <sycl/group/reduction_sums.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

constexpr size_t alignment = 64;

} // namespace

scratch::scratch(ref<context_impl> in, size_t bytes)
    : context_of(std::move(in)), uses_usm(!context_of->devices.front()->system_memory) {
  if (uses_usm) {
    cl_int status = CL_SUCCESS;
    memory = context_of->platform_of().usm.host(context_of->cl.get(), nullptr, bytes,
                                                cl_uint(alignment), &status);
    check(status, "clHostMemAllocINTEL");
    return;
  }
  memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!memory) {
    throw exception(make_error_code(errc::memory_allocation),
                    "no memory for " + std::to_string(bytes) + " bytes that a command needs");
  }
}

scratch::~scratch() {
  if (uses_usm) {
    (void)context_of->platform_of().usm.free(context_of->cl.get(), memory);
  } else {
    std::free(memory);
  }
}

void* scratch_memory(command_group& group, std::size_t bytes) {
  auto made = std::make_shared<scratch>(group.queue.context_of, bytes);
  std::memset(made->get(), 0, bytes);
  group.kept.push_back(made);
  group.fills_for_nodes.push_back({made->get(), {0}, bytes}); // a node runs more than once
  return made->get();
}

} // namespace detail
} // namespace lw1
} // namespace sycl
