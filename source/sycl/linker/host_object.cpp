// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_object.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Frontend/Offloading/OffloadWrapper.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/OffloadBinary.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>
#include <memory>
#include <optional>

namespace sycl_linker {

namespace {

std::unique_ptr<llvm::TargetMachine> machine_for(const llvm::Triple& triple, std::string& error) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, error);
  return target ? std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
                      triple, "", "", llvm::TargetOptions(), llvm::Reloc::PIC_))
                : nullptr;
}

} // namespace

cargo::expected<bool, std::string> DeviceCode::add(const std::string& file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) {
    return cargo::unexpected("cannot read " + file + ": " + buffer.getError().message());
  }
  if (llvm::identify_magic((*buffer)->getBuffer()) == llvm::file_magic::bitcode) {
    names.push_back(file);
    return true;
  }
  llvm::SmallVector<llvm::object::OffloadFile> found;
  if (llvm::Error error = llvm::object::extractOffloadBinaries(**buffer, found)) {
    return cargo::unexpected("cannot read " + file + ": " + llvm::toString(std::move(error)));
  }
  for (const llvm::object::OffloadFile& one : found) {
    const llvm::object::OffloadBinary& code = *one.getBinary();
    if (code.getOffloadKind() != llvm::object::OFK_SYCL) {
      continue;
    }
    const TemporaryFile& bitcode = made.emplace_back("bc");
    if (bitcode.path().empty() || !bitcode.write(code.getImage())) {
      return cargo::unexpected("cannot write a file for the device code of " + file);
    }
    names.push_back(bitcode.path());
  }
  return true;
}

cargo::expected<std::string, std::string> host_object(const std::string& containers) {
  const llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  std::string error;
  const std::unique_ptr<llvm::TargetMachine> machine = machine_for(triple, error);
  if (!machine) {
    return cargo::unexpected("this LLVM makes no code for " + triple.str() + ": " + error);
  }
  llvm::LLVMContext context;
  llvm::Module module("sycl-images", context);
  module.setTargetTriple(triple);
  module.setDataLayout(machine->createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  if (llvm::Error failed = llvm::offloading::wrapSYCLBinaries(
          module, llvm::ArrayRef<char>(containers.data(), containers.size()))) {
    return cargo::unexpected("cannot wrap the images: " + llvm::toString(std::move(failed)));
  }
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    return cargo::unexpected("this LLVM writes no objects for " + triple.str());
  }
  passes.run(module);
  return object.str().str();
}

} // namespace sycl_linker
