// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/clang.h"

#include "block_kernels.h"
#include "compiler_interface/opencl_version.h"
#include "device_options.h"
#include "frontend/constants.h"
#include "frontend/handle_comparisons.h"
#include "frontend/headers.h"
#include "frontend/invocation.h"
#include "frontend/overloads.h"
#include "frontend/rounding_modes.h"
#include "frontend/vector_literals.h"
#include "non_uniform_groups.h"
#include "passes/built_ins/relaxed_math.h"

#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>

namespace compiler {
namespace {

const std::string embedded_folder = std::string(embedded_root) + "embedded";
const std::string base_folder = std::string(embedded_root) + "base";

/// The real file system with the embedded headers laid over it. Their folder is looked into before
/// any other; that it is not on disk says nothing.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> make_file_system(std::span<const Header> headers,
                                                                 FileUses& uses) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto add = [&](const std::string& folder, llvm::StringRef name, llvm::StringRef text) {
    memory->addFile(folder + "/" + name, 0, llvm::MemoryBuffer::getMemBuffer(text, name));
  };
  add(base_folder, "opencl-c-base.h", opencl_c_base_header());
  add(base_folder, "lanewise_opencl.h", lanewise_opencl_header());
  add(base_folder, "lanewise_intel.h", lanewise_intel_header());
  add(base_folder, "lanewise_atomics.h", lanewise_atomics_header());
  add(base_folder, "before_program.h", before_program);
  for (const Header& header : headers) {
    add(embedded_folder, header.name, header.text);
  }
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      record_file_uses(llvm::vfs::getRealFileSystem(), uses));
  overlay->pushOverlay(std::move(memory));
  return overlay;
}

/// Declarations that only programs which need them get. The first two are of later versions of
/// OpenCL C.
struct Concessions {
  bool functions = false;   ///< those that LANEWISE_LATER_FUNCTIONS declares
  bool nosvm = false;       ///< the attribute, which says nothing that matters
  bool intel = false;       ///< functions of lanewise_intel.h: most programs have none
  bool atomics = false;     ///< functions of lanewise_atomics.h: Clang's own do for most programs
  Overloads overloads = {}; ///< built-in functions that Clang hides behind the program's own

  bool operator==(const Concessions&) const = default;
};

/// The names of all functions of lanewise_intel.h begin with one of these.
constexpr std::array<llvm::StringLiteral, 5> intel_functions = {
    "intel_sub_group_", "intel_convert_", "intel_work_group_barrier_", "intel_device_barrier",
    "intel_is_device_barrier_valid"};

/// Functions whose calls Clang finds ambiguous where an int is the operand of a 64-bit unsigned
/// integer.
constexpr std::array<llvm::StringLiteral, 4> ambiguous_atomics = {
    "atomic_fetch_add", "atomic_fetch_sub", "atomic_fetch_add_explicit",
    "atomic_fetch_sub_explicit"};

std::vector<std::string> make_arguments(const ClangInput& input, const Options& options,
                                        const Concessions& concessions) {
  std::vector<std::string> arguments = {
      "-triple", "spir64", "-x", "cl", "-disable-llvm-passes",
      // Kernels do not see the machine's headers for C and C++.
      "-nostdsysteminc", "-nobuiltininc",
      // Under their full names, so that no folder of the application's is searched for them.
      "-fdeclare-opencl-builtins", "-include", base_folder + "/opencl-c-base.h", "-include",
      base_folder + "/lanewise_opencl.h",
      // An application that wants no warnings says -w; these two would flag common code.
      "-Wno-unused-value", "-Wno-incompatible-library-redeclaration", "-ferror-limit", "100",
      // Every OpenCL compiler has accepted this, and programs such as ffmpeg's rely on it.
      "-Wno-error=incompatible-pointer-types",
      // No kernel runs after the last one of a program.
      "-fc++-static-destructors=none", "-D__OPENCL_VERSION__=" + std::to_string(opencl_version),
      "-DCL_VERSION_3_1=310",
      // Extensions that Clang does not know, or from OpenCL C 2.0 on only, and every target has.
      "-Dcl_khr_extended_async_copies=1", "-Dcl_khr_async_work_group_copy_fence=1",
      "-Dcl_arm_printf=1", "-Dcl_khr_extended_bit_ops=1", "-Dcl_khr_integer_dot_product=1",
      "-D__opencl_c_integer_dot_product_input_4x8bit=1",
      "-D__opencl_c_integer_dot_product_input_4x8bit_packed=1", "-I", embedded_folder,
      // Before Clang's base header, which then has the functions that they share with the core.
      "-Dcl_intel_subgroups=1", "-Dcl_intel_subgroups_char=1", "-Dcl_intel_subgroups_short=1",
      "-Dcl_intel_subgroups_long=1", "-Dcl_intel_subgroup_local_block_io=1",
      "-Dcl_intel_required_subgroup_size=1", "-Dcl_intel_bfloat16_conversions=1",
      "-Dcl_intel_split_work_group_barrier=1"};
  std::string extensions = "-cl-ext=-all";
  for (const std::string& extension : input.extensions) {
    extensions += ",+" + extension;
  }
  arguments.push_back(extensions);
  if (std::ranges::find(input.extensions, "__opencl_c_images") == input.extensions.end()) {
    arguments.emplace_back("-U__IMAGE_SUPPORT__"); // which Clang defines for every spir64 device
  }
  constexpr const char* concurrent = "cl_intel_concurrent_dispatch"; // Clang does not know it
  if (std::ranges::find(input.extensions, concurrent) != input.extensions.end()) {
    arguments.push_back(std::string("-D") + concurrent + "=1");
  }
  if (concessions.functions) {
    arguments.emplace_back("-DLANEWISE_LATER_FUNCTIONS");
  }
  if (concessions.intel) {
    arguments.insert(arguments.end(), {"-include", base_folder + "/lanewise_intel.h"});
  }
  if (concessions.atomics) {
    arguments.insert(arguments.end(), {"-include", base_folder + "/lanewise_atomics.h"});
  }
  if (!concessions.overloads.names.empty()) {
    arguments.insert(arguments.end(), {"-include", base_folder + "/before_program.h"});
  }
  if (concessions.nosvm) {
    arguments.emplace_back("-Dnosvm="); // an empty list of attributes is one
  }
  // Always kept in the IR: kernels' argument types are needed to build the kernel table.
  arguments.emplace_back("-cl-kernel-arg-info");
  // C's rules say that memory of one type is not accessed as another. Kernels do so all the same
  // (floats sorted as integers, buffers of another type), and GPUs allow it.
  arguments.emplace_back("-relaxed-aliasing");
  // Also with -cl-opt-disable, which acts later: at -O0 Clang leaves out the bodies of functions
  // that are `inline` without `static`, and there is no other definition.
  arguments.emplace_back("-O2");
  if (wants_report(options)) {
    // Reports name places and show the source. Without -g, asking for remarks (of a pass that there
    // is not) makes Clang keep locations, from which no DWARF is made.
    arguments.insert(arguments.end(), {"-gembed-source", "-dwarf-version=5"});
    if (!options.debug) {
      arguments.emplace_back("-Rpass-analysis=^$");
    }
  }
  if (options.debug) {
    arguments.insert(arguments.end(), {"-debug-info-kind=standalone", "-dwarf-version=5"});
  }
  const auto given = [&](std::string_view prefix) {
    return std::any_of(options.frontend.begin(), options.frontend.end(),
                       [&](const std::string& word) { return word.starts_with(prefix); });
  };
  if (!given("-cl-std=")) {
    arguments.emplace_back("-cl-std=CL1.2");
  }
  for (const std::string& word : options.frontend) {
    if (word == "-cl-std=CL3.1" || word == "-cl-std=cl3.1") {
      // Clang does not know the version, whose language is that of 3.0 with more that is not
      // optional.
      arguments.insert(arguments.end(),
                       {"-cl-std=CL3.0", "-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310"});
    } else if (word != "-cl-strict-aliasing") {
      arguments.push_back(word);
    }
    // Options that Clang accepts but ignores.
    if (word == "-cl-mad-enable") {
      arguments.emplace_back("-ffp-contract=fast");
    } else if (word == "-cl-finite-math-only") {
      arguments.insert(arguments.end(), {"-menable-no-infs", "-menable-no-nans"});
    }
  }
  return arguments;
}

/// Source to IR and no further: Clang's own code generation actions would bring in its back end.
class EmitIr final : public clang::ASTFrontendAction {
public:
  /// `declared`: what to declare; `found`: where to note what has to be.
  EmitIr(llvm::LLVMContext& owner, FileUses& all, const Overloads& declared, Overloads& found)
      : context(owner), uses(all), to_declare(declared), overloads(found) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance,
                                                        llvm::StringRef file) override {
    std::unique_ptr<clang::CodeGenerator> made = clang::CreateLLVMCodeGen(instance, file, context);
    generator = made.get();
    instance.getPreprocessor().addPPCallbacks(record_time_uses(uses));
    refuse_rounding_modes(instance.getPreprocessor());
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(to_declare.names.empty() ? find_overloads(overloads, base_folder)
                                                 : declare_overloaded(to_declare, base_folder));
    consumers.push_back(parenthesise_components());
    if (instance.getLangOpts().getOpenCLCompatibleVersion() >= 200) { // which has handles
      consumers.push_back(compare_handles_by_number());
    }
    if (instance.getLangOpts().SinglePrecisionConstants) {
      consumers.push_back(round_constants_to_single());
    }
    consumers.push_back(std::move(made));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void EndSourceFileAction() override {
    if (generator) {
      module = generator->ReleaseModule();
    }
  }

  std::unique_ptr<llvm::Module> module;

private:
  llvm::LLVMContext& context;
  FileUses& uses;
  const Overloads& to_declare;
  Overloads& overloads;
  clang::CodeGenerator* generator = nullptr;
};

std::unique_ptr<llvm::Module> parse(Context& context, const ClangInput& input,
                                    const Options& options, FileUses& uses,
                                    const Concessions& concessions, Overloads& overloads) {
  const auto arguments = make_arguments(input, options, concessions);
  auto file_system = make_file_system(input.headers, uses);
  uses.needs_folder = options.debug;

  llvm::raw_string_ostream log(context.log);
  clang::DiagnosticOptions diagnostic_options;
  auto diagnostics = clang::CompilerInstance::createDiagnostics(
      *file_system, diagnostic_options, new clang::TextDiagnosticPrinter(log, diagnostic_options));
  auto invocation = make_invocation(arguments, *diagnostics);
  if (!invocation) {
    ++context.errors;
    return nullptr;
  }
  const auto buffer = llvm::MemoryBuffer::getMemBufferCopy(input.source, input.name);
  invocation->getFrontendOpts().Inputs = {
      clang::FrontendInputFile(*buffer, clang::InputKind(clang::Language::OpenCL))};

  clang::CompilerInstance instance(std::move(invocation));
  instance.setVirtualFileSystem(file_system);
  instance.setVerboseOutputStream(log);
  instance.createDiagnostics(new clang::TextDiagnosticPrinter(log, instance.getDiagnosticOpts()));
  EmitIr action(context.llvm, uses, concessions.overloads, overloads);
  const bool done = instance.ExecuteAction(action);
  if (!done || instance.getDiagnostics().hasErrorOccurred()) {
    ++context.errors;
    return nullptr;
  }
  const auto given = [&](const char* word) {
    return std::ranges::find(options.frontend, word) != options.frontend.end();
  };
  if (given("-cl-unsafe-math-optimizations") || given("-cl-fast-relaxed-math")) {
    relaxed_math(*action.module);
  }
  // A program of OpenCL C 1.0 or 1.1 may have a function of this name, which is not the built-in
  // one.
  llvm::Function* own_printf = action.module->getFunction("printf");
  if (own_printf && !own_printf->isDeclaration() &&
      own_printf->getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
    own_printf->setName("lanewise.own.printf");
  }
  hide_block_kernels(*action.module);
  record_device_options(*action.module, options);
  state_non_uniform_groups(*action.module, is_opencl_c_2(*action.module));
  restrict_groups(*action.module, options);
  return std::move(action.module);
}

} // namespace

std::unique_ptr<llvm::Module> run_clang(Context& context, const ClangInput& input,
                                        const Options& options, FileUses& uses) {
  const size_t before = context.log.size();
  const unsigned errors_before = context.errors;
  const bool uses_intel = std::ranges::any_of(intel_functions, [&](llvm::StringRef name) {
    return llvm::StringRef(input.source).contains(name);
  });
  const bool uses_half = llvm::StringRef(input.source).contains(atomic_half);
  const Concessions first = {.intel = uses_intel, .atomics = uses_half};
  Overloads overloads;
  auto module = parse(context, input, options, uses, first, overloads);
  // Only now: most programs do not need it, and one may have a function of that name.
  const auto complains_of = [&](const std::string& what) {
    return context.log.find(what, before) != std::string::npos;
  };
  const bool lacks_intel = std::ranges::any_of(
      intel_functions, [&](llvm::StringRef name) { return complains_of(("'" + name).str()); });
  const bool lacks_atomics = std::ranges::any_of(ambiguous_atomics, [&](llvm::StringRef name) {
    return complains_of(("call to '" + name + "' is ambiguous").str());
  });
  // Clang accepts its atomic_init for other types than int, too, with a warning.
  const bool half_elsewhere =
      !uses_half &&
      (uses.has_atomic_half || std::ranges::any_of(input.headers, [&](const Header& header) {
         return llvm::StringRef(header.text).contains(atomic_half);
       }));
  // Its own functions of these names hide Clang's, but not those of a header.
  const bool has_own_atomics = uses_half && complains_of("must have the 'overloadable' attribute");
  const Concessions second = {
      complains_of("'ctz'"), complains_of("attribute 'nosvm'"), uses_intel || lacks_intel,
      (uses_half || half_elsewhere || lacks_atomics) && !has_own_atomics, overloads};
  const bool hides_built_ins = !overloads.names.empty();
  if ((module && !half_elsewhere && !hides_built_ins) || second == first) {
    return module;
  }
  const std::string log = context.log;
  const unsigned errors = context.errors;
  context.log.resize(before);
  context.errors = errors_before;
  auto again = parse(context, input, options, uses, second, overloads);
  if (!again && (module || !hides_built_ins)) {
    context.log = log;
    context.errors = errors;
    return module;
  }
  return again;
}

} // namespace compiler
