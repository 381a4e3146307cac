// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/job_record.h"
#include "compiler/module.h"
#include "locate.h"

namespace compiler {
namespace {

/// Source, SPIR-V, or the request's containers, into the module.
Status load(Module& module, const Request& request) {
  if (!request.il.empty()) {
    return module.compile_spirv(request.il, request.specializations) ? Status::success
                                                                     : Status::failure;
  }
  if (request.operation != Operation::link && request.inputs.empty()) {
    return module.compile_opencl_c(request.source, request.source_name, request.headers)
               ? Status::success
               : Status::failure;
  }
  for (const binary::bytes& input : request.inputs) {
    if (const Status status = module.link(input); status != Status::success) {
      return status;
    }
  }
  return Status::success;
}

cargo::expected<binary::bytes, Status> produce(Module& module, const Request& request,
                                               std::vector<KernelGroup>* groups) {
  if (request.operation == Operation::compile) {
    return module.serialize(binary::Kind::object);
  }
  if (module.parsed_options().create_library) {
    return module.serialize(binary::Kind::library);
  }
  if (!module.finalize()) {
    return cargo::unexpected{Status::failure};
  }
  if (groups && request.operation != Operation::specialize && request.kernels.empty()) {
    *groups = module.kernel_groups();
    if (!groups->empty()) {
      return module.serialize(binary::Kind::executable);
    }
  }
  return module.create_binary();
}

cargo::expected<binary::bytes, Status> run(Context& context, const Request& request, bool optimise,
                                           Response& response, std::vector<KernelGroup>* groups) {
  const Info* info = compiler_for_device(request.device);
  if (!info) {
    context.error("there is no compiler for the device '" + request.device + "'");
    return cargo::unexpected{Status::internal_error};
  }
  if (request.operation == Operation::link && request.inputs.empty()) {
    context.error("there is nothing to link");
    return cargo::unexpected{Status::failure};
  }
  Module module(context, *info);
  if (!module.parse_options(request.options, request.operation)) {
    return cargo::unexpected{Status::invalid_options};
  }
  if (!optimise) {
    module.forbid_optimisation();
  }
  if (request.variants_follow) {
    module.expect_variants();
  }
  if (const Status status = load(module, request); status != Status::success) {
    return cargo::unexpected{status};
  }
  if (request.operation == Operation::specialize && !module.specialize(request.launch)) {
    return cargo::unexpected{Status::failure};
  }
  if (!request.kernels.empty()) {
    module.keep_kernels(request.kernels);
  }
  module.file_uses().report_to(response);
  return produce(module, request, groups);
}

} // namespace

Response run_request(const Request& request, bool optimise, std::vector<KernelGroup>* groups) {
  if (request.operation == Operation::locate) {
    return locate(request);
  }
  JobRecord job;
  Context context;
  Response response;
  auto binary = run(context, request, optimise, response, groups);
  response.status = binary ? Status::success : binary.error();
  if (binary) {
    response.binary = std::move(binary).value();
  }
  response.log = std::move(context.log);
  response.phases = std::move(job.phases);
  return response;
}

} // namespace compiler
