// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "native.h"

#include "binary/container.h"
#include "temporary_file.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/StringSaver.h>
#include <optional>

namespace sycl_linker {

cargo::expected<std::vector<uint8_t>, std::string> native_code(std::span<const uint8_t> spirv,
                                                               const NativeTarget& target,
                                                               const std::string& clc,
                                                               std::string& log) {
  if (!llvm::sys::fs::can_execute(clc)) {
    return cargo::unexpected("expected the offline compiler at " + clc + ", for code of " +
                             target.cpu + "; the package lanewise-clc has it");
  }
  const TemporaryFile input("spv");
  const TemporaryFile output("bin");
  const TemporaryFile messages("log");
  if (input.path().empty() || output.path().empty() || messages.path().empty() ||
      !input.write({reinterpret_cast<const char*>(spirv.data()), spirv.size()})) {
    return cargo::unexpected(std::string("cannot write a file for the offline compiler"));
  }
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*> options;
  llvm::cl::TokenizeGNUCommandLine(target.options, saver, options);
  const std::string cpu = "-lanewise-cpu=" + target.cpu;
  llvm::SmallVector<llvm::StringRef> words = {clc, cpu};
  words.append(options.begin(), options.end());
  words.append({input.path(), "-o", output.path()});
  std::string error;
  const std::optional<llvm::StringRef> streams[] = {std::nullopt, std::nullopt, messages.path()};
  const int status = llvm::sys::ExecuteAndWait(clc, words, std::nullopt, streams, 0, 0, &error);
  if (const auto said = llvm::MemoryBuffer::getFile(messages.path())) {
    log = (*said)->getBuffer();
  }
  if (status != 0) {
    return cargo::unexpected("clc makes no code for " + target.cpu +
                             (error.empty() ? "" : ": " + error));
  }
  const auto file = llvm::MemoryBuffer::getFile(output.path());
  if (!file) {
    return cargo::unexpected("cannot read what clc has written: " + file.getError().message());
  }
  const llvm::StringRef bytes = (*file)->getBuffer();
  auto program = binary::read({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  if (!program) {
    return cargo::unexpected("cannot read what clc has written: " + program.error());
  }
  program->ir.clear();
  return binary::write(*program);
}

} // namespace sycl_linker
