# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Groups of another size for kernels whose results cannot depend on it."""
from generator.program.shape import product
from generator.program.tree import all_expressions, reached_statements
from generator.program.types import Pointer
from generator.random_numbers import Random

GROUP_FUNCTIONS = ("get_local_id", "get_group_id", "get_local_size", "get_enqueued_local_size", "get_num_groups", "get_sub_group_local_id",
                   "get_sub_group_id", "get_sub_group_size", "get_num_sub_groups")
MAX_ITEMS = 256


def sees_groups(kernel) -> bool:
    """Whether it asks for its place in a group, synchronises, or has local memory."""
    if kernel.locals or any(isinstance(param.type, Pointer) and param.type.space == "local" for param in kernel.params):
        return True
    for statement in reached_statements(kernel.body):
        if statement.op in ("barrier", "collective", "group_break", "group_return"):
            return True
        for expr in statement.exprs:
            if any(part.op == "id" and part.data[0] in GROUP_FUNCTIONS for part in all_expressions(expr)):
                return True
    return False


def regrouped(launch, seed: int):
    """Another local size, or None for the driver's choice; the same for launches of the same range."""
    random = Random(seed)
    for size in launch.global_size:
        random = Random(random.bits() ^ size)
    if random.chance(15):
        return None
    for _ in range(20):
        local = tuple(random.choice([n for n in range(1, size + 1) if size % n == 0]) for size in launch.global_size)
        if product(local) <= MAX_ITEMS and local != launch.local_size:
            return local
    return launch.local_size
