// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one function that liblanewise-compiler.so exports (compiler/abi.h).
#include "build_id.h"
#include "compiler/abi.h"
#include "compiler/target.h"
#include "job.h"

namespace {

void send(const binary::bytes& data, lanewise_compiler_sink sink, void* user) {
  sink(user, data.data(), data.size());
}

void targets(lanewise_compiler_sink sink, void* user) {
  std::vector<compiler::TargetInfo> list;
  for (const compiler::Info* info : compiler::compilers()) {
    list.push_back(info->description());
  }
  send(compiler::write(list), sink, user);
}

void run(const uint8_t* data, size_t size, lanewise_compiler_sink sink, void* user) {
  const auto request = compiler::read_request({data, size});
  const compiler::Response response =
      request ? compiler::run_job(*request)
              : compiler::Response{
                    compiler::Status::internal_error, "error: " + request.error() + "\n", {}};
  send(compiler::write(response), sink, user);
}

constexpr lanewise_compiler_functions functions = {LANEWISE_COMPILER_ABI_VERSION,
                                                   compiler::build_id, targets, run};

} // namespace

extern "C" __attribute__((visibility("default"))) const lanewise_compiler_functions*
lanewise_compiler_entry(void) {
  return &functions;
}
