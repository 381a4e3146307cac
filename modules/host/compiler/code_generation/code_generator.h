// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CODE_GENERATION_CODE_GENERATOR_H
#define CODE_GENERATION_CODE_GENERATOR_H

#include "binary/container.h"

#include <array>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <memory>
#include <string>

namespace host {

struct Cpu;

/// A target machine with its passes that make objects. It serves one build after the other, since
/// finding out about the CPU and setting up the passes would each take a tenth of a small build.
/// Objects do not depend on earlier builds. Not shared between threads.
class CodeGenerator {
public:
  explicit CodeGenerator(llvm::TargetMachine* made) : target(made), stream(buffer) {}

  [[nodiscard]] llvm::TargetMachine& machine() { return *target; }

  /// The module's object file; the module is used up. False if the target makes none. Errors go to
  /// the module's diagnostic handler; the generator is not for use again after one.
  [[nodiscard]] bool emit(llvm::Module& module, binary::bytes& object);

  /// The assembly of the code that `emit` would make. The module stays as it is. Empty if the
  /// target makes none.
  [[nodiscard]] llvm::SmallVector<char, 0> assembly(const llvm::Module& module);

  /// Whether another build may use it.
  [[nodiscard]] bool is_sound() const { return sound; }

private:
  std::unique_ptr<llvm::TargetMachine> target;
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream;
  /// For modules with short blocks only, and for others; null before the first object.
  std::array<std::unique_ptr<llvm::legacy::PassManager>, 2> passes;
  bool sound = true;
};

/// Keeps a generator for the next build.
struct ReturnGenerator {
  bool optimise;
  bool keep; ///< it is for this_cpu()'s level
  void operator()(CodeGenerator* generator) const;
};
using TakenGenerator = std::unique_ptr<CodeGenerator, ReturnGenerator>;

/// A generator that is idle, or a new one. Which CPU of the same level code is tuned for is an
/// attribute of each function. Null, with `error` set, if LLVM does not know the target. Thread
/// safe.
[[nodiscard]] TakenGenerator take_code_generator(const Cpu& cpu, bool optimise, std::string& error);

} // namespace host

#endif
