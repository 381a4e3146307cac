# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A generator of random numbers that gives the same ones with every version of Python."""

MASK = (1 << 64) - 1


def scrambled(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Random:
    """splitmix64. What the state begins with is the seed scrambled: states that are a multiple of the step apart would give
    the same numbers, only later."""

    def __init__(self, seed: int):
        self.state = scrambled(seed ^ 0x1234567)

    def bits(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return scrambled(self.state)

    def below(self, end: int) -> int:
        return self.bits() % end

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def choice(self, options):
        return options[self.below(len(options))]

    def weighted(self, options):
        """One of [(weight, option)]."""
        number = self.below(sum(weight for weight, _ in options))
        for weight, option in options:
            number -= weight
            if number < 0:
                return option
        raise AssertionError

    def shuffled(self, options):
        rest = list(options)
        for i in range(len(rest) - 1, 0, -1):
            j = self.below(i + 1)
            rest[i], rest[j] = rest[j], rest[i]
        return rest
