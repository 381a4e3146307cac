// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_KERNEL_H
#define CL_KERNELS_KERNEL_H

#include "kernels/variants.h"
#include "memory/buffer.h"
#include "memory/sampler.h"
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

  /// The kernel as one executable of its program has it.
  using Code = KernelCode;

  /// `codes`: one for each executable of the program, at least one, all of the same definition.
  /// Throws std::bad_alloc.
  Kernel(retained<Program> in_program, std::vector<Code> in_codes);
  ~Kernel();

  /// The code that a device runs; null if the program has none for it.
  [[nodiscard]] const Code* code(const Device& device) const;

  /// What a launch runs: a variant for launches of its kind if there is one, else `code`.
  [[nodiscard]] const Code& code_for(const Code& code, const mux_ndrange_t& range) const;
  /// Of launches of `code`, one of `codes`.
  [[nodiscard]] LaunchMemo& memo(const Code& code) const {
    return memos[static_cast<size_t>(&code - codes.data())];
  }

  /// clSetKernelArg.
  [[nodiscard]] cl_int set_argument(cl_uint index, size_t size, const void* value);

  /// Sets an argument that points to global or constant memory to an address of any kind:
  /// CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE if it does not.
  [[nodiscard]] cl_int set_address(cl_uint index, const void* address);

  /// Sets all arguments as they are set in `other`, a kernel of the same name and program. Throws
  /// std::bad_alloc.
  void take_arguments(const Kernel& other);

  /// All arguments as mux takes them, or CL_INVALID_KERNEL_ARGS: one has not been set, or its
  /// buffer has been released since. They are valid until the next set_argument.
  [[nodiscard]] expected<std::span<const mux_descriptor_t>> arguments() const;
  /// Calls `use` for each memory object and each sampler among the arguments.
  template <typename Use> void each_object(Use&& use) const {
    for (const Argument& argument : values) {
      if (Buffer* buffer = argument.buffer.get()) {
        use(buffer);
      }
      if (Sampler* sampler = argument.sampler.get()) {
        use(sampler);
      }
    }
  }
  /// Bytes of local memory that a work-group of one of its codes takes, with the arguments as they
  /// are set.
  [[nodiscard]] uint64_t local_bytes(const Code& code) const;

  const retained<Program> program;
  const std::vector<Code> codes;
  const binary::Kernel& info; ///< of the first; the definition is the same in all

private:
  /// What was set. A kernel does not retain its memory objects and samplers (clSetKernelArg), it
  /// only notices that one is gone.
  struct Argument {
    bool is_set = false;
    weak<Buffer> buffer; ///< or an image
    weak<Sampler> sampler;
    size_t offset = 0; ///< of a value, in `bytes`

    [[nodiscard]] bool is_there() const {
      return is_set && (!buffer || buffer.get()) && (!sampler || sampler.get());
    }
  };
  [[nodiscard]] cl_int set_value(size_t index, size_t size, const void* value);
  [[nodiscard]] cl_int set_buffer(size_t index, size_t size, const void* value);
  [[nodiscard]] cl_int set_image(size_t index, size_t size, const void* value);
  [[nodiscard]] cl_int set_sampler(size_t index, size_t size, const void* value);
  [[nodiscard]] cl_int set_local(size_t index, size_t size, const void* value);

  struct CodeOfDevice {
    const Device* device;
    const Code* code; ///< or null
  };
  std::vector<CodeOfDevice> by_device;
  mutable std::vector<LaunchMemo> memos; ///< by code
  std::vector<Argument> values;
  std::vector<mux_descriptor_t> descriptors;
  std::vector<std::byte> bytes; ///< of all arguments passed by value
};

/// A kernel on one of its program's devices.
struct OnDevice {
  const Kernel& kernel;
  const Device& device;
  const Kernel::Code* code; ///< null if the program has none for the device
};

/// What queries about a kernel and a device are about; a null device stands for the only one of the
/// kernel's program. Else CL_INVALID_KERNEL or CL_INVALID_DEVICE.
[[nodiscard]] expected<OnDevice> on_device(cl_kernel kernel, cl_device_id device);

} // namespace cl

#endif
