// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_ARGUMENTS_H
#define CL_KERNELS_ARGUMENTS_H

#include "kernels/variants.h"
#include "memory/buffer.h"
#include "memory/sampler.h"
#include "queues/queue.h"

#include <span>
#include <vector>

namespace cl {

class Uses;

/// The arguments of a kernel, each set or not: those of a kernel object, or of a recorded launch,
/// which has a copy of its own.
class Arguments {
public:
  /// None is set. Both must outlive it. Throws std::bad_alloc.
  Arguments(const binary::Kernel& in_info, const Context& in_context);
  /// Throws std::bad_alloc.
  Arguments(const Arguments& other) : info(other.info), context(other.context) { take(other); }
  Arguments& operator=(const Arguments&) = delete;

  /// clSetKernelArg.
  [[nodiscard]] cl_int set(cl_uint index, size_t size, const void* value);

  /// Sets an argument that points to global or constant memory to an address in an allocation or of
  /// the system: CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE if it is or does not.
  [[nodiscard]] cl_int set_address(cl_uint index, const void* address);
  /// The same for any address, which need not be in an allocation: arrays whose indices begin with
  /// 1 are passed as the address before them.
  [[nodiscard]] cl_int set_any_address(cl_uint index, const void* address);
  /// The same for an address that nobody answers for: launches do not ask whether it is there.
  [[nodiscard]] cl_int set_unwatched_address(cl_uint index, const void* address);
  /// Whether there is such an argument, and it points to global memory.
  [[nodiscard]] bool is_global_pointer(cl_uint index) const;

  /// Sets all as they are set in `other`, of a kernel of the same name and program. Throws
  /// std::bad_alloc.
  void take(const Arguments& other);

  /// All as mux takes them, or CL_INVALID_KERNEL_ARGS: one has not been set, or its buffer has been
  /// released since, or the allocation that its address is in was freed. They are valid until one
  /// is set.
  [[nodiscard]] expected<std::span<const mux_descriptor_t>> all() const;
  /// The same of arguments which were all there when a launch with them was checked, whatever has
  /// been freed since.
  [[nodiscard]] std::span<const mux_descriptor_t> as_checked() const { return descriptors; }
  /// The same as a device takes them: in a context of several mux devices `own` gets them, with the
  /// device's copies of memory objects; else it stays empty. Also the errors of Buffer::mux_on.
  [[nodiscard]] expected<std::span<const mux_descriptor_t>>
  all_on(const Device& device, std::vector<mux_descriptor_t>& own) const;
  /// Adds the uses of a launch with these arguments. Throws std::bad_alloc.
  void add_uses(Uses& uses) const;
  /// Calls `use` with a reference to each memory object, each sampler and each queue among them
  /// that is there. Those objects stay: what `all` says afterwards holds as long as the references
  /// do.
  template <typename Use> void each_object(Use&& use) const {
    for (const Value& value : values) {
      if (auto buffer = value.buffer.lock()) {
        use(std::move(buffer));
      }
      if (auto sampler = value.sampler.lock()) {
        use(std::move(sampler));
      }
      if (auto queue = value.queue.lock()) {
        use(std::move(queue));
      }
    }
  }
  /// Bytes of local memory that a work-group of one of the kernel's codes takes with them.
  [[nodiscard]] uint64_t local_bytes(const KernelCode& code) const;

private:
  /// An argument's value. A kernel does not retain its memory objects, samplers and allocations
  /// (clSetKernelArg), it only notices that one is gone.
  struct Value {
    bool is_set = false;
    weak<Buffer> buffer; ///< or an image
    weak<Sampler> sampler;
    weak<Queue> queue;          ///< on the device
    AllocationWatch allocation; ///< that its address is in
    size_t offset = 0;          ///< of a value, in `bytes`

    [[nodiscard]] bool is_there() const {
      return is_set && (!buffer || buffer.get()) && (!sampler || sampler.get()) &&
             (!queue || queue.get());
    }
  };
  [[nodiscard]] bool is_there(size_t index) const;
  [[nodiscard]] cl_int keep_address(cl_uint index, const void* address, AllocationWatch allocation);
  [[nodiscard]] cl_int set_value(size_t index, size_t size, const void* value);
  [[nodiscard]] cl_int set_buffer(size_t index, size_t size, const void* value);
  [[nodiscard]] cl_int set_queue(size_t index, size_t size, const void* value);
  [[nodiscard]] cl_int set_image(size_t index, size_t size, const void* value);
  [[nodiscard]] cl_int set_sampler(size_t index, size_t size, const void* value);
  [[nodiscard]] cl_int set_local(size_t index, size_t size, const void* value);

  const binary::Kernel* info;
  const Context* context;
  std::vector<Value> values;
  std::vector<mux_descriptor_t> descriptors;
  std::vector<std::byte> bytes; ///< of all arguments passed by value
};

} // namespace cl

#endif
