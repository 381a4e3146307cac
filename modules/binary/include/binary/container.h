// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program container: the format of clGetProgramInfo(CL_PROGRAM_BINARIES), of clc's output, and
// of what the driver and the compiler library exchange.
//
//   header    magic "LWPB", format version, kind, number of sections, total size
//   table     for each section: id, offset, size, checksum
//   checksum  of header and table
//   sections  back to back, each padded with zero bytes to a multiple of 16
//
// Little endian. Every byte is covered by a checksum or required to be zero, so a container that
// was cut or changed anywhere is refused.
#ifndef BINARY_CONTAINER_H
#define BINARY_CONTAINER_H

#include "cargo/expected.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace binary {

using bytes = std::vector<uint8_t>;
using bytes_view = std::span<const uint8_t>;

/// Goes up with each change after which older containers cannot be read.
inline constexpr uint32_t format_version = 17;

/// Kinds as CL_PROGRAM_BINARY_TYPE tells them apart.
enum class Kind : uint32_t { object = 1, library = 2, executable = 3 };

enum class AddressSpace : uint32_t { private_memory = 0, global = 1, constant = 2, local = 3 };
enum class Access : uint32_t { none = 0, read_only = 1, write_only = 2, read_write = 3 };

/// How an argument is passed: `value` bytes, a `pointer` to a buffer (global or constant), the
/// size of a `local` block, an image, or a sampler.
enum class ArgumentKind : uint32_t { value = 0, pointer = 1, local = 2, image = 3, sampler = 4 };

enum TypeQualifier : uint32_t {
  qualifier_const = 1,
  qualifier_restrict = 2,
  qualifier_volatile = 4,
  qualifier_pipe = 8,   ///< it is a pipe, which is passed as a pointer to its memory
  qualifier_queue = 16, ///< it is a queue on the device, which is passed as a number
};

/// Bytes of an argument that are an integer: all of it, or a member of a structure.
struct ArgumentPart {
  uint32_t offset = 0;
  uint32_t size = 0; ///< 1 to 8
  bool operator==(const ArgumentPart&) const = default;
};

/// One kernel argument: its packing, and its description for clGetKernelArgInfo.
struct Argument {
  ArgumentKind kind = ArgumentKind::value;
  AddressSpace address_space = AddressSpace::private_memory;
  Access access = Access::none;
  uint32_t type_qualifiers = 0; ///< of TypeQualifier
  uint64_t size = 0;            ///< bytes of a value; 8 for anything else, 4 or 8 for a sampler
  uint64_t alignment = 0;       ///< bytes; of the packed argument; of the pointee for `local`
  std::string name;             ///< CL_KERNEL_ARG_NAME; kept whatever the options
  std::string type_name;        ///< CL_KERNEL_ARG_TYPE_NAME; likewise
  /// The integers that loops, branches or distances in memory depend on: a variant that knows them
  /// is likely to be faster.
  std::vector<ArgumentPart> governing = {};
  /// The size of the memory object or block of local memory, or 0 (MaxByteOffset of SPIR-V).
  uint64_t max_bytes = 0;
  bool operator==(const Argument&) const = default;
};

/// One kernel of an executable (objects and libraries have none: their kernels are in the IR).
struct Kernel {
  std::string name;       ///< as in the source
  std::string entry;      ///< symbol of the entry function
  std::string attributes; ///< CL_KERNEL_ATTRIBUTES
  std::vector<Argument> arguments;
  std::array<uint64_t, 3> required_local_size = {}; ///< reqd_work_group_size, or zeros
  std::array<uint64_t, 3> local_size_hint = {};     ///< work_group_size_hint, or zeros
  uint64_t local_bytes = 0;                         ///< static __local variables
  uint64_t private_bytes = 0;      ///< private memory of a work-item, as far as known
  uint64_t scratch_fixed = 0;      ///< bytes of scratch that each running thread needs
  uint64_t scratch_per_item = 0;   ///< and for each work-item of a group on top
  uint64_t scratch_per_row = 0;    ///< and for each row of a group, of work-items side by side in x
  uint64_t preferred_multiple = 1; ///< CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE
  std::vector<uint64_t> sub_group_sizes;
  uint64_t required_sub_group_size = 0;  ///< intel_reqd_sub_group_size, or 0
  uint64_t required_sub_group_count = 0; ///< sub-groups of a work-group, or 0 (of SPIR-V)
  uint32_t block = 0;      ///< 1 and the number of the block that it runs: only kernels enqueue it
  uint8_t prints = 0;      ///< 1 if it calls printf
  uint8_t enqueues = 0;    ///< 1 if it may enqueue kernels of blocks
  uint8_t non_uniform = 0; ///< 1 if the last groups of a launch may be smaller than the others
  uint8_t free_groups = 0; ///< 1 if it cannot tell in which groups its work-items are
  uint8_t rows_of_groups = 0;  ///< that share what they read, where several are good; or 0
  uint8_t long_work_items = 0; ///< 1 if a work-item may take long: it has loops
  uint8_t waiting_loops = 0;   ///< 1 if a work-item may wait for others, or for the host
  uint8_t quick_form = 0;      ///< 1 if variants are faster, as its code was to be compiled quickly
  bool operator==(const Kernel&) const = default;
};

/// One printf call: its format string and the sizes of the values that the kernel stores for each
/// argument.
struct PrintfCall {
  std::string format;
  std::vector<uint32_t> argument_sizes; ///< bytes each
  std::vector<std::string> strings;     ///< texts of %s arguments, in order of appearance
  bool operator==(const PrintfCall&) const = default;
};

/// An address in a variable's first value: 8 bytes at `offset` of the variable are where the block
/// of variables is, plus `target`.
struct VariableAddress {
  uint64_t offset = 0;
  uint64_t target = 0;
  bool operator==(const VariableAddress&) const = default;
};

/// A variable at program scope (OpenCL C 3.0): memory that belongs to (program, device).
struct Variable {
  std::string name;
  uint64_t offset = 0; ///< in the block of variables
  uint64_t size = 0;
  bytes initial; ///< first bytes; the rest is zero
  std::vector<VariableAddress> addresses = {};
  std::string host_name = {}; ///< by which the host asks for it, too; may be empty
  bool operator==(const Variable&) const = default;
};

/// A function that kernels call through pointers, and whose pointer the host may ask for.
struct Function {
  std::string name;
  uint64_t number = 0; ///< the value of pointers to it, on all devices
  bool operator==(const Function&) const = default;
};

/// Machine code, or what a device's driver takes in its place.
struct Payload {
  std::string format;   ///< "elf", later "ptx"
  std::string triple;   ///< "x86_64-unknown-linux-gnu"
  std::string cpu;      ///< the least CPU that runs it, e.g. "x86-64-v4"
  std::string features; ///< beyond what the CPU's name says, in LLVM's notation
  bytes code;
  bool operator==(const Payload&) const = default;
};

/// Everything in a container. A plain value.
struct Program {
  Kind kind = Kind::executable;
  std::string device;  ///< compiler target it was made for, as in compiler::Info::name
  std::string options; ///< CL_PROGRAM_BUILD_OPTIONS
  std::string log;     ///< CL_PROGRAM_BUILD_LOG
  std::vector<Kernel> kernels;
  std::vector<PrintfCall> printf_calls;
  std::vector<Variable> variables;
  std::vector<Function> functions;
  bytes ir; ///< LLVM bitcode; always for objects and libraries
  /// Those that are alike except for their code are parts: each kernel is in one of them.
  std::vector<Payload> payloads;
  bool operator==(const Program&) const = default;
};

/// The bytes of `program`; the same program gives the same bytes.
[[nodiscard]] bytes write(const Program& program);

/// Reads a container. The error says in one sentence what is wrong with it; the driver makes
/// CL_INVALID_BINARY of it. Never reads outside `data`, whatever it contains.
[[nodiscard]] cargo::expected<Program, std::string> read(bytes_view data);

/// True if `data` begins like a container, of whatever version and in whatever state.
[[nodiscard]] bool has_magic(bytes_view data);

} // namespace binary

#endif
