# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The abstract syntax tree of a program. Operations and what they carry are listed in `printer.py`, which writes them."""
from dataclasses import dataclass, field

from generator.program.types import VOID


class Expr:
    """An operation with operands; `data` is what it needs besides (a variable, a name, a number)."""
    __slots__ = ("op", "type", "args", "data")

    def __init__(self, op, type, args=(), data=None):
        self.op, self.type, self.args, self.data = op, type, list(args), data


class Stmt:
    """A statement with its expressions and the lists of statements inside it."""
    __slots__ = ("op", "exprs", "bodies", "data")

    def __init__(self, op, exprs=(), bodies=(), data=None):
        self.op, self.exprs, self.bodies, self.data = op, list(exprs), list(bodies), data


@dataclass(eq=False)
class Var:
    """`range` bounds an integer variable's values. `place`: "item" for variables of a kernel that each work-item has,
    "group" for those that all work-items of a group compute alike, "local" for arrays in local memory, "block" for what
    lives in a block without barriers, "constant" for constants of the program, "program" for what kernels may write there."""
    name: str
    type: object
    range: tuple | None = None
    place: str = "block"
    is_fixed: bool = False  # never assigned after its declaration


@dataclass(eq=False)
class Function:
    name: str
    result: object
    params: list
    body: list
    is_noinline: bool = False


@dataclass(eq=False)
class Kernel:
    name: str
    params: list        # of Var; what is passed stands in Launch
    locals: list        # static arrays in local memory
    body: list
    required_size: tuple | None = None
    max_items: int = 1  # of a group
    sub_group_size: int = 0  # required; 0: none is, and it calls no function of sub-groups
    written_params: list = field(default_factory=list)


@dataclass(eq=False)
class Collective:
    """A function that all work-items of a group or sub-group call with the value of `var`, which becomes its result."""
    var: Var
    function: str             # as OpenCL C names it, without "work_group_" and the like
    dimensions: int           # of the range
    size: int = 0             # of a sub-group, or of the clusters of one; 0: it concerns the work-group
    is_clustered: bool = False
    active: Var | None = None  # where it is not 0, work-items take part: the function is a non-uniform one
    amount: object = None     # of shuffles: a variable with the other work-item's number, or by how much it differs


@dataclass(eq=False)
class Buffer:
    """`fill` chooses what is in it at first (runtime/data.h). With `size2` it is an image of that width and height."""
    element: object
    count: int
    fill: int
    size2: tuple | None = None

    @property
    def size(self) -> int:
        return self.element.size * self.count


@dataclass(eq=False)
class Launch:
    """Arguments: ("buffer", index), ("bytes", bytes), ("local", bytes), ("sampler", (whether it is normalized, mode))."""
    kernel: Kernel
    arguments: list
    global_size: tuple
    local_size: tuple | None  # None: the driver's choice
    offset: tuple

    @property
    def has_smaller_groups(self) -> bool:
        return any(size % local for size, local in zip(self.global_size, self.local_size or ()))


@dataclass(eq=False)
class Program:
    seed: int
    structs: list = field(default_factory=list)
    pointer_structs: list = field(default_factory=list)  # in which generic pointers are
    constants: list = field(default_factory=list)  # pairs of Var and values
    variables: list = field(default_factory=list)  # of program scope: pairs of Var and the first values, others are 0
    pointers: list = field(default_factory=list)   # of program scope: pairs of Var and the variable of which it holds the address
    samplers: list = field(default_factory=list)   # pairs of Var and (whether it is normalized, mode)
    functions: list = field(default_factory=list)
    kernels: list = field(default_factory=list)
    buffers: list = field(default_factory=list)
    launches: list = field(default_factory=list)
    features: set = field(default_factory=set)


SYNCHRONISES = ("barrier", "collective", "group_break", "group_return", "group_decl")


def synchronises(statement) -> bool:
    """Whether all work-items of a group do it together: it has a barrier in it."""
    return statement.op in SYNCHRONISES or any(synchronises(inner) for body in statement.bodies for inner in body)


def declares_counter(statement) -> bool:
    """Whether a "for" has a variable of its own."""
    return statement.data[1] != "stride" or statement.data[3]


def all_statements(body):
    for statement in body:
        yield statement
        for inner in statement.bodies:
            yield from all_statements(inner)


def all_expressions(expr):
    yield expr
    for arg in expr.args:
        yield from all_expressions(arg)


def reached_statements(body, found=None):
    """Those of a body and of the functions that it calls, but none of what only some forms have."""
    found = set() if found is None else found
    for statement in body:
        if statement.op == "dead":
            continue
        yield statement
        for expr in statement.exprs:
            for part in all_expressions(expr):
                if part.op == "function" and id(part.data) not in found:
                    found.add(id(part.data))
                    yield from reached_statements(part.data.body, found)
        for inner in statement.bodies:
            yield from reached_statements(inner, found)


def first_call(expr):
    """A call in it that is always evaluated."""
    if expr.op == "function":
        return expr if expr.type != VOID else None
    if expr.op in ("choose", "logic"):
        return first_call(expr.args[0])
    return next(filter(None, map(first_call, expr.args)), None)
