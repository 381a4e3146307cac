// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/link.h"
#include "code.h"
#include "each_part.h"
#include "same_code.h"
#include "split.h"
#include "sycl_compiler/requirements.h"
#include "sycl_compiler/stages.h"

#include <algorithm>
#include <cstring>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <thread>

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

/// `ending`: what is between the stage's name and the file's type.
void run_stages(llvm::Module& module, std::span<const Stage> stages, const std::string& folder,
                const std::string& ending = {}) {
  for (const Stage& stage : stages) {
    stage.run(module);
    if (!folder.empty()) {
      std::error_code error;
      llvm::raw_fd_ostream file(folder + "/sycl-" + stage.name + ending + ".ll", error);
      if (!error) {
        module.print(file, nullptr);
      }
    }
  }
}

/// The image of a module that has been through all stages, which is used up.
cargo::expected<sycl_image::Image, std::string> image_of(llvm::Module& module, bool is_whole) {
  sycl_image::Image image;
  image.kernels = kernels_of(module);
  image.device_globals = device_globals_of(module);
  std::ranges::copy_if(
      constants_of(module), std::back_inserter(image.constants),
      [&](const auto& constant) { return is_whole || uses_constant(module, constant); });
  auto spirv = to_spirv(module);
  if (!spirv) {
    return cargo::unexpected(std::move(spirv.error()));
  }
  image.payloads.push_back({sycl_image::spirv_format, "", std::move(*spirv)});
  return image;
}

size_t processor_count() { return std::max(std::thread::hardware_concurrency(), 1U); }

/// From the linked module to images.
class Finish {
public:
  Finish(const LinkRequest& of, const std::vector<UndefinedUse>& uses) : request(of), users(uses) {}

  /// The images, as they are written.
  cargo::expected<std::vector<Bytes>, std::string> whole(std::unique_ptr<llvm::Module> module) {
    run_stages(*module, stages_of_whole(), request.print_stages_to);
    const Parts parts(*module, request.split);
    const size_t groups = parts.group_count(), processors = processor_count();
    is_one = parts.count() == 1;
    if (groups == 1) {
      return group(std::move(module), processors, {});
    }
    const auto made = each_part(groups, processors, [&](size_t number) -> BytesOrError {
      const auto images = group(parts.copy_group(number), 1, "-" + std::to_string(number + 1));
      if (!images) {
        return cargo::unexpected(images.error());
      }
      return joined(*images);
    });
    if (!made) {
      return cargo::unexpected(made.error());
    }
    std::vector<Bytes> all;
    for (const Bytes& each : *made) {
      append_split(each, all);
    }
    return all;
  }

private:
  cargo::expected<std::vector<Bytes>, std::string>
  group(std::unique_ptr<llvm::Module> module, size_t at_once, const std::string& ending) {
    run_stages(*module, stages_of_part(), request.print_stages_to, ending);
    if (std::string undefined = undefined_functions(*module, users); !undefined.empty()) {
      return cargo::unexpected(std::move(undefined));
    }
    const Parts parts(*module, request.split);
    return each_part(parts.count(), at_once, [&](size_t number) -> BytesOrError {
      const auto part = parts.count() == 1 ? std::move(module) : parts.copy(number);
      auto image = image_of(*part, is_one);
      if (!image) {
        return cargo::unexpected(std::move(image.error()));
      }
      return sycl_image::write(*image);
    });
  }

  /// Each with its size before it.
  static Bytes joined(const std::vector<Bytes>& images) {
    Bytes all;
    for (const Bytes& image : images) {
      const uint64_t size = image.size();
      const auto* bytes = reinterpret_cast<const uint8_t*>(&size);
      all.insert(all.end(), bytes, bytes + sizeof size);
      all.insert(all.end(), image.begin(), image.end());
    }
    return all;
  }
  static void append_split(const Bytes& from, std::vector<Bytes>& to) {
    for (size_t at = 0; at < from.size();) {
      uint64_t size = 0;
      std::memcpy(&size, &from[at], sizeof size);
      at += sizeof size;
      to.emplace_back(&from[at], &from[at] + size);
      at += size;
    }
  }

  const LinkRequest& request;
  const std::vector<UndefinedUse>& users;
  bool is_one = false; ///< all kernels are in one image
};

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
  const auto codes = Finish(request, users).whole(std::move(whole));
  if (!codes) {
    return cargo::unexpected(codes.error());
  }
  std::vector<sycl_image::Image> images;
  for (const Bytes& code : *codes) {
    auto image = sycl_image::read(code);
    if (!image) {
      return cargo::unexpected(std::move(image.error()));
    }
    images.push_back(std::move(*image));
  }
  return images;
}

} // namespace sycl_compiler
