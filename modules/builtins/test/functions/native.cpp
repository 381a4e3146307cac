// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "functions/native.h"

#include "builtins/events.h"
#include "linking/linking.h"
#include "llvm_setup/analysis_managers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace {

/// AVX-512's estimates are estimates of floats, too.
bool has_float_estimates(TargetFacts facts) {
  return facts.float_estimates || facts.exponent_operations;
}

/// Where long tables are in registers, short ones are.
bool has_short_tables(TargetFacts facts) {
  return facts.short_table_permutes || facts.table_permutes;
}

/// A work-group of one work-item, and the target's facts.
std::string target(TargetFacts facts) {
  const std::string id = "(i32 %d) {\n  ret i64 0\n}\n", size = "(i32 %d) {\n  ret i64 1\n}\n";
  std::string text = "define spir_func i1 @__mux_has_fma() {\n  ret i1 " +
                     std::string(facts.fma ? "true" : "false") + "\n}\n" +
                     "define spir_func i1 @__mux_has_table_permutes() {\n  ret i1 " +
                     std::string(facts.table_permutes ? "true" : "false") + "\n}\n" +
                     "define spir_func i1 @__mux_has_short_table_permutes() {\n  ret i1 " +
                     std::string(has_short_tables(facts) ? "true" : "false") + "\n}\n" +
                     "define spir_func i1 @__mux_wants_accurate_math() {\n  ret i1 " +
                     std::string(facts.accurate ? "true" : "false") + "\n}\n" +
                     "define spir_func i1 @__mux_has_exponent_operations() {\n  ret i1 " +
                     std::string(facts.exponent_operations ? "true" : "false") + "\n}\n" +
                     "define spir_func i1 @__mux_has_fast_division() {\n  ret i1 " +
                     std::string(facts.fast_division ? "true" : "false") + "\n}\n" +
                     "define spir_func i1 @__mux_has_float_estimates() {\n  ret i1 " +
                     std::string(has_float_estimates(facts) ? "true" : "false") + "\n}\n" +
                     "define spir_func i1 @__mux_has_denormals() {\n  ret i1 true\n}\n" +
                     "define spir_func i32 @__mux_get_work_dim() {\n  ret i32 1\n}\n" +
                     "define spir_func void @__mux_mem_barrier(i32, i32) {\n  ret void\n}\n" +
                     "define spir_func void @__mux_work_group_barrier(i32, i32, i32) {\n"
                     "  ret void\n}\n";
  for (const char* name : {"global_id", "local_id", "group_id", "global_offset"}) {
    text += std::string("define spir_func i64 @__mux_get_") + name + id;
  }
  for (const char* name : {"global_size", "local_size", "enqueued_local_size", "num_groups"}) {
    text += std::string("define spir_func i64 @__mux_get_") + name + size;
  }
  return text;
}

template <typename T> T scale(T x, T k) {
  if (std::isnan(x) && std::isinf(k)) {
    return k > 0 ? k : T(0);
  }
  const T bounded = std::floor(std::clamp(k, T(-10000), T(10000)));
  return std::isnan(k) ? k : std::scalbn(x, int(bounded));
}
/// With the largest error that the instruction may have.
template <class T> T reciprocal(T x) { return T(0.99995) / x; }
template <typename T> T root(T x) { return T(0.99995) / std::sqrt(x); }
/// The same of older CPUs, which count denormal numbers as 0.
float without_denormals(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? x * 0 : x; }
float older_reciprocal(float x) { return without_denormals(0.99964F / without_denormals(x)); }
float older_root(float x) { return 0.99964F / std::sqrt(without_denormals(x)); }
template <typename T> T exponent(T x) { return std::logb(x); }
template <typename T> T significand(T x) {
  if (x < 0) {
    return std::numeric_limits<T>::quiet_NaN();
  }
  return x == 0 || std::isinf(x) ? T(1) : std::scalbn(x, -std::ilogb(x));
}

bool is_pointer(const std::string& type) { return type.starts_with("ptr"); }
std::string pointee(const std::string& type) {
  return is_pointer(type) ? type.substr(type.find(' ') + 1) : type;
}
/// "ptr1 float" is passed as "ptr addrspace(1)".
std::string passed(const std::string& type) {
  if (!is_pointer(type)) {
    return type;
  }
  return type[3] == ' ' ? "ptr" : std::string("ptr addrspace(") + type[3] + ")";
}

/// A loop over the arrays that calls the function.
std::string caller(const std::string& name, const std::string& result,
                   const std::vector<std::string>& types) {
  std::string declared, loads, arguments;
  for (size_t i = 0; i < types.size(); ++i) {
    const std::string n = std::to_string(i), type = passed(types[i]);
    const std::string separator = i ? ", " : "";
    declared += separator + type;
    loads += "  %s" + n + " = getelementptr ptr, ptr %in, i64 " + n + "\n  %b" + n +
             " = load ptr, ptr %s" + n + "\n  %p" + n + " = getelementptr " + pointee(types[i]) +
             ", ptr %b" + n + ", i64 %i\n";
    if (is_pointer(types[i])) {
      loads += "  %v" + n + (type == "ptr" ? " = bitcast" : " = addrspacecast") + " ptr %p" + n +
               " to " + type + "\n";
    } else {
      loads += "  %v" + n + " = load " + type + ", ptr %p" + n + ", align 1\n";
    }
    arguments += separator + type + " %v" + n;
  }
  const bool none = result == "void";
  return "declare spir_func " + result + " @" + name + "(" + declared + ")\n" +
         "define void @run(i64 %n, ptr %out, ptr %in) {\nentry:\n  br label %loop\nloop:\n" +
         "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n" + loads + "  " + (none ? "" : "%r = ") +
         "call spir_func " + result + " @" + name + "(" + arguments + ")\n" +
         (none ? ""
               : "  %o = getelementptr " + result + ", ptr %out, i64 %i\n  store " + result +
                     " %r, ptr %o, align 1\n") +
         "  %next = add i64 %i, 1\n  %done = icmp eq i64 %next, %n\n" +
         "  br i1 %done, label %end, label %loop\nend:\n  ret void\n}\n";
}

void optimise(llvm::Module& module) {
  llvm_setup::AnalysisManagers analyses;
  analyses.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1)
      .run(module, analyses.modules);
}

template <typename T> T check(llvm::Expected<T> value) {
  if (!value) {
    ADD_FAILURE() << llvm::toString(value.takeError());
    std::abort();
  }
  return std::move(*value);
}

} // namespace

Native::Native(const std::string& name, const std::string& result,
               const std::vector<std::string>& types, TargetFacts facts, const std::string& cpu) {
  static const bool ready = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)ready;
  auto machine = check(llvm::orc::JITTargetMachineBuilder::detectHost());
  jit = check(llvm::orc::LLJITBuilder()
                  .setJITTargetMachineBuilder(machine)
                  .setLinkProcessSymbolsByDefault(false)
                  .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                  .create());
  // The three functions that any object may refer to, and what targets make of operations.
  llvm::orc::SymbolMap allowed;
  using Address = llvm::orc::ExecutorAddr;
  const bool older = !facts.exponent_operations;
  for (const auto& [symbol, address] :
       {std::pair("memcpy", Address::fromPtr(&memcpy)),
        std::pair("memmove", Address::fromPtr(&memmove)),
        std::pair("memset", Address::fromPtr(&memset)),
        std::pair("__lanewise_elementwise_scale_f32", Address::fromPtr(&scale<float>)),
        std::pair("__lanewise_elementwise_exponent_f32", Address::fromPtr(&exponent<float>)),
        std::pair("__lanewise_elementwise_significand_f32", Address::fromPtr(&significand<float>)),
        std::pair("__lanewise_elementwise_reciprocal_f32",
                  Address::fromPtr(older ? &older_reciprocal : &reciprocal<float>)),
        std::pair("__lanewise_elementwise_reciprocal_f64", Address::fromPtr(&reciprocal<double>)),
        std::pair("__lanewise_elementwise_root_f32",
                  Address::fromPtr(older ? &older_root : &root<float>)),
        std::pair("__lanewise_elementwise_root_f64", Address::fromPtr(&root<double>)),
        std::pair("__lanewise_elementwise_scale_f64", Address::fromPtr(&scale<double>)),
        std::pair("__lanewise_elementwise_exponent_f64", Address::fromPtr(&exponent<double>)),
        std::pair("__lanewise_elementwise_significand_f64",
                  Address::fromPtr(&significand<double>))}) {
    allowed[jit->mangleAndIntern(symbol)] = {address, llvm::JITSymbolFlags::Exported};
  }
  llvm::cantFail(jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(allowed))));
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = parse(target(facts) + caller(name, result, types), *context);
  module->setTargetTriple(jit->getTargetTriple());
  module->setDataLayout(jit->getDataLayout());
  const auto linked = library().link(*module);
  EXPECT_TRUE(linked && linked->members > 0) << name;
  builtins::lower_events(*module);
  for (llvm::Function& function : *module) {
    if (!function.isDeclaration() && function.getName() != "run") {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    function.addFnAttr("target-cpu", cpu.empty() ? machine.getCPU() : cpu);
    // LLVM's estimates are more exact in registers of 512 bits than in smaller ones.
    function.addFnAttr("reciprocal-estimates", "none");
    function.addFnAttr("target-features", cpu.empty() ? machine.getFeatures().getString() : "");
  }
  optimise(*module);
  if (auto failure = jit->addIRModule({std::move(module), std::move(context)})) {
    ADD_FAILURE() << llvm::toString(std::move(failure));
    std::abort();
  }
  entry = check(jit->lookup("run")).toPtr<Entry>();
}

Native::~Native() = default;

namespace {

struct Element {
  const char *name, *mangled, *ir;
};
constexpr Element elements[] = {
    {"char", "c", "i8"},     {"uchar", "h", "i8"},     {"short", "s", "i16"},
    {"ushort", "t", "i16"},  {"int", "i", "i32"},      {"uint", "j", "i32"},
    {"long", "l", "i64"},    {"ulong", "m", "i64"},    {"half", "Dh", "half"},
    {"float", "f", "float"}, {"double", "d", "double"}};

std::pair<const Element*, std::string> take_apart(const std::string& type) {
  const size_t digit = type.find_first_of("0123456789");
  for (const Element& element : elements) {
    if (type.substr(0, digit) == element.name) {
      return {&element, digit == std::string::npos ? "" : type.substr(digit)};
    }
  }
  ADD_FAILURE() << "no such type: " << type;
  std::abort();
}

} // namespace

std::string mangle(const std::string& name, const std::vector<std::string>& types) {
  std::string result = "_Z" + std::to_string(name.size()) + name;
  std::vector<std::string> seen;
  for (const std::string& given : types) {
    const bool pointer = given.back() == '*';
    const std::string type = given.substr(0, given.size() - pointer);
    result += pointer ? "P" : "";
    const auto [element, width] = take_apart(type);
    const auto before = std::find(seen.begin(), seen.end(), type);
    if (width.empty()) {
      result += element->mangled;
    } else if (before == seen.end()) {
      result += "Dv" + width + "_" + element->mangled;
      seen.push_back(type);
    } else {
      const auto index = before - seen.begin();
      result += index == 0 ? "S_" : "S" + std::to_string(index - 1) + "_";
    }
  }
  return result;
}

std::string ir_type(const std::string& type) {
  const auto [element, width] = take_apart(type);
  return width.empty() ? element->ir : "<" + width + " x " + element->ir + ">";
}

void Native::operator()(size_t count, void* out, const std::vector<const void*>& in) const {
  entry(count, out, in.data());
}
