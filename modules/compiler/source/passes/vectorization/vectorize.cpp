// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorization/vectorize.h"

#include "environment/environment.h"
#include "kernel_metadata.h"
#include "passes/vectorization/quick_forms.h"
#include "passes/vectorization/vectorize_report.h"
#include "vecz/dimension.h"
#include "vecz/register_pressure.h"
#include "vecz/vectorize.h"

#include <llvm/Support/MathExtras.h>

namespace compiler {
namespace {

/// In one module; more take too long to generate code for.
constexpr size_t max_kernels = 40;

/// Gathers and scatters of a form from which a kernel gets a quick form: with these the build of
/// all forms takes more than 0.1 s.
constexpr unsigned many_gathers = 24;

/// Rows of groups that read again what other rows of the group have read into the cache.
constexpr unsigned rows_of_tiles = 32;

/// The decisions that LANEWISE_VECTORIZE leaves to the compiler: the width, and whether a kernel is
/// vectorised at all.
struct Freedom {
  bool width = false, whether = false;
};

/// The width for all kernels, 0 for none.
unsigned choose_width(unsigned suggested, Freedom& freedom) {
  const llvm::StringRef text = environment::text(environment::Variable::vectorize);
  unsigned width = 0;
  if (!text.getAsInteger(10, width)) {
    return llvm::isPowerOf2_32(width) && width >= 2 && width <= 64 ? width : 0;
  }
  freedom.width = text != "off";
  freedom.whether = freedom.width && text != "on";
  return freedom.width ? suggested : 0;
}

/// The code for the work-items that are left of a row after whole steps.
enum class Remainder { cheaper, masked, scalar };

Remainder choose_remainder() {
  const llvm::StringRef text = environment::text(environment::Variable::remainder);
  return text == "masked"   ? Remainder::masked
         : text == "scalar" ? Remainder::scalar
                            : Remainder::cheaper;
}

/// Makes the forms of one kernel.
class Forms {
public:
  /// `dimension`: of the lanes, for which the kernel is made ready.
  Forms(llvm::Function& function, unsigned dimension, unsigned suggested, Freedom left_to_choose,
        const VectorizeSettings& target)
      : kernel(function), row(sizes_of(function, "reqd_work_group_size")[dimension]),
        width(suggested), freedom(left_to_choose), settings(target), remainder(choose_remainder()),
        maker(function, vecz::mux_call_info(), target.registers),
        quick_forms(wanted_quick_forms(*function.getParent())) {}

  vecz::Report run() {
    if (row == 1) {
      vecz::Report report;
      report.obstacle = "its work-groups are one work-item wide";
      return report;
    }
    if (row != 0 && row < width) {
      width = llvm::bit_ceil(row);
      // A step for some of the lanes does the whole row.
      if (!llvm::isPowerOf2_64(row) && add_masked()) {
        return first;
      }
      width = llvm::bit_floor(row);
    }
    const auto sums =
        freedom.whether ? vecz::find_row_sums(kernel, vecz::mux_call_info()) : vecz::RowSums::none;
    if (sums != vecz::RowSums::none) {
      if (sums == vecz::RowSums::shared_rows) {
        kernel.addFnAttr(rows_of_groups, std::to_string(rows_of_tiles));
      }
      vecz::Report report;
      report.obstacle = "its loops sum along rows, one for each work-item";
      return report;
    }
    if (make_quick()) {
      return first;
    }
    if (freedom.width && make_narrower()) {
      if (leaves_a_remainder()) {
        add_masked();
      }
      return narrower;
    }
    vecz::Report report = maker.make(width);
    if (report.obstacle.empty()) {
      const vecz::VectorForm narrow = vecz::vector_forms(kernel).back();
      if (freedom.whether && vecz::gathers_too_much(narrow)) {
        vecz::drop_form(kernel, narrow);
        report.obstacle = "a loop gathers more than it computes";
        return report;
      }
      const bool wider = freedom.width && add_wider(narrow);
      const bool masked = leaves_a_remainder() && add_masked();
      if (wider && (masked || !leaves_a_remainder())) {
        vecz::drop_form(kernel, narrow); // little is left for it to do
      }
    }
    return report;
  }

private:
  /// A quick form: for as many work-items as an instruction gathers by addresses of 64 bits, if the
  /// kernel gathers much; for as many as other forms, if it takes long to compile for another
  /// reason. Kernels that are not to be vectorised get none, and launches may still be of any
  /// multiple that suits the variants.
  bool make_quick() {
    const unsigned lanes = freedom.width ? std::min(settings.registers.bits / 64, width) : width;
    if (make_quick(lanes, "")) {
      return true;
    }
    const std::string slow = slow_to_compile(kernel, maker);
    return !slow.empty() && make_quick(width_in_registers(), slow);
  }

  bool make_quick(unsigned lanes, const std::string& slow) {
    if (lanes < 2 ||
        !make_quick_form(kernel, maker, lanes, quick_forms, many_gathers, slow, first)) {
      return false;
    }
    const vecz::VectorForm form = vecz::vector_forms(kernel).back();
    if (freedom.whether && vecz::gathers_too_much(form)) {
      vecz::drop_form(kernel, form);
      kernel.removeFnAttr(quick_form_mark);
      return false;
    }
    const unsigned widest = width * (freedom.width ? vecz::worthwhile_factor(form) : 1);
    kernel.addFnAttr(preferred_multiple, std::to_string(std::min(widest, 64U)));
    return true;
  }

  /// The width, or less where loops keep more short vectors than registers hold.
  unsigned width_in_registers() {
    constexpr unsigned others = 2; // what is added to them
    unsigned fewer = width;
    while (fewer > 2 && maker.carried_registers(fewer) + others > settings.registers.count()) {
      fewer /= 2;
    }
    return fewer;
  }

  /// Where loops keep more short vectors than registers hold, as products of matrices do that
  /// compute many results a work-item: makes a form for fewer work-items in whose registers they
  /// lie one after the other.
  bool make_narrower() {
    const vecz::VectorRegisters& registers = settings.registers;
    const unsigned fewer = width_in_registers();
    if (fewer == width || maker.carried_registers(fewer) > registers.count()) {
      return false;
    }
    narrower = maker.make(fewer);
    if (!narrower.obstacle.empty()) {
      return false;
    }
    const vecz::VectorForm form = vecz::vector_forms(kernel).back();
    if (vecz::registers_carried(*form.function, registers.bits) > registers.count()) {
      vecz::drop_form(kernel, form); // other values meet them, lane by lane
      return false;
    }
    width = fewer;
    return true;
  }

  /// A form for more work-items, if it is worth it.
  bool add_wider(const vecz::VectorForm& narrow) {
    const vecz::VectorRegisters& registers = settings.registers;
    unsigned factor = vecz::worthwhile_factor(narrow);
    // Values that do not fit registers are spilled; where vectors wait for memory that costs
    // little.
    const bool may_spill = factor > 1 && vecz::follows_pointers(narrow);
    while (factor > 1 && !may_spill &&
           vecz::registers_needed(*narrow.function, registers.bits, factor) > registers.count()) {
      factor /= 2;
    }
    unsigned wider = std::min(width * factor, 64U);
    while (row % wider != 0 && wider > width) {
      wider /= 2; // widths that divide a known length of rows
    }
    return wider > width && maker.make(wider).obstacle.empty();
  }

  /// Groups whose ids are too large are a remainder as a whole.
  [[nodiscard]] bool leaves_a_remainder() const {
    const auto forms = vecz::vector_forms(kernel);
    return row == 0 || row % forms.back().width != 0 || forms.back().ids_fit_int;
  }

  bool add_masked() {
    if (remainder == Remainder::scalar) {
      return false;
    }
    first = maker.make(width, /*masked=*/true);
    if (!first.obstacle.empty()) {
      return false;
    }
    const vecz::VectorForm masked = vecz::vector_forms(kernel).back();
    if (remainder == Remainder::masked ||
        vecz::is_worth_masking(masked, maker.scalar_instructions(), settings.registers)) {
      return true;
    }
    vecz::drop_form(kernel, masked);
    return false;
  }

  llvm::Function& kernel;
  const uint64_t row; ///< work-items in a row of a work-group, 0 if not known
  unsigned width;
  const Freedom freedom;
  const VectorizeSettings& settings;
  const Remainder remainder;
  vecz::FormMaker maker;
  const QuickForms quick_forms;
  vecz::Report first;    ///< of the masked form
  vecz::Report narrower; ///< of the form for fewer work-items
};

/// Makes the best dimension for lanes the kernel's first one, if the size of its groups is known;
/// gives that dimension.
unsigned turn(llvm::Function& kernel, unsigned width) {
  const auto size = sizes_of(kernel, "reqd_work_group_size");
  if (size[0] == 0) {
    return 0;
  }
  const vecz::CallInfo& calls = vecz::mux_call_info();
  const unsigned dimension = vecz::best_dimension(kernel, size, width, calls);
  if (dimension != 0) {
    vecz::exchange_with_x(kernel, dimension, calls);
    kernel.addFnAttr(lane_dimension, std::to_string(dimension));
  }
  return dimension;
}

void undo_dimension_exchange(llvm::Function& kernel, unsigned dimension) {
  vecz::exchange_with_x(kernel, dimension, vecz::mux_call_info());
  kernel.removeFnAttr(lane_dimension);
}

} // namespace

unsigned width_for_all(unsigned suggested) {
  Freedom freedom;
  return choose_width(suggested, freedom);
}

bool width_is_chosen() {
  Freedom freedom;
  return choose_width(0, freedom) != 0;
}

void vectorize(llvm::Module& module, const VectorizeSettings& settings) {
  Freedom freedom;
  const unsigned width = choose_width(settings.registers.bits / 32, freedom);
  if (width == 0) {
    return;
  }
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        vecz::vector_forms(function).empty()) { // unless it has those for its sub-groups
      kernels.push_back(&function);
    }
  }
  if (freedom.whether && kernels.size() > max_kernels) {
    vecz::Report report;
    report.obstacle = "the program has very many kernels; specialised variants are vectorised";
    for (llvm::Function* kernel : kernels) {
      report_vectorization(*kernel, report, settings.report);
    }
    return;
  }
  for (llvm::Function* kernel : kernels) {
    const unsigned dimension = turn(*kernel, width);
    const vecz::Report result = Forms(*kernel, dimension, width, freedom, settings).run();
    if (dimension != 0 && vecz::vector_forms(*kernel).empty()) {
      undo_dimension_exchange(*kernel, dimension);
    }
    report_vectorization(*kernel, result, settings.report);
  }
}

} // namespace compiler
