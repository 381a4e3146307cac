// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_generation/round_trips.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/CodeGen/MachineBasicBlock.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/MachineOperand.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include <utility>

namespace host {
namespace {

constexpr unsigned longest_trip = 512;

bool is_copy(const llvm::MachineInstr& instruction) {
  return instruction.isCopy() && instruction.getNumOperands() == 2 &&
         instruction.getOperand(0).isRenamable() && instruction.getOperand(1).isRenamable();
}

/// A value's way from register `home` to `away`, by the copy `out`, and back by the copy `back`.
class RoundTrip {
public:
  RoundTrip(llvm::MachineInstr& copy_out, llvm::MachineInstr& copy_back)
      : out(copy_out), back(copy_back), home(copy_back.getOperand(0).getReg()),
        away(copy_out.getOperand(0).getReg()), function(*copy_out.getMF()),
        registers(*function.getSubtarget().getRegisterInfo()),
        instructions(*function.getSubtarget().getInstrInfo()) {}

  /// Whether the value could stay where it is, while whatever comes to its register in the meantime
  /// is in the other one.
  bool is_avoidable() {
    if (!away_ends_at(back)) {
      return false;
    }
    unsigned steps = 0;
    for (auto at = std::next(out.getIterator()); at != back.getIterator(); ++at) {
      if (at->isDebugInstr()) {
        note_names(*at);
        continue;
      }
      if (++steps > longest_trip || !may_rename(*at)) {
        return false;
      }
    }
    return true;
  }

  /// Requires that it is. Returns the copies between the two that go, in their order.
  llvm::SmallVector<llvm::MachineInstr*> avoid() {
    for (auto& [operand, name] : names) {
      const bool renamable = operand->isRenamable();
      operand->setReg(name); // which says that it is not
      operand->setIsRenamable(renamable);
      if (operand->isUse() && !operand->isDebug()) {
        operand->setIsKill(false);
      }
    }
    llvm::SmallVector<llvm::MachineInstr*> between;
    for (auto at = std::next(out.getIterator()); at != back.getIterator(); ++at) {
      if (is_copy(*at)) {
        between.push_back(&*at);
      }
    }
    out.eraseFromParent();
    back.eraseFromParent();
    return between;
  }

private:
  bool is_concerned(const llvm::MachineOperand& operand) const {
    return operand.isReg() && operand.getReg() &&
           (is_of(operand.getReg(), home) || is_of(operand.getReg(), away));
  }

  /// That part of `to` which `reg` is of `from`; 0 where it is no part of it.
  llvm::Register counterpart(llvm::Register reg, llvm::Register from, llvm::Register to) const {
    if (reg == from) {
      return to;
    }
    const unsigned part = registers.getSubRegIndex(from, reg);
    return part ? llvm::Register(registers.getSubReg(to, part)) : llvm::Register();
  }

  bool is_of(llvm::Register reg, llvm::Register whole) const {
    return registers.regsOverlap(reg, whole);
  }

  /// The register that an operand between the copies should have; 0 where there is none.
  llvm::Register new_name(const llvm::MachineOperand& operand) const {
    const llvm::Register reg = operand.getReg();
    if (is_of(reg, away)) {
      return counterpart(reg, away, home);
    }
    return operand.isUse() && !home_written ? reg : counterpart(reg, home, away);
  }

  void note_names(llvm::MachineInstr& instruction) {
    for (llvm::MachineOperand& operand : instruction.operands()) {
      if (is_concerned(operand)) {
        names.emplace_back(&operand, new_name(operand));
      }
    }
  }

  bool may_rename(llvm::MachineInstr& instruction) {
    const auto concerned =
        llvm::make_filter_range(instruction.operands(), [&](const llvm::MachineOperand& operand) {
          return operand.isRegMask() || is_concerned(operand);
        });
    if (concerned.empty()) {
      return true;
    }
    if (instruction.isBundled() || instruction.isInlineAsm() || instruction.isCall()) {
      return false;
    }
    for (const llvm::MachineOperand& operand : concerned) {
      if (operand.isRegMask() || !may_rename(instruction, operand)) {
        return false;
      }
    }
    if (!home_written && writes_part_of_home(instruction) &&
        instruction.readsRegister(home, &registers)) {
      return false;
    }
    note_names(instruction);
    for (const llvm::MachineOperand& operand : concerned) {
      home_written |= operand.isDef() && is_of(operand.getReg(), home);
      away_written |= operand.isDef() && is_of(operand.getReg(), away);
    }
    return true;
  }

  /// What is not written of a register may be meant to stay what it was.
  bool writes_part_of_home(const llvm::MachineInstr& instruction) const {
    return llvm::any_of(instruction.all_defs(), [&](const llvm::MachineOperand& operand) {
      return operand.getReg() != home && is_of(operand.getReg(), home);
    });
  }

  bool may_rename(const llvm::MachineInstr& instruction,
                  const llvm::MachineOperand& operand) const {
    const llvm::Register name = new_name(operand);
    if (!name || !may_have(instruction, operand, name)) {
      return false;
    }
    // Both registers hold the value until one of them is written; behind that, who reads the one
    // that is to hold something else would have to find two values in the other one.
    if (operand.isUse() && is_of(operand.getReg(), home) && !home_written && away_written) {
      return false;
    }
    const unsigned number = operand.getOperandNo();
    if (!operand.isTied()) {
      return true;
    }
    const llvm::MachineOperand& other =
        instruction.getOperand(instruction.findTiedOperandIdx(number));
    return name == new_name(other);
  }

  /// Whether the encoding of an instruction allows another register for an operand.
  bool may_have(const llvm::MachineInstr& instruction, const llvm::MachineOperand& operand,
                llvm::Register name) const {
    if (name == operand.getReg()) {
      return true;
    }
    const llvm::MCInstrDesc& description = instruction.getDesc();
    if (operand.isImplicit()) {
      return !llvm::is_contained(description.implicit_defs(), operand.getReg()) &&
             !llvm::is_contained(description.implicit_uses(), operand.getReg());
    }
    if (!operand.isRenamable() || operand.getOperandNo() >= description.getNumOperands()) {
      return false;
    }
    const llvm::TargetRegisterClass* allowed =
        instructions.getRegClass(description, operand.getOperandNo());
    return instruction.isCopyLike() || instruction.isImplicitDef() ||
           (allowed && allowed->contains(name));
  }

  /// Whether nobody reads what is in `away` behind `last`.
  bool away_ends_at(llvm::MachineInstr& last) const {
    llvm::MachineBasicBlock& block = *last.getParent();
    unsigned steps = 0;
    for (auto at = std::next(last.getIterator()); at != block.end(); ++at) {
      if (at->isDebugInstr()) {
        continue;
      }
      if (++steps > longest_trip || at->readsRegister(away, &registers)) {
        return false;
      }
      if (at->definesRegister(away, &registers) || is_clobbered(*at)) {
        return true;
      }
    }
    return llvm::none_of(block.successors(), [&](const llvm::MachineBasicBlock* next) {
      return llvm::any_of(next->liveins(),
                          [&](const auto& pair) { return is_of(pair.PhysReg, away); });
    });
  }

  bool is_clobbered(const llvm::MachineInstr& call) const {
    return llvm::any_of(call.operands(), [&](const llvm::MachineOperand& operand) {
      return operand.isRegMask() && operand.clobbersPhysReg(away.asMCReg());
    });
  }

  llvm::MachineInstr& out;
  llvm::MachineInstr& back;
  llvm::Register home, away;
  const llvm::MachineFunction& function;
  const llvm::TargetRegisterInfo& registers;
  const llvm::TargetInstrInfo& instructions;
  bool home_written = false, away_written = false;
  llvm::SmallVector<std::pair<llvm::MachineOperand*, llvm::Register>> names;
};

class RoundTrips : public llvm::MachineFunctionPass {
public:
  RoundTrips() : MachineFunctionPass(id) {}

  llvm::StringRef getPassName() const override { return "Avoid round trips between registers"; }

  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
    usage.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(llvm::MachineFunction& function) override {
    bool changed = false;
    for (llvm::MachineBasicBlock& block : function) {
      changed |= run_on(block);
    }
    return changed;
  }

private:
  using Copies = llvm::DenseMap<llvm::Register, llvm::MachineInstr*>;

  static void note(llvm::MachineInstr& copy, Copies& copies) {
    copies[copy.getOperand(0).getReg()] = &copy;
  }

  static bool run_on(llvm::MachineBasicBlock& block) {
    bool changed = false;
    Copies copies; // the last one to each register
    for (llvm::MachineInstr& copy : llvm::make_early_inc_range(block)) {
      if (!is_copy(copy)) {
        continue;
      }
      const llvm::Register to = copy.getOperand(0).getReg(), from = copy.getOperand(1).getReg();
      llvm::MachineInstr* out = copies.lookup(from);
      if (out && out->getOperand(1).getReg() == to) {
        RoundTrip trip(*out, copy);
        if (trip.is_avoidable()) {
          copies.erase(from);
          copies.erase(to);
          for (llvm::MachineInstr* between : trip.avoid()) {
            note(*between, copies); // perhaps under another name
          }
          changed = true;
          continue;
        }
      }
      note(copy, copies);
    }
    return changed;
  }

  static char id; ///< its address is what LLVM knows the pass by
};

char RoundTrips::id = 0;

} // namespace

llvm::FunctionPass* make_round_trips_pass() { return new RoundTrips; }

} // namespace host
