// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way through a module: everything up to the first function, then all functions declared, then
// their bodies, then the checks that need the whole module.
#include "spirv-ll/read.h"

#include "declarations/functions.h"
#include "declarations/kernels.h"
#include "reader/block_order.h"
#include "reader/handlers.h"
#include "reader/layout.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <utility>

namespace spirv_ll {
namespace {

/// As Clang has them for the triple spir64.
constexpr char data_layout[] = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-"
                               "v512:512-v1024:1024-G1";

Error error_at(const Instruction& instruction, std::string reason) {
  InstructionInfo info;
  const bool known = find_instruction(instruction.opcode, info);
  return {instruction.offset,
          known ? std::string(info.name) : "opcode " + std::to_string(instruction.opcode),
          std::move(reason)};
}

/// Instructions that stand in a block; the others stand before functions, or between blocks.
bool needs_block(Op opcode) {
  const auto one_of = [&](auto... others) { return ((opcode == others) || ...); };
  const auto number = uint32_t(opcode);
  const bool module_level =
      number <= uint32_t(Op::SpecConstantOp) ||
      one_of(Op::Function, Op::FunctionParameter, Op::FunctionEnd, Op::Variable, Op::Label,
             Op::Decorate, Op::MemberDecorate, Op::DecorationGroup, Op::GroupDecorate,
             Op::GroupMemberDecorate, Op::NoLine, Op::ModuleProcessed, Op::ExecutionModeId,
             Op::DecorateId, Op::DecorateString, Op::MemberDecorateString, Op::AliasDomainDeclINTEL,
             Op::AliasScopeDeclINTEL, Op::AliasScopeListDeclINTEL, Op::TypeStructContinuedINTEL,
             Op::ConstantCompositeContinuedINTEL, Op::SpecConstantCompositeContinuedINTEL,
             Op::TypeNamedBarrier, Op::TypeCooperativeMatrixKHR, Op::ConstantFunctionPointerINTEL);
  return !module_level;
}

class Run {
public:
  Run(llvm::Module& module, const ReadOptions& options) : reader(module, options) {}

  cargo::result<Error> all(const Words& words) {
    reader.header = words.header();
    if (reader.header.id_bound > max_id_bound) {
      return cargo::unexpected{Error{0, "",
                                     "the id bound " + std::to_string(reader.header.id_bound) +
                                         " exceeds " + std::to_string(max_id_bound)}};
    }
    const auto instructions = words.instructions();
    size_t next = 0;
    for (; next < instructions.size() && Op(instructions[next].opcode) != Op::Function; ++next) {
      if (auto done = step(instructions, next); !done) {
        return done;
      }
    }
    if (!reader.has_memory_model) {
      return cargo::unexpected{Error{0, "", "the module has no OpMemoryModel"}};
    }
    if (auto done = declare_all(instructions.subspan(next)); !done) {
      return done;
    }
    while (next < instructions.size()) {
      if (auto done = function(instructions, next); !done) {
        return done;
      }
    }
    if (reader.function.ir) {
      return cargo::unexpected{Error{0, "", "the last function lacks its OpFunctionEnd"}};
    }
    if (auto done = check_addressed_functions(reader); !done) {
      return cargo::unexpected{Error{0, "", done.error()}};
    }
    finish_calls(reader);
    access_copies_of_built_ins(reader);
    reader.debug.finish();
    if (auto done = finish_kernels(reader); !done) {
      return cargo::unexpected{Error{0, "", done.error()}};
    }
    return cargo::success{};
  }

private:
  /// Reads from `next` to the end of a function, and moves `next` behind it.
  cargo::result<Error> function(std::span<const Instruction> instructions, size_t& next) {
    const auto is = [&](size_t at, Op opcode) { return Op(instructions[at].opcode) == opcode; };
    for (; next < instructions.size() && !is(next, Op::Label); ++next) {
      if (auto done = step(instructions, next); !done) {
        return done;
      }
    }
    const size_t begin = next;
    while (next < instructions.size() && !is(next, Op::FunctionEnd)) {
      ++next;
    }
    BlockOrder order(instructions.subspan(begin, next - begin));
    for (auto block = order.next(); !block.empty(); block = order.next()) {
      for (size_t at = 0; at < block.size(); ++at) {
        if (auto done = step(block, at); !done) {
          return done;
        }
      }
      for (const uint32_t label : std::exchange(reader.function.branched_to, {})) {
        order.reached(label);
      }
    }
    if (next == instructions.size()) {
      return cargo::success{};
    }
    return step(instructions, next++);
  }

  cargo::result<Error> step(std::span<const Instruction> instructions, size_t at) {
    const Instruction& instruction = instructions[at];
    reader.following = instructions.subspan(at + 1);
    if (auto done = one(instruction); !done) {
      return cargo::unexpected{error_at(instruction, done.error())};
    }
    return cargo::success{};
  }

  Outcome one(const Instruction& instruction) {
    auto inst = check_layout(instruction, reader.header.id_bound, reader.capabilities);
    if (!inst) {
      return fail(inst.error());
    }
    const HandlerRow* row = find_handler(inst->opcode);
    if (!row) {
      return fail("the instruction is not supported");
    }
    if (needs_block(inst->opcode) && !reader.function.block &&
        !(inst->opcode == Op::ExtInst && !reader.function.ir)) {
      return fail("it has to be in a block of a function");
    }
    const auto result = handle(reader, *row, *inst);
    if (!result) {
      return fail(result.error());
    }
    if (*result && inst->result) {
      return reader.define(*inst, *result);
    }
    return cargo::success{};
  }

  cargo::result<Error> declare_all(std::span<const Instruction> bodies) {
    for (const Instruction& instruction : bodies) {
      if (Op(instruction.opcode) != Op::Function) {
        continue;
      }
      auto inst = check_layout(instruction, reader.header.id_bound, reader.capabilities);
      if (auto done = inst ? declare_function(reader, *inst) : Outcome(fail(inst.error())); !done) {
        return cargo::unexpected{error_at(instruction, done.error())};
      }
    }
    return cargo::success{};
  }

  Reader reader;
};

/// LLVM does not free debug records behind the last instruction of a block that has no terminator.
void drop_trailing_records(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      if (llvm::DbgMarker* trailing = block.getTrailingDbgRecords()) {
        trailing->eraseFromParent();
        block.deleteTrailingDbgRecords();
      }
    }
  }
}

} // namespace

cargo::expected<std::unique_ptr<llvm::Module>, Error>
read(llvm::LLVMContext& context, std::span<const uint8_t> data, const ReadOptions& options) {
  auto words = Words::read(data);
  if (!words) {
    return cargo::unexpected{Error{0, "", words.error()}};
  }
  auto module = std::make_unique<llvm::Module>("spirv", context);
  module->setTargetTriple(llvm::Triple("spir64"));
  module->setDataLayout(data_layout);
  if (auto done = Run(*module, options).all(*words); !done) {
    drop_trailing_records(*module);
    return cargo::unexpected{std::move(done).error()};
  }
  // Later code trusts the module, so it is verified in case the checks above missed something.
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  bool broken_debug_info = false;
  if (llvm::verifyModule(*module, &stream, &broken_debug_info)) {
    return cargo::unexpected{Error{0, "", "the module is invalid: " + broken}};
  }
  if (broken_debug_info) { // means nothing to the program
    llvm::StripDebugInfo(*module);
  }
  return module;
}

} // namespace spirv_ll
