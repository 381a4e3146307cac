// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_PROGRAMS_PROGRAM_H
#define CL_PROGRAMS_PROGRAM_H

#include "programs/executable.h"

#include "platform/context.h"

#include "compiler_interface/request.h"

#include <mutex>
#include <string>

namespace cl {

/// The state of a program on one device. A plain value; a copy costs little more than its strings.
struct Build {
  cl_build_status status = CL_BUILD_NONE;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string log;
  std::shared_ptr<const binary::bytes> container; ///< null if there is none
  std::array<uint64_t, 2> container_hash = {};    ///< compiler::content_hash of it
  ExecutablePointer executable;                   ///< null if there is none

  void set_container(binary::bytes bytes);
};

/// A program, from source, from binaries or from linking.
class Program {
public:
  using handle_type = cl_program;
  static constexpr uint32_t magic = 0x70726f67;
  static constexpr cl_int invalid = CL_INVALID_PROGRAM;
  [[nodiscard]] const Context& made_from() const { return *context; }

  enum class Origin { source, il, binaries, linking };

  /// From source. Throws std::bad_alloc, as the next.
  Program(retained<Context> in_context, std::vector<Device*> in_devices, std::string in_source);
  /// From SPIR-V. Throws std::bad_alloc.
  Program(retained<Context> in_context, std::vector<Device*> in_devices, binary::bytes in_il);
  /// From binaries or by linking: the builds are set later.
  Program(retained<Context> in_context, std::vector<Device*> in_devices, Origin in_origin);
  ~Program();

  [[nodiscard]] bool has(const Device& device) const;
  /// Whether it is one of the program's devices, or another one of the context for which one of
  /// their builds serves.
  [[nodiscard]] bool runs_on(const Device& device) const;
  /// The build for a device that the program runs on: its own, or, for a sub-device without one,
  /// the build for the device that it is part of; of a program from binaries otherwise one for
  /// another part of the same root device (OpenCL 3.1, section 5.8.8, note).
  [[nodiscard]] Build build(const Device& device) const;
  /// The executable for a device, found likewise; null if there is none.
  [[nodiscard]] ExecutablePointer executable(const Device& device) const;
  /// The first executable of any device, null if there is none.
  [[nodiscard]] ExecutablePointer any_executable() const;
  /// The executables of all devices, each once; the first is `any_executable`'s.
  [[nodiscard]] std::vector<ExecutablePointer> executables() const;
  void set(const Device& device, Build build);

  /// Marks builds as in progress. CL_INVALID_OPERATION if one already is, or if kernels are
  /// attached to the program.
  [[nodiscard]] cl_int begin_builds(std::span<Device* const> list);

  /// Ends builds that begin_builds marked and that could not be run after all.
  void abandon_builds() noexcept;

  /// Kernels count themselves.
  void attach_kernel() { ++kernels; }
  void detach_kernel() { --kernels; }

  const retained<Context> context;
  const std::vector<Device*> devices;
  const Origin origin;
  const std::string source;
  const binary::bytes il; ///< SPIR-V, empty unless the origin is `il`

  /// Gives a specialization constant a value for builds to come, and all that have one.
  void specialize(compiler::SpecializationValue value);
  [[nodiscard]] std::vector<compiler::SpecializationValue> specializations() const;

private:
  /// With the lock held; null if the program has nothing to do with the device.
  [[nodiscard]] const Build* find(const Device& device) const;

  mutable std::mutex lock;   ///< protects what follows; never held while compiling or loading
  std::vector<Build> builds; ///< by index in `devices`
  std::vector<compiler::SpecializationValue> values; ///< each constant once
  std::atomic<uint32_t> kernels = 0;
};

using ProgramNotify = void(CL_CALLBACK*)(cl_program, void*);

/// The devices that a call names: all of `all` for a null list. CL_INVALID_VALUE,
/// CL_INVALID_DEVICE.
expected<std::vector<Device*>> check_device_list(std::span<Device* const> all, cl_uint count,
                                                 const cl_device_id* list);

} // namespace cl

#endif
