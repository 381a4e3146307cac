// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses Lanewise's modules as another compiler would: reads a kernel in SPIR-V, vectorises it, links
// the built-in functions that it calls, and packs a color.
#include <builtins/library.h>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <libimg/color.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <spirv-ll/read.h>
#include <vecz/vectorize.h>

namespace {

std::vector<uint8_t> read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] void give_up(const std::string& sentence) {
  std::fprintf(stderr, "consumer: error: %s\n", sentence.c_str());
  std::exit(1);
}

/// What the vectoriser has to know of OpenCL C's functions that the kernel calls.
class Calls : public vecz::CallInfo {
  static llvm::StringRef name(const llvm::CallBase& call) {
    const llvm::Function* function = call.getCalledFunction();
    return function ? function->getName() : "";
  }

public:
  [[nodiscard]] vecz::CallKind kind(const llvm::CallBase& call) const override {
    return is_global_id(call)           ? vecz::CallKind::lane_id
           : name(call).contains("sin") ? vecz::CallKind::pure
                                        : vecz::CallKind::unknown;
  }
  [[nodiscard]] bool is_local_id(const llvm::CallBase&) const override { return false; }
  [[nodiscard]] bool is_global_id(const llvm::CallBase& call) const override {
    return name(call).contains("get_global_id");
  }
};

/// The vector form of the module's kernel for eight work-items.
llvm::Function& vectorize(llvm::Module& module) {
  llvm::Function* kernel = module.getFunction("sines");
  if (!kernel) {
    give_up("the module has no kernel 'sines'");
  }
  const Calls calls;
  const vecz::Report report = vecz::FormMaker(*kernel, calls, {256, 32}).make(8);
  const auto forms = vecz::vector_forms(*kernel);
  if (!report.obstacle.empty() || forms.size() != 1 || forms[0].width != 8) {
    give_up("the kernel stays scalar: " + report.obstacle);
  }
  return *forms[0].function;
}

bool loads_vectors(const llvm::Function& function) {
  for (const llvm::BasicBlock& block : function) {
    for (const llvm::Instruction& instruction : block) {
      if (instruction.getOpcode() == llvm::Instruction::Load &&
          instruction.getType()->isVectorTy()) {
        return true;
      }
    }
  }
  return false;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    give_up("usage: consumer MODULE.spv BUILTINS.lwba");
  }
  llvm::LLVMContext context;
  auto module = spirv_ll::read(context, read_file(argv[1]));
  if (!module) {
    give_up(module.error().message());
  }
  if (!loads_vectors(vectorize(**module))) {
    give_up("the vector form loads no vectors");
  }

  const std::vector<uint8_t> archive = read_file(argv[2]);
  const auto library = builtins::Library::open(archive);
  if (!library) {
    give_up(library.error());
  }
  const auto linked = library->link(**module);
  if (!linked || linked->members == 0 || llvm::verifyModule(**module, &llvm::errs())) {
    give_up("the built-in functions can not be linked");
  }
  for (const llvm::Function& function : **module) {
    if (function.isDeclaration() && function.getName().contains("sin")) {
      give_up(function.getName().str() + " has no definition");
    }
  }

  constexpr float orange[] = {1, 0.5f, 0, 1};
  const auto texel = libimg::pack_color(libimg::order_rgba, libimg::type_unorm_int8, orange);
  const bool packed =
      texel[0] == std::byte(255) && texel[1] == std::byte(128) && texel[3] == std::byte(255);
  if (!packed || libimg::is_format(libimg::order_rgb, libimg::type_float)) {
    give_up("libimg packs another color");
  }
  std::printf("consumer: a kernel read, vectorised and linked with %zu of %zu built-in functions\n",
              linked->members, library->size());
  return 0;
}
