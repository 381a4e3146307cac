// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parallel_compilation.h"

#include <algorithm>
#include <utility>

namespace compiler {
namespace {

/// Takes the properties of each kernel that only code generation knows from the part that has the
/// kernel.
void add_part(binary::Program& program, binary::Program part) {
  for (binary::Kernel& kernel : part.kernels) {
    const auto same = std::ranges::find(program.kernels, kernel.name, &binary::Kernel::name);
    if (same != program.kernels.end()) {
      *same = std::move(kernel);
    }
  }
  std::ranges::move(part.payloads, std::back_inserter(program.payloads));
}

} // namespace

std::vector<binary::bytes> part_requests(const Request& whole, const binary::bytes& container,
                                         const std::vector<KernelGroup>& groups) {
  std::vector<binary::bytes> requests;
  Request request;
  request.operation = whole.operation;
  request.device = whole.device;
  request.options = whole.options;
  request.inputs = {container};
  request.variants_follow = whole.variants_follow;
  for (const KernelGroup& group : groups) {
    request.kernels = group;
    requests.push_back(write(request));
  }
  return requests;
}

Response join_parts(Response whole, const std::vector<binary::bytes_view>& answers) {
  auto program = binary::read(whole.binary);
  if (!program) {
    return refusal(Status::internal_error, "error: " + program.error() + "\n");
  }
  for (const binary::bytes_view bytes : answers) {
    if (bytes.empty()) {
      return refusal(Status::out_of_memory, "error: the compiler failed: out of memory\n");
    }
    auto answer = read_response(bytes);
    if (!answer) {
      return refusal(Status::internal_error, "error: " + answer.error() + "\n");
    }
    whole.log += answer->log;
    std::ranges::move(answer->phases, std::back_inserter(whole.phases));
    auto part = binary::read(answer->binary);
    if (answer->status != Status::success || !part) {
      whole.status = answer->status;
      whole.binary.clear();
      return whole;
    }
    add_part(*program, std::move(*part));
  }
  program->log = whole.log;
  whole.binary = binary::write(*program);
  return whole;
}

} // namespace compiler
