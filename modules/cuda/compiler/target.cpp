// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target.h"

#include "compiler/job_record.h"
#include "cuda/kernel_abi.h"
#include "kernel_metadata.h"
#include "passes.h"
#include "passes/built_ins/lower_printf.h"
#include "pipeline.h"
#include "ptx.h"

namespace cuda {
namespace {

/// Records the name of a kernel's function in PTX, and the resources that launches of it need.
void note_needs(const llvm::Module& module, binary::Kernel& kernel) {
  llvm::Function* function = module.getFunction(kernel.name);
  if (!function) {
    return;
  }
  kernel.entry = ptx_name(kernel.name);
  function->setName(kernel.entry);
  kernel.local_bytes = function->getFnAttributeAsParsedInteger("lanewise-local-bytes", 0);
  kernel.prints = function->hasFnAttribute("lanewise-prints") ? 1 : 0;
  kernel.preferred_multiple = warp_size;
  kernel.sub_group_sizes.clear();
  if (const uint64_t size = function->getFnAttributeAsParsedInteger(compiler::sub_group_size, 0)) {
    kernel.sub_group_sizes = {size};
  }
}

} // namespace

bool CudaTarget::create_binary(llvm::Module& module, const compiler::Options& options,
                               const builtins::Library& library, binary::Program& program) {
  const auto gpu = wanted_gpu(options);
  std::string error = gpu ? "" : gpu.error();
  const auto machine = gpu ? make_target_machine(*gpu, options.optimise, error) : nullptr;
  if (!machine) {
    module.getContext().emitError(error);
    return false;
  }
  compiler::PassRunner passes(module, own_passes());
  run_pipeline(passes, module, options, library, *machine);
  if (module.getContext().getDiagHandlerPtr()->HasErrors) {
    return false;
  }
  for (binary::Kernel& kernel : program.kernels) {
    note_needs(module, kernel);
  }
  program.printf_calls = compiler::printf_calls(module);
  binary::Payload payload{"ptx", module.getTargetTriple().str(), gpu->str(), "", {}};
  bool emitted = false;
  passes.run("emit-ptx",
             [&](llvm::Module&) { emitted = emit_ptx(module, *machine, payload.code); });
  if (!emitted) {
    module.getContext().emitError("code generation for NVIDIA's GPUs gives no PTX");
    return false;
  }
  if (compiler::dumps_wanted()) {
    const auto* text = reinterpret_cast<const char*>(payload.code.data());
    compiler::dump({text, payload.code.size()}, "assembly", "ptx");
  }
  program.payloads.push_back(std::move(payload));
  return true;
}

} // namespace cuda
