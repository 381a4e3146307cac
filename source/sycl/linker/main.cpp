// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-sycl-linker, which Clang's linker wrapper runs for the device code of SYCL programs. Takes
// the options of LLVM's tool of the same name, and comes before it in PATH.
#include "host_object.h"
#include "options.h"
#include "payloads.h"
#include "sycl_compiler/link.h"
#include "sycl_compiler/stages.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Object/OffloadBinary.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <vector>

namespace {

constexpr const char* help = R"(usage: clang-sycl-linker [option]... -o <image> <bitcode>...

Links the device code of a SYCL program. Clang's linker wrapper runs it.

  -o <file>                    the image; with --only the text of the module
  -triple=<triple>             the target (spirv64-unknown-unknown)
  -arch=<cpu>                  recorded in the image
  --only=<stage>               runs one stage alone, on bitcode or text
  --device-library=<bitcode>   has the functions that no input defines (sycl-device.bc)
  --print-stages=<folder>      writes the module after each stage there
  --save-stages=<folder>       makes the folder and writes the same there, and each form of the code
                               of each image
  --object                     inputs may also be objects and archives of the host's compiler; the
                               output is an object with the images, which any linker takes
  --dump=spirv                 writes the SPIR-V itself, not an image around it; with --split that
                               of each image behind the other
  --split=<mode>               images for the kernels of each source (per_source) or each kernel
                               (per_kernel); one for all otherwise (off)
  --native=<cpu>[:<options>]   adds machine code for a CPU, as clc -lanewise-cpu=<cpu> makes it with
                               these options; several times, the best CPU first
  --clc=<program>              the offline compiler (clc of the installation)
  --no-spirv                   no SPIR-V in images, only machine code
  --spirv-options=<options>    for the device's compiler when it builds the SPIR-V
)";

int fail(const std::string& sentences) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(sentences).split(lines, '\n');
  for (const llvm::StringRef line : lines) {
    llvm::errs() << "clang-sycl-linker: error: " << line << "\n";
  }
  return 1;
}

int write_file(const std::string& name, llvm::StringRef bytes) {
  std::error_code error;
  llvm::raw_fd_ostream file(name, error);
  if (error) {
    return fail("cannot write " + name + ": " + error.message());
  }
  file << bytes;
  return 0;
}

/// The container of LLVM's offload tools around the image, with the strings that the wrapper needs.
std::string offload_binary(const sycl_linker::Options& options, const sycl_image::Image& image) {
  std::string symbols; // a line each
  for (const sycl_image::Kernel& kernel : image.kernels) {
    symbols += kernel.name;
    symbols += '\n';
  }
  const std::vector<uint8_t> bytes = sycl_image::write(image);
  llvm::object::OffloadBinary::OffloadingImage entry{};
  entry.TheImageKind = llvm::object::IMG_Object;
  entry.TheOffloadKind = llvm::object::OFK_SYCL;
  entry.StringData["triple"] = options.triple;
  entry.StringData["arch"] = options.arch;
  entry.StringData["symbols"] = symbols;
  entry.Image = llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  return llvm::object::OffloadBinary::write(entry).str().str();
}

int run_stage(const sycl_linker::Options& options) {
  const sycl_compiler::Stage* stage = sycl_compiler::find_stage(options.only);
  if (!stage) {
    return fail("there is no stage '" + options.only + "'");
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIRFile(options.inputs.front(), diagnostic, context);
  if (!module) {
    diagnostic.print("clang-sycl-linker", llvm::errs());
    return 1;
  }
  stage->run(*module);
  if (llvm::verifyModule(*module, &llvm::errs())) {
    return fail("stage '" + options.only + "' left a broken module");
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, nullptr);
  return write_file(options.output, text);
}

/// Each form of the code of an image, for people.
void save_payloads(const sycl_image::Image& image, const std::string& folder, size_t number) {
  for (const sycl_image::Payload& payload : image.payloads) {
    const bool is_spirv = payload.format == sycl_image::spirv_format;
    const std::string name = folder + "/image-" + std::to_string(number) +
                             (is_spirv ? ".spv" : "-" + payload.format + ".bin");
    (void)write_file(name, llvm::StringRef(reinterpret_cast<const char*>(payload.code.data()),
                                           payload.code.size()));
  }
}

int link(const sycl_linker::Options& options) {
  sycl_linker::DeviceCode extracted;
  sycl_compiler::LinkRequest request;
  request.inputs = options.inputs;
  if (options.makes_object) {
    for (const std::string& input : options.inputs) {
      if (const auto added = extracted.add(input); !added) {
        return fail(added.error());
      }
    }
    request.inputs = extracted.files();
  }
  request.device_library = options.device_library;
  request.print_stages_to = options.print_stages;
  request.split = options.split;
  if (!options.save_temps_to.empty()) {
    if (const std::error_code error = llvm::sys::fs::create_directories(options.save_temps_to)) {
      return fail("cannot make the folder " + options.save_temps_to + ": " + error.message());
    }
    request.print_stages_to = options.save_temps_to;
  }
  if (request.inputs.empty()) {
    return fail("none of the inputs has device code");
  }
  auto images = sycl_compiler::link(request);
  if (!images) {
    return fail(images.error());
  }
  if (!options.dump_spirv) {
    if (const auto added = sycl_linker::add_payloads(options, *images); !added) {
      return fail(added.error());
    }
  }
  std::string bytes;
  size_t number = 0;
  for (sycl_image::Image& image : *images) {
    if (options.dump_spirv) {
      const auto& code = image.payloads.front().code;
      bytes.append(code.begin(), code.end());
      continue;
    }
    if (!options.save_temps_to.empty()) {
      save_payloads(image, options.save_temps_to, ++number);
    }
    bytes += offload_binary(options, image);
  }
  if (options.makes_object) {
    const auto object = sycl_linker::host_object(bytes);
    return object ? write_file(options.output, *object) : fail(object.error());
  }
  return write_file(options.output, bytes);
}

} // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::strcmp(arguments[1], "--help") == 0) {
    std::fputs(help, stdout);
    return 0;
  }
  const auto options = sycl_linker::read_options({arguments + 1, arguments + count});
  if (!options) {
    return fail(options.error());
  }
  return options->only.empty() ? link(*options) : run_stage(*options);
}
