// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the SPIR-V back end of LLVM makes instructions of, by their names. They exist on
// the device only; functions that are called on the host as well have another implementation there.
#ifndef SYCL_DETAIL_SPIRV_HPP
#define SYCL_DETAIL_SPIRV_HPP

#include <cstddef>
#include <cstdint>
#include <sycl/detail/config.hpp>

// Identifiers. The host never has an object whose members ask for them, but compiles and, without
// optimisation, links these members.
#ifdef __SYCL_DEVICE_ONLY__
#define LW_ONLY_ON_DEVICE(type, name, parameters) SYCL_EXTERNAL type name parameters;
#else
#define LW_ONLY_ON_DEVICE(type, name, parameters)                                                  \
  inline type name parameters { return 0; }
#endif
LW_ONLY_ON_DEVICE(std::size_t, __spirv_BuiltInGlobalInvocationId, (int))
LW_ONLY_ON_DEVICE(std::size_t, __spirv_BuiltInGlobalSize, (int))
LW_ONLY_ON_DEVICE(std::size_t, __spirv_BuiltInGlobalOffset, (int))
LW_ONLY_ON_DEVICE(std::size_t, __spirv_BuiltInLocalInvocationId, (int))
LW_ONLY_ON_DEVICE(std::size_t, __spirv_BuiltInWorkgroupSize, (int))
LW_ONLY_ON_DEVICE(std::size_t, __spirv_BuiltInWorkgroupId, (int))
LW_ONLY_ON_DEVICE(std::size_t, __spirv_BuiltInNumWorkgroups, (int))
LW_ONLY_ON_DEVICE(std::uint32_t, __spirv_BuiltInSubgroupSize, ())
LW_ONLY_ON_DEVICE(std::uint32_t, __spirv_BuiltInSubgroupMaxSize, ())
LW_ONLY_ON_DEVICE(std::uint32_t, __spirv_BuiltInNumSubgroups, ())
LW_ONLY_ON_DEVICE(std::uint32_t, __spirv_BuiltInSubgroupId, ())
LW_ONLY_ON_DEVICE(std::uint32_t, __spirv_BuiltInSubgroupLocalInvocationId, ())
#undef LW_ONLY_ON_DEVICE

// Barriers: scopes and semantics are numbers of the SPIR-V specification.
SYCL_EXTERNAL void __spirv_ControlBarrier(int execution, int memory, int semantics) noexcept;
SYCL_EXTERNAL void __spirv_MemoryBarrier(int memory, int semantics) noexcept;

// Local memory: stages of clang-sycl-linker replace these.
extern "C" SYCL_EXTERNAL LW_LOCAL char* __lanewise_sycl_local_block() noexcept;
extern "C" SYCL_EXTERNAL LW_LOCAL char*
__lanewise_sycl_local_memory(std::size_t size, std::size_t alignment) noexcept;
// Hierarchical kernels: between the first two stands what the work-items of a group do. A stage
// decides for each kernel whether they are those of the device, or a loop.
extern "C" SYCL_EXTERNAL void __lanewise_sycl_begin_items() noexcept;
extern "C" SYCL_EXTERNAL void __lanewise_sycl_end_items() noexcept;
extern "C" SYCL_EXTERNAL bool __lanewise_sycl_items_are_parallel() noexcept;
// Memory of a work-item that lives from one loop over work-items to the next.
extern "C" SYCL_EXTERNAL void* __lanewise_sycl_item_memory(void* memory) noexcept;
// It takes this one away, and has kernels that reach it require sub-groups of 16 or more.
extern "C" SYCL_EXTERNAL void __lanewise_sycl_matrices() noexcept;
// This one copies the value of a specialization constant.
extern "C" SYCL_EXTERNAL void __lanewise_sycl_specialization_constant(void* to, const void* id,
                                                                      const char* name,
                                                                      const char* unit,
                                                                      std::size_t bytes) noexcept;

#endif
