# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much there is to compile in a program: operations, each as often as its vector has elements and its function is called.
A build takes about a millisecond for each, and some of a kind far longer: without a limit few programs take most of the time."""
from generator.program.types import is_vector

LEAVES = ("var", "const", "id")
MOST = 250  # for each step of size
MANY = 64   # cases of a switch, which are small then


class Weights:
    def __init__(self):
        self.of_function = {}

    def expr(self, expr) -> float:
        weight = 0.3 if expr.op in LEAVES else expr.type.count if is_vector(expr.type) else 1
        if expr.op == "function":
            weight += self.function(expr.data)
        return weight + sum(map(self.expr, expr.args))

    def body(self, body) -> float:
        return sum(map(self.statement, body))

    def statement(self, stmt) -> float:
        inner = sum(map(self.body, stmt.bodies))
        return 1 + sum(map(self.expr, stmt.exprs)) + (inner / 8 if len(stmt.bodies) > MANY else inner)

    def function(self, function) -> float:
        if id(function) not in self.of_function:
            self.of_function[id(function)] = self.body(function.body)
        return self.of_function[id(function)]


def weight_of(program) -> float:
    weights = Weights()
    return sum(weights.body(kernel.body) for kernel in program.kernels)
