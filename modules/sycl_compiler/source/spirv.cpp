// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "repairs/handle_instructions.h"
#include "sycl_compiler/link.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

namespace sycl_compiler {

namespace {

/// Extensions that Lanewise reads and that the back end may use where the code asks for them.
constexpr const char* extensions =
    "--spirv-ext=+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max,"
    "+SPV_KHR_expect_assume,+SPV_KHR_linkonce_odr,+SPV_KHR_no_integer_wrap_decoration,"
    "+SPV_KHR_uniform_group_instructions,+SPV_KHR_subgroup_rotate,+SPV_KHR_bit_instructions,"
    "+SPV_KHR_integer_dot_product,+SPV_KHR_float_controls,+SPV_KHR_shader_clock,"
    "+SPV_EXT_relaxed_printf_string_address_space";

/// Loops stay as they are: with pointers and counters for the addressing modes of a machine they no
/// longer tell the device's compiler what they go over.
constexpr const char* no_strength_reduction = "--disable-lsr";

/// Once a process: the back end's options are variables of LLVM's.
const llvm::Target* find_target(std::string& error) {
  static const bool ready = [] {
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
    const char* arguments[] = {"clang-sycl-linker", extensions, no_strength_reduction};
    return llvm::cl::ParseCommandLineOptions(3, arguments, "", &llvm::errs());
  }();
  if (!ready) {
    error = "the SPIR-V back end does not know its options";
    return nullptr;
  }
  return llvm::TargetRegistry::lookupTarget(llvm::Triple("spirv64-unknown-unknown"), error);
}

} // namespace

cargo::expected<std::vector<uint8_t>, std::string> to_spirv(llvm::Module& module) {
  std::string error;
  const llvm::Target* target = find_target(error);
  if (!target) {
    return cargo::unexpected("no SPIR-V back end in this LLVM: " + error);
  }
  const llvm::Triple triple("spirv64-unknown-unknown");
  const std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, "", "", llvm::TargetOptions(), llvm::Reloc::Static,
                                  std::nullopt, llvm::CodeGenOptLevel::Default));
  module.setTargetTriple(triple);
  module.setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream stream(code);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    return cargo::unexpected(std::string("the SPIR-V back end of this LLVM writes no object code"));
  }
  passes.run(module);
  return insert_handle_instructions({code.begin(), code.end()});
}

} // namespace sycl_compiler
