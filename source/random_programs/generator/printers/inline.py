# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes bodies of functions where these are called."""
from generator.printers.printer import Printer
from generator.program.tree import first_call
from generator.program.types import Array

MOST = 12  # of a program: nested calls double


class InliningPrinter(Printer):
    """Calls that are statements, or always happen in an assignment or a declaration. A call of a function that has a result
    has no side effect, so it may come before the rest of its statement. Names are unique in a program, but for labels."""

    def __init__(self, program):
        super().__init__(program)
        self.calls = 0        # that could be replaced so far
        self.inlined = 0      # that were
        self.body_of = None  # whose body is written in place of a call
        self.result = ""      # where it leaves its result
        self.suffix = ""      # of its labels
        self.leaves_early = False
        self.replaced = {}    # id of a call to the variable that has its result

    def label(self, text: str) -> str:
        return text + self.suffix

    def try_inline(self, stmt) -> bool:
        call = self.call_of(stmt)
        if call is None or self.inlined >= MOST:
            return False
        self.calls += 1
        if self.calls % 3 == 0:
            return False
        self.inlined += 1
        if stmt.op == "expr":
            self.write_body(call, "")
            return True
        result = f"result_{self.inlined}"
        if stmt.op == "declare":
            self.line(f"{self.declaration(stmt.data.type, stmt.data.name)};")
        self.line("{")
        self.depth += 1
        self.line(f"{call.type} {result};")
        self.write_body(call, result)
        self.replaced[id(call)] = result
        if stmt.op == "declare":
            self.line(f"{stmt.data.name} = {self.expr(stmt.exprs[0])};")
        else:
            self.stmt_assign(stmt)
        del self.replaced[id(call)]
        self.depth -= 1
        self.line("}")
        return True

    def call_of(self, stmt):
        if stmt.op == "expr" and stmt.exprs[0].op == "function":
            return stmt.exprs[0]
        if stmt.op == "assign":
            return first_call(stmt.exprs[1])
        if stmt.op == "declare" and stmt.exprs and not stmt.data.is_fixed and not isinstance(stmt.data.type, Array):
            return first_call(stmt.exprs[0])
        return None

    def write_body(self, call, result) -> None:
        function, suffix = call.data, f"_{self.inlined}"
        arguments = self.args(call)
        kept = self.body_of, self.result, self.suffix, self.leaves_early
        self.body_of, self.result, self.suffix, self.leaves_early = function, result, suffix, False
        self.line("{")
        self.depth += 1
        for param, argument in zip(function.params, arguments):
            self.line(f"{self.declaration(param.type, param.name)} = {argument};")
        self.depth -= 1
        self.body(function.body)
        self.line(f"}} returned{suffix}: ;" if self.leaves_early else "}")
        self.body_of, self.result, self.suffix, self.leaves_early = kept

    def expr_function(self, expr) -> str:
        return self.replaced.get(id(expr)) or super().expr_function(expr)

    def stmt_return(self, stmt) -> None:
        if self.body_of is None:
            return super().stmt_return(stmt)
        value = f"{self.result} = {self.expr(stmt.exprs[0])};" if stmt.exprs else ""
        if stmt is self.body_of.body[-1]:
            return self.line(value or ";")
        self.leaves_early = True
        self.line(f"{{ {value} goto returned{self.suffix}; }}")
