// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_MEMORY_BUFFER_H
#define CL_MEMORY_BUFFER_H

#include "copies/device_copies.h"
#include "memory/device_memory.h"
#include "memory/external_memory.h"
#include "memory/image.h"
#include "memory/memory_properties.h"
#include "memory/pipe.h"
#include "parent.h"
#include "platform/context.h"

#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace cl {

class Queue;

/// Bytes, rows and slices of a buffer, or texels of an image.
struct Box {
  size_t origin[3];
  size_t size[3];
};
/// Whether two boxes have anything in common.
bool overlap(const Box& a, const Box& b);

/// Part of a memory object that the application has mapped.
struct Mapping {
  size_t offset; ///< of the first byte
  Box box;
  bool writes;
};

/// A memory object: a buffer, a sub-buffer, a pipe (`pipe` is set), or an image (`image` is set).
/// It is two copies, the device's and the host's, which of an image may be laid out differently.
/// Where the device shares the host's memory they are one, so that mapping is free. Elsewhere the
/// device's is the newest except for what is mapped: a command reads that into the host's copy when
/// it is mapped, and another writes it back when it is unmapped. The host's copy is made by the
/// first map, or is the application's own (CL_MEM_USE_HOST_PTR).
class Buffer {
public:
  using handle_type = cl_mem;
  static constexpr uint32_t magic = 0x62756666;
  static constexpr cl_int invalid = CL_INVALID_MEM_OBJECT;
  [[nodiscard]] const Context& made_from() const { return *context; }
  using Destructor = void(CL_CALLBACK*)(cl_mem, void*);

  Buffer(retained<Context> in_context, cl_mem_flags in_flags, size_t in_size, void* in_host_ptr);
  /// A pipe, of so many bytes in all.
  Buffer(retained<Context> in_context, cl_mem_flags in_flags, size_t in_size, PipeSize in_pipe);
  /// An image with memory of its own.
  Buffer(retained<Context> in_context, cl_mem_flags in_flags, void* in_host_ptr,
         std::unique_ptr<Image> in_image);
  /// An image in the memory of a buffer.
  Buffer(const retained<Buffer>& in_parent, cl_mem_flags in_flags, std::unique_ptr<Image> in_image);
  /// A sub-buffer.
  Buffer(const retained<Buffer>& in_parent, cl_mem_flags in_flags, size_t in_origin,
         size_t in_size);
  /// Calls the destructor callbacks, then frees the memory.
  ~Buffer();

  /// Gets memory and, for CL_MEM_COPY_HOST_PTR, contents. Once, before anything else is done.
  [[nodiscard]] cl_int allocate();

  /// The mux buffer for commands of a device: in a context of several mux devices that device's
  /// copy, which may get its memory now. CL_MEM_OBJECT_ALLOCATION_FAILURE,
  /// CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_INVALID_IMAGE_SIZE; CL_INVALID_MEM_OBJECT if the device
  /// may not use it.
  [[nodiscard]] expected<mux_buffer_t> mux_on(const Device& device) const;
  [[nodiscard]] expected<const Image*> image_on(const Device& device) const;
  /// The error of these.
  [[nodiscard]] cl_int check_on(const Device& device) const;

  /// The buffer that owns the memory: this one, or its parent, or the parent's.
  [[nodiscard]] const Buffer& root() const { return owner; }
  /// Where this one begins in the root's memory.
  [[nodiscard]] size_t root_offset() const { return offset_in_owner; }
  [[nodiscard]] bool contains(size_t offset, size_t bytes) const {
    return offset <= size && bytes <= size - offset;
  }

  [[nodiscard]] bool is_pipe() const { return pipe.packet_size != 0; }
  /// Neither a pipe nor an image.
  [[nodiscard]] bool is_plain() const { return !image && !is_pipe(); }

  void on_destruction(Destructor function, void* data);

  /// Writes contents from the first byte on, before any command uses it.
  [[nodiscard]] cl_int set_contents(const void* from, size_t bytes) const;

  /// Where the host's copy begins, which stays there; null if there is no memory for it.
  [[nodiscard]] std::byte* host_copy();

  /// Notes a mapping of a box, of which the host sees the first byte at `offset`;
  /// CL_INVALID_OPERATION if it overlaps another and both are for writing.
  [[nodiscard]] cl_int map(cl_map_flags map_flags, size_t offset, const Box& box);
  /// Ends one mapping that begins at `pointer`; CL_INVALID_VALUE if there is none.
  [[nodiscard]] cl_int unmap(const void* pointer);
  /// The mapping that `unmap` would end.
  [[nodiscard]] std::optional<Mapping> find_mapping(const void* pointer);
  [[nodiscard]] cl_uint map_count() const;

  const retained<Context> context;
  const Parent<Buffer> parent;
  const std::unique_ptr<Image> image;       ///< null: it is a buffer
  const PipeSize pipe = {};                 ///< zeros: it is no pipe
  MemoryProperties properties;              ///< set at creation
  std::unique_ptr<ExternalMemory> external; ///< set at creation; null: its own memory
  const cl_mem_flags flags;                 ///< with what a sub-buffer inherits
  const size_t size;                        ///< bytes
  const size_t origin = 0;                  ///< in the parent
  void* const host_ptr;                     ///< as the application gave it, moved by `origin`
  mux_buffer_t mux = nullptr;               ///< null in images
  /// Where host and device both see the first byte; null if the device's memory is its own.
  std::byte* data = nullptr;
  std::unique_ptr<DeviceCopies> copies; ///< null unless the context has several mux devices
  /// The allocation by address that its memory is a part of (CL_MEM_USE_HOST_PTR), on a device with
  /// memory of its own.
  std::optional<Allocation> allocation;

private:
  struct Callback {
    Destructor function;
    void* data;
  };
  [[nodiscard]] cargo::expected<DeviceMemory, mux_result_t> allocate_memory() const;
  [[nodiscard]] expected<const DeviceCopy*> copy_on(const Device& device) const;
  [[nodiscard]] bool is_reached_by_host(const void* pointer) const;
  /// With the lock held.
  [[nodiscard]] std::vector<Mapping>::iterator mapping_at(const void* pointer);

  struct FreeHostCopy {
    void operator()(std::byte* copy) const { allocator.free(allocator.user_data, copy); }
  };

  Buffer& owner = parent ? parent->owner : *this; ///< see root
  const size_t offset_in_owner = parent ? parent->offset_in_owner + origin : 0;
  DeviceMemory memory;     ///< none in sub-buffers
  mutable std::mutex lock; ///< protects what follows; a sub-buffer's comes before its parent's
  std::unique_ptr<std::byte, FreeHostCopy> own_host_copy; ///< null before the first map
  std::byte* mapped_copy = nullptr; ///< where mappings count from; null before the first one
  std::vector<Mapping> mappings;
  std::vector<Callback> callbacks;
};

/// The memory object behind a handle that a command on `queue` uses: CL_INVALID_MEM_OBJECT,
/// CL_INVALID_CONTEXT.
expected<Buffer*> check_memory(const Queue& queue, cl_mem handle);
/// The same for a buffer, and for an image; the other is CL_INVALID_MEM_OBJECT too.
expected<Buffer*> check_buffer(const Queue& queue, cl_mem handle);
expected<Buffer*> check_image(const Queue& queue, cl_mem handle);
/// CL_INVALID_OPERATION if no command may write it (cl_ext_immutable_memory_objects).
[[nodiscard]] cl_int check_writable(const Buffer& buffer);

/// CL_INVALID_VALUE if the flags of a new memory object contradict one another.
cl_int check_memory_flags(cl_mem_flags flags);

/// CL_INVALID_VALUE if a new memory object that is not made from another is immutable, and neither
/// flags nor properties give its contents.
cl_int check_contents(cl_mem_flags flags, const MemoryProperties& properties);

/// CL_INVALID_VALUE if the flags of an object that is made from another contradict the other's.
cl_int check_inherited_flags(cl_mem_flags parent, cl_mem_flags flags);

/// CL_INVALID_HOST_PTR if a new memory object's pointer is one to memory of a device that the host
/// does not reach, in a context of several mux devices.
[[nodiscard]] cl_int check_reached(const Context& context, const void* host_ptr);

/// Maps the external memory that a new memory object is to be, or null if it has its own:
/// CL_INVALID_VALUE, CL_INVALID_HOST_PTR, CL_INVALID_PROPERTY.
expected<std::unique_ptr<ExternalMemory>> map_external(const MemoryProperties& properties,
                                                       cl_mem_flags flags, const void* host_ptr);

/// Gives a new memory object its memory, external if it is that, and its properties.
[[nodiscard]] cl_int allocate(Buffer& buffer, MemoryProperties properties,
                              std::unique_ptr<ExternalMemory> external);

/// CL_INVALID_HOST_PTR if the pointer and the flags do not go together.
cl_int check_host_pointer(cl_mem_flags flags, const void* host_ptr);

} // namespace cl

#endif
