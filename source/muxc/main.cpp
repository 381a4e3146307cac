// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// muxc: runs passes by name over IR text, each followed by the verifier, and prints the result.
#include "compiler/module.h"
#include "compiler/pass.h"
#include "compiler/target.h"
#include "frontend/clang.h"
#include "passes/memory/program_variables.h"
#include "vecz/analysis_managers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMRemarkStreamer.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace {

namespace cl = llvm::cl;

cl::OptionCategory own("muxc options");
cl::opt<std::string> input(cl::Positional, cl::desc("<IR or OpenCL C, - for standard input>"),
                           cl::init("-"));
cl::opt<std::string> passes("passes", cl::cat(own), cl::desc("passes to run, separated by commas"));
cl::opt<bool> from_source("cl", cl::cat(own),
                          cl::desc("the input is OpenCL C: show what Clang makes of it"));
cl::opt<std::string> options("options", cl::cat(own), cl::desc("build options, with -cl"));
cl::list<std::string>
    without("without", cl::CommaSeparated, cl::cat(own),
            cl::desc("extensions that the target is taken not to have, with -cl"));
cl::opt<std::string> remarks("remarks", cl::cat(own),
                             cl::desc("write optimisation remarks to this file, as YAML"));
cl::opt<bool> variables("variables", cl::cat(own),
                        cl::desc("show the table of program-scope variables before any pass runs"));
cl::opt<bool> list("list-passes", cl::cat(own), cl::desc("show the names of all passes"));

const std::vector<compiler::NamedPass>& all_passes() {
  static const std::vector<compiler::NamedPass> known = [] {
    std::vector<compiler::NamedPass> all(compiler::shared_passes().begin(),
                                         compiler::shared_passes().end());
    for (const compiler::Info* info : compiler::compilers()) {
      all.insert(all.end(), info->passes().begin(), info->passes().end());
    }
    return all;
  }();
  return known;
}

/// A name that is not one of ours is a pipeline of LLVM's, such as `mem2reg`.
void run_llvm_pipeline(llvm::StringRef name, llvm::Module& module) {
  vecz::AnalysisManagers analyses;
  llvm::ModulePassManager pipeline;
  llvm::cantFail(analyses.builder.parsePassPipeline(pipeline, name)); // is_known
  pipeline.run(module, analyses.modules);
}

/// One of Lanewise's passes, or null.
const compiler::NamedPass* find_pass(llvm::StringRef name) {
  const auto found =
      llvm::find_if(all_passes(), [&](const auto& pass) { return pass.name == name; });
  return found == all_passes().end() ? nullptr : &*found;
}

/// Whether a name is one of Lanewise's passes or a pipeline of LLVM's; the error otherwise.
bool is_known(llvm::StringRef name) {
  if (find_pass(name)) {
    return true;
  }
  llvm::ModulePassManager pipeline;
  if (llvm::PassBuilder builder; !builder.parsePassPipeline(pipeline, name)) {
    return true;
  }
  const auto names =
      llvm::map_range(all_passes(), [](const compiler::NamedPass& pass) { return pass.name; });
  llvm::errs() << "muxc: error: unknown pass '" << name << "'; expected a pipeline of LLVM's, or "
               << "one of " << llvm::join(names, ", ") << "\n";
  return false;
}

/// Runs it between the checks of a pipeline; what is wrong, or nothing.
std::string run_pass(llvm::StringRef name, llvm::Module& module,
                     compiler::PropertyTracker& properties) {
  const compiler::NamedPass* pass = find_pass(name);
  const compiler::Contract contract = pass ? pass->contract : compiler::Contract();
  if (const std::string fault = properties.before(contract, module); !fault.empty()) {
    return ("before " + name + ": " + fault).str();
  }
  if (pass) {
    pass->run(module);
  } else {
    run_llvm_pipeline(name, module);
  }
  std::string fault = compiler::find_fault(module);
  if (fault.empty()) {
    fault = properties.after(contract, module);
  }
  return fault.empty() ? "" : ("after " + name + ": " + fault).str();
}

/// As comments ahead of the module: places, first bytes, and which of these are addresses.
void print_variables(llvm::ArrayRef<binary::Variable> table) {
  for (const binary::Variable& variable : table) {
    llvm::outs() << "; " << variable.name << ": " << variable.size << " bytes at "
                 << variable.offset << ", '" << llvm::toHex(variable.initial, true) << "'";
    for (const binary::VariableAddress& address : variable.addresses) {
      llvm::outs() << ", address of " << address.target << " at " << address.offset;
    }
    llvm::outs() << "\n";
  }
}

std::unique_ptr<llvm::Module> read(compiler::Context& context) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer) {
    llvm::errs() << "muxc: error: cannot read '" << input << "'\n";
    return nullptr;
  }
  if (from_source) {
    const compiler::Info& info = *compiler::compilers().front();
    const auto parsed =
        compiler::parse_options(options.getValue(), compiler::Operation::build, info.description());
    if (!parsed) {
      llvm::errs() << "muxc: error: " << parsed.error() << "\n";
      return nullptr;
    }
    std::vector<std::string> extensions(info.extensions().begin(), info.extensions().end());
    llvm::erase_if(extensions, [](auto& name) { return llvm::is_contained(without, name); });
    compiler::FileUses uses;
    return compiler::run_clang(
        context, {std::string_view((*buffer)->getBuffer()), input.getValue(), {}, extensions},
        *parsed, uses);
  }
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssembly(**buffer, diagnostic, context.llvm);
  if (!module) {
    diagnostic.print("muxc", llvm::errs());
  }
  return module;
}

} // namespace

int main(int argc, char** argv) {
  cl::HideUnrelatedOptions(own);
  cl::SetVersionPrinter([](llvm::raw_ostream& out) {
    out << "muxc of Lanewise " LANEWISE_VERSION ", with LLVM " LLVM_VERSION_STRING "\n";
  });
  cl::ParseCommandLineOptions(argc, argv, "muxc: runs passes of Lanewise over IR\n");
  if (list) {
    for (const compiler::NamedPass& pass : all_passes()) {
      llvm::outs() << pass.name << "\n";
    }
    return 0;
  }
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(passes).split(names, ',', -1, false);
  if (!llvm::all_of(names, is_known)) {
    return 1;
  }
  compiler::Context context;
  context.reports_limits = true;
  auto remarks_file = llvm::setupLLVMOptimizationRemarks(context.llvm, remarks, "", "yaml", false);
  if (!remarks_file) {
    llvm::errs() << "muxc: error: " << llvm::toString(remarks_file.takeError()) << "\n";
    return 1;
  }
  auto module = read(context);
  llvm::errs() << std::exchange(context.log, {});
  if (!module) {
    return 1;
  }
  if (variables) {
    print_variables(compiler::variable_table(context, *module));
  }
  compiler::PropertyTracker properties(compiler::PropertyTracker::Origin::text);
  for (llvm::StringRef name : names) {
    if (const std::string fault = run_pass(name, *module, properties); !fault.empty()) {
      llvm::errs() << "muxc: error: " << fault << "\n";
      return 1;
    }
  }
  llvm::errs() << context.log;
  if (*remarks_file) {
    (*remarks_file)->keep();
  }
  module->print(llvm::outs(), nullptr);
  return context.errors ? 1 : 0;
}
