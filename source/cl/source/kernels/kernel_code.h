// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_KERNEL_CODE_H
#define CL_KERNELS_KERNEL_CODE_H

#include "programs/executable.h"

#include "compiler_interface/request.h"

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace cl {

/// Loaded code of one kernel.
struct KernelCode {
  /// Takes over `loaded`.
  KernelCode(ExecutablePointer in_executable, const binary::Kernel& in_info, mux_kernel_t loaded);
  KernelCode(KernelCode&& other) noexcept
      : executable(std::move(other.executable)), info(other.info),
        mux(std::exchange(other.mux, nullptr)), groups_are_free(other.groups_are_free) {}
  ~KernelCode();

  ExecutablePointer executable;
  const binary::Kernel* info; ///< in `executable`
  mux_kernel_t mux;
  /// Whether launches may have another local size than the application's (LANEWISE_GROUPS).
  const bool groups_are_free;
};

/// Where a kernel's code comes from.
struct Origin {
  std::shared_ptr<const binary::bytes> container;
  std::array<uint64_t, 2> container_hash = {}; ///< Build::container_hash
  std::string options;
};

/// Compiles and loads code of one kernel of a program on `device` for launches of which `facts` are
/// true; null if that is not possible. Throws std::bad_alloc.
[[nodiscard]] std::unique_ptr<const KernelCode>
compile_for(Device& device, compiler::LaunchFacts facts, const Origin& origin);

} // namespace cl

#endif
