// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_NEEDED_FEATURES_H
#define HOST_PASSES_NEEDED_FEATURES_H

#include <llvm/IR/Module.h>
#include <string>

namespace host {

/// Notes that a module's code needs a feature beside those of its CPU's level.
void need_feature(llvm::Module& module, llvm::StringRef feature);

/// Whether that was noted.
[[nodiscard]] bool needs_feature(const llvm::Module& module, llvm::StringRef feature);

/// All of them, as LLVM and binaries have them: "+avx512fp16,+avx512vnni".
[[nodiscard]] std::string needed_features(const llvm::Module& module);

} // namespace host

#endif
