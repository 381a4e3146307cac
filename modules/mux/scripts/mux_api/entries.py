# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C++ sources of the entry points: argument checks, tracing, and the tables of targets."""

from .headers import LICENSE, is_optional, prototype, target_functions
from .schema import Check, Function, Param, Schema


def implied_checks(schema: Schema, function: Function) -> list[Check]:
    """The checks that follow from the parameters' types and attributes, in order."""
    checks = []
    identity = ""
    if function.dispatch == "object":
        identity = f"{function.params[0].name}->header.id"
    for param in function.params:
        checks += param_checks(schema, param, identity)
        if param.type == "mux_buffer_t" and function.stem.startswith("Command"):
            checks.append(Check("mux_error_invalid_state", f"{param.name}->memory != nullptr",
                                f"`{param.name}` is not bound to memory"))
    return checks


def param_checks(schema: Schema, param: Param, identity: str) -> list[Check]:
    name, base = param.name, schema.base(param.type)
    checks = []

    def need(error: str, unless: str, text: str) -> None:
        checks.append(Check(f"mux_error_{error}", unless, text))

    is_pointer = param.type.endswith("*") or param.pointer
    if param.length:
        need("null_pointer", f"{name} != nullptr || {param.length} == 0",
             f"`{name}` is null and `{param.length}` is not 0")
        if base in schema.handle_types and not param.out:
            kind = schema.handle_types[base]
            need("invalid_object",
                 f"check::objects({name}, {param.length}, mux_object_type_{kind}, {identity})",
                 f"an element of `{name}` is not a {kind} of the target")
        elif base in schema.checked_structs:
            need("invalid_value", f"check::structs({name}, {param.length}, {identity})",
                 f"an element of `{name}` is not valid")
        return checks
    if param.type in schema.handle_types:
        kind = schema.handle_types[param.type]
        if not param.optional:
            need("null_pointer", f"{name} != nullptr", f"`{name}` is null")
        target = "check::known_target" if identity == f"{name}->header.id" else identity
        test = f"check::object({name}, mux_object_type_{kind}, {target})"
        if param.optional:
            test = f"{name} == nullptr || {test}"
        need("invalid_object", test, f"`{name}` is not a {kind} of the target")
    elif param.type == "mux_allocator_info_t":
        need("null_pointer", f"{name}.allocate != nullptr && {name}.free != nullptr",
             f"`{name}` lacks a function")
    elif (param.out or param.pointer) and not param.optional:
        need("null_pointer", f"{name} != nullptr", f"`{name}` is null")
    if param.nonzero:
        need("invalid_value", f"{name} != 0", f"`{name}` is 0")
    if is_pointer and base in schema.checked_structs and not param.out:
        test = f"check::structs({name}, 1, {identity})"
        if param.optional:
            test = f"{name} == nullptr || {test}"
        need("invalid_value", test, f"`{name}` is not valid")
    if param.type == "mux_id_t" and name == "target":
        need("invalid_value", f"check::target({name})", f"there is no target `{name}`")
    enum = schema.enums.get(param.flags or param.type)
    if enum is not None:
        first = int(enum.get("first", 0))
        if enum.tag == "flags":
            need("invalid_value", f"{name} != 0 && {name} < {1 << len(enum)}u",
                 f"`{name}` is 0 or has unknown bits")
        else:
            low = f"{name} >= {first} && " if first else ""
            need("invalid_value", f"{low}uint32_t({name}) < {first + len(enum)}u",
                 f"`{name}` is none of {enum.get('name')}")
    return checks


def all_checks(schema: Schema, function: Function) -> list[Check]:
    return implied_checks(schema, function) + function.checks


def entry(schema: Schema, function: Function) -> str:
    checks = "".join(
        f"  if (!({check.unless})) {{\n    return {check.error};\n  }}\n"
        for check in all_checks(schema, function))
    names = ", ".join(p.name for p in function.params)
    traced = ", ".join(f'{{"{p.name}", {p.name}}}' for p in function.params)
    call = (f"mux::list_targets({names})" if function.dispatch == "none"
            else f"muxSelect{function.stem}({names})")
    checker = prototype(function, f"checked{function.stem}")
    return (f"static {checker} {{\n{checks}  return {call};\n}}\n\n"
            f'extern "C" {prototype(function, function.name)} {{\n'
            "  if (!mux::trace::enabled()) {\n"
            f"    return checked{function.stem}({names});\n  }}\n"
            "  const uint64_t begin = mux::trace::now();\n"
            f"  const mux_result_t result = checked{function.stem}({names});\n"
            f'  mux::trace::call("{function.name}", begin, result, {{{traced}}});\n'
            "  return result;\n}\n")


def cpp(text: str) -> str:
    return LICENSE + text


def group_cpp(schema: Schema, group) -> str:
    body = "\n".join(entry(schema, function) for function in group.functions)
    return cpp('#include "check.h"\n#include "mux/select.h"\n#include "targets.h"\n'
               '#include "trace.h"\n\nnamespace check = mux::check;\n\n' + body)


def targets_cpp(schema: Schema) -> str:
    last = max(int(t.get("id")) for t in schema.targets)
    own = [t for t in schema.targets if not is_optional(t)]
    includes = "".join(f'#include "mux/targets/{t.get("name")}.h"\n' for t in own)
    tables, by_id = "", {0: "nullptr"}
    for target in schema.targets:
        by_id[int(target.get("id"))] = f"&mux_target_{target.get('name')}"
    for target in own:
        name = target.get("name")
        tables += f"const mux_target_functions_t mux_target_{name} = MUX_TABLE_{name.upper()};\n"
    rows = ", ".join(by_id.get(i, "nullptr") for i in range(last + 1))
    results = schema.enums["mux_result_t"]
    names = "".join(f'    "mux_{value.get("name")}",\n' for value in results)
    return cpp(
        f'#include "mux/config.h"\n{includes}\nextern "C" {{\n\n{tables}'
        f"const mux_target_functions_t* const mux_targets[MUX_TARGET_MAX + 1] = {{{rows}}};\n\n"
        "const char* muxGetResultName(mux_result_t result) {\n"
        f"  static const char* const names[] = {{\n{names}  }};\n"
        f'  return uint32_t(result) < {len(results)}u ? names[result] : "unknown mux_result_t";\n}}\n\n}}\n')
