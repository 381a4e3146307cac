// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_HOST_TARGET_H
#define COMPILER_HOST_TARGET_H

#include "compiler/target.h"

namespace host {

class HostTarget : public compiler::Target {
public:
  [[nodiscard]] bool create_binary(llvm::Module& module, const compiler::Options& options,
                                   const builtins::Library& library,
                                   binary::Program& program) override;
};

} // namespace host

#endif
