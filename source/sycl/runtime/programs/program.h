// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of device images, and values of specialization constants.
#ifndef SYCL_RUNTIME_PROGRAMS_PROGRAM_H
#define SYCL_RUNTIME_PROGRAMS_PROGRAM_H

#include "opencl.h"
#include "programs/images.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <sycl/bundle/specialization_id.hpp>
#include <unordered_map>

namespace sycl {
inline namespace lw1 {
namespace detail {

class context_impl;
class device_impl;

/// A kernel of a program that was built for a context. Never freed, so that a launch may look at
/// one of a context that is gone: it finds another context's number.
struct built_kernel {
  size_t context_number = 0;
  sycl_image::Kernel facts;
  /// A root device, or the root of one, that can run it.
  std::atomic<const device_impl*> checked_for{nullptr};
  bool has_local_block() const { return facts.flags & sycl_image::kernel_local_block; }
  std::mutex mutex; ///< protects the arguments of `kernel` between setting them and the launch
  cl_kernel kernel = nullptr;
};

/// The bytes of one image's constants by their first number, in this order. Programs of an image
/// differ in them.
using image_values = std::vector<std::pair<uint32_t, std::string>>;

/// The values of specialization constants that were set for a bundle or a command group.
class constant_values {
public:
  void set(const constant_key& key, const void* value);
  /// Null: it has none.
  const std::string* find(const void* id) const;
  bool empty() const { return rows.empty(); }
  /// The values of this image.
  image_values of(const sycl_image::Image& image) const;
  /// All of `others` as well.
  void add(const constant_values& others);

private:
  struct row {
    const void* id;
    std::string name;
    std::string unit;
    std::string bytes;
  };
  std::vector<row> rows;
};

/// Whether `constant` of an image is the one that the host calls `key`.
bool is_constant(const sycl_image::Constant& constant, const std::string& name,
                 const std::string& unit);

/// A program that can be executed, in one context, with its kernels. Kernels are made when they
/// are asked for.
class built_program : public counted {
public:
  built_program(context_impl& in, std::shared_ptr<const loaded_image> from, owned_program take);
  ~built_program() override;
  /// Null: the image has no such kernel. Thread-safe.
  built_kernel* kernel(const std::string& name);

  const std::shared_ptr<const loaded_image> image;
  const owned_program cl;

private:
  const size_t context_number;
  const bool system_memory;
  std::mutex mutex; ///< protects kernels
  std::unordered_map<std::string, built_kernel*> kernels;
};

/// The program of the image's SPIR-V. Throws errc::kernel_not_supported with a kernel's name if it
/// has none.
owned_program create_program(const context_impl& in, const sycl_image::Image& image,
                             const image_values& values);
// Throw errc::build with the log.
void build_program(const context_impl& in, const sycl_image::Image& image,
                   const owned_program& program);
void compile_program(const context_impl& in, const sycl_image::Image& image,
                     const owned_program& program);
owned_program link_program(const context_impl& in, const owned_program& object);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
