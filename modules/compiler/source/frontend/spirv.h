// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_SPIRV_H
#define FRONTEND_SPIRV_H

#include "compiler/context.h"
#include "compiler/target.h"
#include "compiler_interface/options.h"

#include <llvm/IR/Module.h>
#include <memory>
#include <span>

namespace compiler {

/// SPIR-V to the IR that run_clang makes of source. With LANEWISE_VALIDATE_SPIRV=1 the validator of
/// SPIRV-Tools runs before. Null after an error, which is then in the context's log.
[[nodiscard]] std::unique_ptr<llvm::Module>
read_spirv(Context& context, binary::bytes_view il,
           std::span<const SpecializationValue> specializations, const Info& info,
           const Options& options);

} // namespace compiler

#endif
