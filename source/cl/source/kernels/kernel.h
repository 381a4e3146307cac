// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_KERNEL_H
#define CL_KERNELS_KERNEL_H

#include "kernels/arguments.h"
#include "kernels/exec_info.h"
#include "kernels/variants.h"
#include "programs/program.h"

#include <vector>

namespace cl {

/// A kernel with its arguments. As the specification says (appendix A.2), one kernel object is set
/// and enqueued by one thread at a time; different kernel objects are independent.
class Kernel {
public:
  using handle_type = cl_kernel;
  static constexpr uint32_t magic = 0x6b65726e;
  static constexpr cl_int invalid = CL_INVALID_KERNEL;
  [[nodiscard]] const Program& made_from() const { return *program; }

  /// The kernel as one executable of its program has it.
  using Code = KernelCode;

  /// `codes`: one for each executable of the program, at least one, all of the same definition.
  /// Throws std::bad_alloc.
  Kernel(retained<Program> in_program, std::vector<Code> in_codes);
  ~Kernel();

  /// The code that a device runs; null if the program has none for it.
  [[nodiscard]] const Code* code(const Device& device) const;

  /// The code that a launch runs: a variant for launches of its kind if there is one, else `code`.
  /// Sets in `range` the kernel for smaller groups. CL_OUT_OF_RESOURCES if these need code that
  /// cannot be made. Throws std::bad_alloc.
  [[nodiscard]] expected<const Code*> code_for(const Code& code, mux_ndrange_t& range) const;
  /// Code for groups of any size: `code` itself, or its RemainderCode, or CL_OUT_OF_RESOURCES.
  [[nodiscard]] expected<const Code*> remainder_code(const Code& code) const;
  /// The memo of launches of `code`, which is one of `codes`.
  [[nodiscard]] LaunchMemo& memo(const Code& code) const {
    return memos[static_cast<size_t>(&code - codes.data())];
  }

  const retained<Program> program;
  const std::vector<Code> codes;
  const binary::Kernel& info; ///< of the first; the definition is the same in all
  Arguments arguments;        ///< as they are set
  ExecInfo exec_info;         ///< likewise

private:
  struct CodeOfDevice {
    const Device* device;
    const Code* code; ///< or null
  };
  std::vector<CodeOfDevice> by_device;
  mutable std::vector<LaunchMemo> memos; ///< by code
};

/// A kernel on a device that its program has been built for.
struct OnDevice {
  const Kernel& kernel;
  const Device& device;
  const Kernel::Code& code;
};

/// Resolves the parameters of queries about a kernel on a device; a null device stands for the only
/// one of the kernel's program. Else CL_INVALID_KERNEL or CL_INVALID_DEVICE.
[[nodiscard]] expected<OnDevice> on_device(cl_kernel kernel, cl_device_id device);

} // namespace cl

#endif
