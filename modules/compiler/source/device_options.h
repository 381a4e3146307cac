// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DEVICE_OPTIONS_H
#define DEVICE_OPTIONS_H

#include "compiler_interface/options.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Writes the target's own options into the module, for passes and for readers of the IR: pairs of
/// name and value in the named metadata `lanewise.options`. A pair that is there already, from the
/// compilation of a part, is not repeated.
void record_device_options(llvm::Module& module, const Options& options);

} // namespace compiler

#endif
