// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/link.h"
#include "code.h"
#include "each_spirv.h"
#include "same_code.h"
#include "split.h"
#include "sycl_compiler/requirements.h"
#include "sycl_compiler/stages.h"

#include <algorithm>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

namespace sycl_compiler {

namespace {

/// Collects LLVM's diagnostics in one text.
class Log : public llvm::DiagnosticHandler {
public:
  explicit Log(std::string& to) : text(to) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& information) override {
    if (information.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream stream(text);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      stream << (text.empty() ? "" : "\n");
      information.print(printer);
    }
    return true;
  }

private:
  std::string& text;
};

/// The file that a person knows: the wrapper's names of extracted files say nothing.
std::string source_of(const llvm::Module& module) { return module.getSourceFileName(); }

UndefinedUse undefined_of(const llvm::Module& module) {
  UndefinedUse use = {source_of(module), {}};
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() && !function.isIntrinsic()) {
      use.names.push_back(function.getName().str());
    }
  }
  return use;
}

/// Clang's names of kernels are those of the names of types.
std::string text_of(llvm::StringRef kernel) {
  (void)kernel.consume_front("_ZTS");
  return "'" + llvm::demangle("_Z" + kernel.str()) + "'";
}

llvm::StringRef object_of(const llvm::Function& kernel) {
  const llvm::MDNode* const noted = kernel.getMetadata(object_metadata);
  return noted ? llvm::cast<llvm::MDString>(noted->getOperand(0))->getString() : llvm::StringRef();
}

/// A sentence if a kernel is in both that is not the same one, nor has the same code; empty if
/// there is none.
std::string shared_kernel(const llvm::Module& whole, const llvm::Module& next) {
  for (const llvm::Function& kernel : next) {
    const llvm::Function* const other = whole.getFunction(kernel.getName());
    if (!other || kernel.isDeclaration() || other->isDeclaration()) {
      continue;
    }
    if (kernel.hasFnAttribute(unit_attribute)) { // two objects of one file, which may differ
      return "the kernel " + text_of(kernel.getName().rsplit('.').first) + " is in an object of " +
             sycl_compiler::source_of(*other) + " and in another one of " + source_of(next) +
             ": name it by a type that other files may know, or link one of them";
    }
    if (object_of(kernel) != object_of(*other) && !have_same_code(kernel, *other)) {
      return "the name " + text_of(kernel.getName()) + " is that of a kernel in " +
             sycl_compiler::source_of(*other) + " and of another one in " + source_of(next) +
             ": names of kernels have to be unique";
    }
  }
  return {};
}

void print_stage(const llvm::Module& module, const std::string& folder, const char* stage) {
  std::error_code error;
  llvm::raw_fd_ostream file(folder + "/sycl-" + stage + ".ll", error);
  if (!error) {
    module.print(file, nullptr);
  }
}

} // namespace

cargo::expected<std::vector<sycl_image::Image>, std::string> link(const LinkRequest& request) {
  llvm::LLVMContext context;
  std::string log;
  context.setDiagnosticHandler(std::make_unique<Log>(log));
  auto whole = std::make_unique<llvm::Module>("sycl", context);
  llvm::Linker linker(*whole);
  std::vector<UndefinedUse> users;
  for (const std::string& input : request.inputs) {
    auto module = read_module(input, context);
    if (!module) {
      return cargo::unexpected(std::move(module.error()));
    }
    for (const Stage& stage : stages_before_link()) {
      stage.run(**module);
    }
    mark_source(**module);
    users.push_back(undefined_of(**module));
    const std::string source = source_of(**module);
    if (std::string shared = shared_kernel(*whole, **module); !shared.empty()) {
      return cargo::unexpected(std::move(shared));
    }
    if (linker.linkInModule(std::move(*module))) {
      return cargo::unexpected("cannot link the device code of " + source + ": " + log);
    }
  }
  if (!request.device_library.empty()) {
    auto library = read_module(request.device_library, context);
    if (!library) {
      return cargo::unexpected(std::move(library.error()));
    }
    if (linker.linkInModule(std::move(*library), llvm::Linker::LinkOnlyNeeded)) {
      return cargo::unexpected("cannot link the device library: " + log);
    }
  }
  for (const Stage& stage : all_stages()) {
    stage.run(*whole);
    if (!request.print_stages_to.empty()) {
      print_stage(*whole, request.print_stages_to, stage.name);
    }
  }
  if (std::string undefined = undefined_functions(*whole, users); !undefined.empty()) {
    return cargo::unexpected(std::move(undefined));
  }
  const std::vector<sycl_image::Constant> constants = constants_of(*whole);
  const auto parts = split_module(std::move(whole), request.split);
  std::vector<sycl_image::Image> images;
  for (const auto& part : parts) {
    sycl_image::Image& image = images.emplace_back();
    image.kernels = kernels_of(*part);
    image.device_globals = device_globals_of(*part);
    std::ranges::copy_if(constants, std::back_inserter(image.constants), [&](const auto& constant) {
      return parts.size() == 1 || uses_constant(*part, constant);
    });
  }
  auto codes = each_to_spirv(parts);
  if (!codes) {
    return cargo::unexpected(std::move(codes.error()));
  }
  for (size_t i = 0; i < images.size(); ++i) {
    images[i].payloads.push_back({sycl_image::spirv_format, "", std::move((*codes)[i])});
  }
  return images;
}

} // namespace sycl_compiler
