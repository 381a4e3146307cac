// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests to the compiler library and its responses: plain values that turn into bytes and back,
// so that a compile job can cross a C interface, a thread or a process. No LLVM here.
#ifndef COMPILER_INTERFACE_REQUEST_H
#define COMPILER_INTERFACE_REQUEST_H

#include "binary/container.h"
#include "cargo/expected.h"

#include <array>
#include <string>
#include <vector>

namespace compiler {

enum class Operation : uint32_t {
  build = 1,      ///< clBuildProgram: source, SPIR-V, or one container with IR to an executable
  compile = 2,    ///< clCompileProgram: SPIR-V, or source and embedded headers, to an object
  link = 3,       ///< clLinkProgram: objects and libraries to an executable or a library
  locate = 4,     ///< where in the source an instruction of an executable comes from
  specialize = 5, ///< one kernel of an executable, for certain launches
};

/// A text with the name under which `#include` finds it.
struct Header {
  std::string name;
  std::string text;
  bool operator==(const Header&) const = default;
};

/// A value for a specialization constant of SPIR-V.
struct SpecializationValue {
  uint32_t id = 0;     ///< as the decoration SpecId says
  binary::bytes value; ///< of a scalar, in the machine's order; one byte for a boolean
  bool operator==(const SpecializationValue&) const = default;
};

/// The value of an argument at launch, as kernels see it (libimg/descriptor.h for images and
/// samplers).
struct ArgumentFact {
  enum class Kind : uint32_t { image = 1, sampler = 2, integer = 3 };
  Kind kind = Kind::image;
  uint32_t argument = 0; ///< its index
  /// Order and type of an image; a sampler's word; the lower and the upper half of an integer.
  std::array<uint32_t, 2> values = {};
  /// Of an integer: which bytes of the argument it is.
  uint32_t offset = 0, size = 0;
  bool operator==(const ArgumentFact&) const = default;
};

/// Facts that hold for all launches of a specialised kernel. A local size of zeros: no facts are
/// known, not even the required local size; the kernel is for groups that are smaller than that.
struct LaunchFacts {
  std::string kernel;
  std::array<uint64_t, 3> local_size = {}; ///< work-items, 1 beyond work_dim; or zeros
  uint32_t work_dim = 0;
  bool zero_offset = false; ///< of the global ids, in all dimensions; false says nothing
  std::vector<ArgumentFact> arguments = {};
  bool operator==(const LaunchFacts&) const = default;
};

struct Request {
  Operation operation = Operation::build;
  std::string device;          ///< name of a compiler target, e.g. "host"
  std::string options;         ///< as the application wrote them
  std::string source;          ///< OpenCL C, for build and compile
  std::string source_name;     ///< for messages; "" gives "<program source>"
  std::vector<Header> headers; ///< embedded headers, for compile
  /// Containers: for link, or one for build (without source), locate or specialize.
  std::vector<binary::bytes> inputs;
  binary::bytes il = {};                                 ///< SPIR-V instead of source, unless empty
  std::vector<SpecializationValue> specializations = {}; ///< for `il`
  LaunchFacts launch = {};                               ///< for specialize
  /// For build or link of one container: these kernels of it only, all if it is empty.
  std::vector<std::string> kernels = {};
  uint64_t code_offset = 0; ///< for locate: of the instruction within the code
  /// For build and link: variants will be made of kernels that are launched often, so that the code
  /// of those that take long to compile may be of a quick form, which takes less.
  bool variants_follow = false;
  bool operator==(const Request&) const = default;
};

enum class Status : uint32_t {
  success = 0,
  invalid_options = 1, ///< CL_INVALID_{BUILD,COMPILER,LINKER}_OPTIONS, by operation
  failure = 2,         ///< CL_{BUILD,COMPILE,LINK}_PROGRAM_FAILURE; the log says why
  invalid_binary = 3,  ///< an input is not a container that the compiler can use
  out_of_memory = 4,
  internal_error = 5, ///< our bug, or LLVM's; the log holds its message
};

/// A file or folder that a compilation looked for, and what it found there.
struct FileUse {
  enum class Kind : uint32_t { missing = 0, file = 1, folder = 2 };
  std::string path; ///< absolute
  Kind kind = Kind::missing;
  std::array<uint64_t, 2> hash = {}; ///< of a file's contents: `content_hash`; else zeros
  bool operator==(const FileUse&) const = default;
};

/// A step of a compilation, in nanoseconds of CLOCK_MONOTONIC.
struct Phase {
  std::string name;
  uint64_t begin = 0;
  uint64_t end = 0;
  bool operator==(const Phase&) const = default;
};

struct Response {
  Status status = Status::internal_error;
  std::string log;      ///< the build log, in Clang's style; may be non-empty on success. Of
                        ///< locate "<file>:<line>", or nothing if there is no debug information
  binary::bytes binary; ///< a container, on success
  /// Files that the answer depends on, beside the request. The same request in the same folder has
  /// the same answer as long as these files are the same, unless it is not `repeatable`.
  std::vector<FileUse> files;
  std::string working_directory; ///< "" if it played no part
  std::vector<Phase> phases;     ///< in the order in which they began
  bool repeatable = true;        ///< false if the source asked for the date or the time
  bool operator==(const Response&) const = default;
};

/// An answer that holds nothing but the reason for that.
[[nodiscard]] inline Response refusal(Status status, std::string log) {
  Response response;
  response.status = status;
  response.log = std::move(log);
  return response;
}

/// A compiler target's description of itself.
struct TargetInfo {
  struct Option {
    std::string name; ///< with its dash
    bool takes_value = false;
    std::string help;
    bool operator==(const Option&) const = default;
  };
  std::string name;            ///< "host"
  std::string device_name;     ///< for people
  std::vector<Option> options; ///< build options of its own
  bool operator==(const TargetInfo&) const = default;
};

/// The hash of a file's contents as `FileUse` has it.
[[nodiscard]] std::array<uint64_t, 2> content_hash(binary::bytes_view contents);

[[nodiscard]] binary::bytes write(const Request& request);
[[nodiscard]] binary::bytes write(const Response& response);
[[nodiscard]] binary::bytes write(const std::vector<TargetInfo>& targets);

/// Each gives an error sentence if the bytes are not what the other side writes.
[[nodiscard]] cargo::expected<Request, std::string> read_request(binary::bytes_view data);
[[nodiscard]] cargo::expected<Response, std::string> read_response(binary::bytes_view data);
[[nodiscard]] cargo::expected<std::vector<TargetInfo>, std::string>
read_targets(binary::bytes_view data);

} // namespace compiler

#endif
