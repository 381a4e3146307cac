// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spirv-ll: reads one SPIR-V module, binary or assembly, and prints the LLVM IR.
#include "spirv-ll/read.h"
#include "spirv_words/words.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <spirv-tools/libspirv.hpp>

namespace {

namespace cl = llvm::cl;

cl::OptionCategory own("spirv-ll options");
cl::opt<std::string> input(cl::Positional, cl::desc("<SPIR-V binary or assembly, - for stdin>"),
                           cl::init("-"));
cl::opt<bool> list_constants("list-specialization-constants", cl::cat(own),
                             cl::desc("show the specialization constants instead"));
cl::opt<bool> validate("validate", cl::cat(own),
                       cl::desc("run the validator of SPIRV-Tools before"));
cl::opt<bool> no_images("no-images", cl::cat(own), cl::desc("read for a device without images"));
cl::opt<unsigned> matrix_sub_group_size("matrix-sub-group-size", cl::cat(own), cl::init(16),
                                        cl::desc("of entry points with matrices that say none"));
cl::opt<bool> matrix_functions("matrix-functions", cl::cat(own),
                               cl::desc("call the target's functions that multiply matrices"));
cl::opt<bool> quiet("quiet", cl::cat(own), cl::desc("print no IR"));
cl::list<std::string> specialize("specialize", cl::cat(own), cl::value_desc("constant"),
                                 cl::desc("<id>=<value>[:<bytes>] (4 bytes)"));

constexpr spv_target_env environment = SPV_ENV_UNIVERSAL_1_6;

int fail(const llvm::Twine& sentence) {
  llvm::errs() << "spirv-ll: error: " << sentence << "\n";
  return 1;
}

void show_message(spv_message_level_t, const char*, const spv_position_t& position,
                  const char* message) {
  llvm::errs() << "spirv-ll: " << position.line << ":" << position.column << ": " << message
               << "\n";
}

bool is_binary(llvm::StringRef text) {
  return text.starts_with(llvm::StringRef("\x03\x02\x23\x07", 4)) ||
         text.starts_with(llvm::StringRef("\x07\x23\x02\x03", 4));
}

/// Assembly as words. It says its version in a comment, which the assembler does not read.
std::optional<std::vector<uint32_t>> assemble(llvm::StringRef text) {
  const auto [before, after] = text.split("; Version: ");
  spv_target_env version = environment;
  constexpr spv_target_env versions[] = {
      SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
      SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6};
  if (after.size() > 2 && after[2] >= '0' && after[2] <= '6') {
    version = versions[after[2] - '0'];
  }
  spvtools::SpirvTools tools(version);
  tools.SetMessageConsumer(show_message);
  std::vector<uint32_t> words;
  if (!tools.Assemble(text.data(), text.size(), &words,
                      SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS)) {
    return std::nullopt;
  }
  return words;
}

bool is_valid(std::span<const uint8_t> data) {
  spvtools::SpirvTools tools(environment);
  tools.SetMessageConsumer(show_message);
  std::vector<uint32_t> words(data.size() / 4);
  std::memcpy(words.data(), data.data(), words.size() * 4);
  return tools.Validate(words);
}

std::vector<spirv_ll::Specialization> specializations() {
  std::vector<spirv_ll::Specialization> values;
  for (const llvm::StringRef word : specialize) {
    const auto [id, rest] = word.split('=');
    const auto [value, size] = rest.split(':');
    spirv_ll::Specialization& made = values.emplace_back();
    uint64_t bits = 0;
    made.size = 4;
    if (id.getAsInteger(0, made.id) || value.getAsInteger(0, bits) ||
        (!size.empty() && (size.getAsInteger(0, made.size) || made.size > 8))) {
      values.pop_back();
      llvm::errs() << "spirv-ll: warning: '" << word << "' is not <id>=<value>[:<bytes>]\n";
      continue;
    }
    std::memcpy(made.bytes.data(), &bits, sizeof bits);
  }
  return values;
}

int show_constants(std::span<const uint8_t> data) {
  const auto constants = spirv_ll::specialization_constants(data);
  if (!constants) {
    return fail(constants.error().message());
  }
  constexpr const char* kinds[] = {"bool", "int", "float"};
  for (const auto& constant : *constants) {
    llvm::outs() << constant.id << ": " << kinds[size_t(constant.kind)];
    if (constant.kind != spirv_ll::ScalarKind::boolean) {
      llvm::outs() << constant.size * 8;
    }
    llvm::outs() << " = " << llvm::format_hex(constant.initial, 4);
    llvm::outs() << (constant.name.empty() ? "" : " ") << constant.name << "\n";
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  cl::HideUnrelatedOptions(own);
  cl::SetVersionPrinter([](llvm::raw_ostream& out) {
    out << "spirv-ll of Lanewise " LANEWISE_VERSION ", with LLVM " LLVM_VERSION_STRING "\n";
  });
  cl::ParseCommandLineOptions(argc, argv, "spirv-ll: SPIR-V to LLVM IR\n");
  const auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input, false, false);
  if (!buffer) {
    return fail("cannot read '" + input + "': " + buffer.getError().message());
  }
  const llvm::StringRef text = (*buffer)->getBuffer();
  std::vector<uint8_t> data(text.bytes_begin(), text.bytes_end());
  if (!is_binary(text)) {
    const auto words = assemble(text);
    if (!words) {
      return 1;
    }
    const auto* bytes = reinterpret_cast<const uint8_t*>(words->data());
    data.assign(bytes, bytes + words->size() * 4);
  }
  if (validate && !is_valid(data)) {
    return fail("the module is not valid");
  }
  if (list_constants) {
    return show_constants(data);
  }
  llvm::LLVMContext context;
  const auto values = specializations();
  const auto module =
      spirv_ll::read(context, data, {values, !no_images, matrix_sub_group_size, matrix_functions});
  if (!module) {
    return fail(module.error().message());
  }
  if (!quiet) {
    (*module)->print(llvm::outs(), nullptr);
  }
  return 0;
}
