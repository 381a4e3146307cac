// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device image of a SYCL program: what clang-sycl-linker writes and liboclsycl.so reads.
// doc/specifications/sycl-image.md has the bytes.
//
//   header     magic "LWSI", format version, total size, checksum of everything behind it
//   kernels    name, flags, size of the function object and requirements, for each kernel
//   constants  name, first number and size, for each specialization constant
//   variables  name, for each device_global that kernels use
//   payloads   format, build options and bytes, for each form of the code; all have the same
//   kernels
#ifndef SYCL_IMAGE_IMAGE_H
#define SYCL_IMAGE_IMAGE_H

#include "cargo/expected.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sycl_image {

/// Raised when libraries made before cannot read new images.
inline constexpr uint32_t format_version = 6;
/// The oldest that is still read: version 6 only has another flag.
inline constexpr uint32_t oldest_version = 5;

enum KernelFlag : uint32_t {
  kernel_local_block = 1, ///< has one more parameter: the work-group's block of local memory
  /// hierarchical, and its work-items are those of the device; otherwise one does a group's work
  kernel_parallel_items = 2,
};

/// One kernel.
struct Kernel {
  std::string name;         ///< symbol: _ZTS and the mangled name of the kernel's type
  uint32_t flags = 0;       ///< of KernelFlag
  uint64_t object_size = 0; ///< bytes of the function object, its first argument
  /// The only size of work-groups that it can be launched with, in OpenCL's order; zeros: any.
  std::array<uint64_t, 3> work_group = {};
  uint32_t sub_group = 0;        ///< the size of sub-groups that it requires; 0: any
  std::vector<uint32_t> aspects; ///< values of sycl::aspect that a device has to have
  bool operator==(const Kernel&) const = default;
};

/// A specialization constant. In the code it is a row of SPIR-V's constants with the numbers from
/// `first` on: pieces of 4 bytes, then one of 2 and one of 1 for the rest.
struct Constant {
  std::string name;   ///< what host and device make of the specialization_id
  uint32_t first = 0; ///< number (SpecId) of the first piece
  uint64_t size = 0;  ///< in bytes
  bool operator==(const Constant&) const = default;
};

inline constexpr const char* spirv_format = "spirv";

/// The code in one form.
struct Payload {
  /// spirv_format, or the CPU (x86-64-v3) of a program binary, the container that the driver reads.
  /// Of several such the better ones come first.
  std::string format;
  std::string options; ///< for the device's compiler; of SPIR-V only
  std::vector<uint8_t> code;
  bool operator==(const Payload&) const = default;
};

/// Everything in an image. A plain value.
struct Image {
  std::vector<Kernel> kernels;
  std::vector<Constant> constants;
  /// Names of variables in the code, each for the address of a device_global's memory.
  std::vector<std::string> device_globals;
  std::vector<Payload> payloads;
  bool operator==(const Image&) const = default;
};

/// The size of the piece of a constant at `offset`: 4, 2 or 1.
[[nodiscard]] constexpr size_t piece_size(uint64_t size, uint64_t offset) {
  return size - offset >= 4 ? 4 : size - offset >= 2 ? 2 : 1;
}

/// The bytes of `image`; the same image gives the same bytes.
[[nodiscard]] std::vector<uint8_t> write(const Image& image);

/// Reads an image. The error says in one sentence what is wrong with it. Never reads outside
/// `data`, whatever it contains; every byte is covered by the checksum or compared.
[[nodiscard]] cargo::expected<Image, std::string> read(std::span<const uint8_t> data);

/// True if `data` begins like an image of ours, of whatever version and in whatever state. Images
/// of other SYCL implementations in the same process do not.
[[nodiscard]] bool has_magic(std::span<const uint8_t> data);

} // namespace sycl_image

#endif
