// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_BUFFER_H
#define CL_BUFFER_H

#include "context.h"

#include <mutex>
#include <vector>

namespace cl {

class Queue;

/// A buffer or sub-buffer. Its memory is mapped for the host as long as it lives, so that mapping
/// is free and host and device see the same bytes.
class Buffer {
public:
  using handle_type = cl_mem;
  static constexpr uint32_t magic = 0x62756666;
  static constexpr cl_int invalid = CL_INVALID_MEM_OBJECT;
  using Destructor = void(CL_CALLBACK*)(cl_mem, void*);

  Buffer(retained<Context> in_context, cl_mem_flags in_flags, size_t in_size, void* in_host_ptr);
  /// A sub-buffer.
  Buffer(retained<Buffer> in_parent, cl_mem_flags in_flags, size_t in_origin, size_t in_size);
  /// Calls the destructor callbacks, then frees the memory.
  ~Buffer();

  /// Gets memory and, for CL_MEM_COPY_HOST_PTR, contents. Once, before anything else is done.
  [[nodiscard]] cl_int allocate();

  /// The buffer that owns the memory: this one, or its parent.
  [[nodiscard]] const Buffer& root() const { return parent ? *parent : *this; }
  [[nodiscard]] bool contains(size_t offset, size_t bytes) const {
    return offset <= size && bytes <= size - offset;
  }

  void on_destruction(Destructor function, void* data);

  /// Notes a mapping; CL_INVALID_OPERATION if one of the overlapping regions is for writing.
  [[nodiscard]] cl_int map(cl_map_flags map_flags, size_t offset, size_t bytes);
  /// Ends one mapping that begins at `pointer`; CL_INVALID_VALUE if there is none.
  [[nodiscard]] cl_int unmap(const void* pointer);
  [[nodiscard]] bool is_mapped(const void* pointer) const;
  [[nodiscard]] cl_uint map_count() const;

  const retained<Context> context;
  const retained<Buffer> parent;
  const cl_mem_flags flags; ///< with what a sub-buffer inherits
  const size_t size;        ///< bytes
  const size_t origin = 0;  ///< in the parent
  void* const host_ptr;     ///< as the application gave it, moved by `origin`
  mux_buffer_t mux = nullptr;
  std::byte* data = nullptr; ///< where the host sees the first byte

private:
  struct Mapping {
    size_t offset, bytes;
    bool writes;
  };
  struct Callback {
    Destructor function;
    void* data;
  };
  [[nodiscard]] mux_result_t allocate_memory();

  mux_memory_t memory = nullptr; ///< null in sub-buffers
  mutable std::mutex lock;       ///< protects what follows; a leaf
  std::vector<Mapping> mappings;
  std::vector<Callback> callbacks;
};

/// The buffer behind a handle that a command on `queue` uses: CL_INVALID_MEM_OBJECT,
/// CL_INVALID_CONTEXT.
expected<Buffer*> check_buffer(const Queue& queue, cl_mem handle);

/// CL_INVALID_VALUE if the flags of a new memory object contradict one another.
cl_int check_memory_flags(cl_mem_flags flags);

} // namespace cl

#endif
