"""Measures a library for exact cover with xcbench. Fill in solve; the rest speaks the protocol xcb.

Test it:
    xcbench engine test 'python3 adapter.py'
"""

import array
import sys
import time


def solve(problem, limits, found):
    """Passes each solution to found, as a list of indices of problem.options, until found returns True.

    Items are 0, 1, ...; the first problem.primary of them must be covered exactly once, the others at
    most once, or often if always in one colour. An option is a list of pairs: an item and its colour, 0
    for none. limits has solutions (a number, 0 for all) and time (nanoseconds, 0 for any), which found
    keeps too. Replace this search by a call of your library. Return its number of nodes, or None.
    """

    def extend(chosen, covered):
        item = next((i for i in range(problem.primary) if i not in covered), None)
        if item is None:
            return found(chosen)
        return any((item, 0) in option and all(i not in covered or 0 < c == covered[i] for i, c in option)
                   and extend(chosen + [number], covered | dict(option)) for number, option in enumerate(problem.options))

    extend([], {})


class Problem:
    def __init__(self, data):
        numbers = array.array("I", data)
        if sys.byteorder == "big":
            numbers.byteswap()
        self.primary, self.items, count = numbers[:3]
        self.options, at = [], 3
        for _ in range(count):
            end = at + 1 + 2 * numbers[at]
            self.options.append(list(zip(numbers[at + 1:end:2], numbers[at + 2:end:2])))
            at = end
        if at != len(numbers) or any(item >= self.items for option in self.options for item, _ in option):
            raise ValueError("wrong problem")


class Limits:
    def __init__(self, pairs):
        limits = {key: int(value) for key, value in zip(pairs[::2], pairs[1::2])}
        self.show, self.solutions, self.time = (limits.get(key, 0) for key in ("show", "solutions", "time"))


def answer(problem, limits):
    """Runs a search and reports it."""
    solutions, status = 0, "solved"
    began = time.perf_counter_ns()

    def found(options):
        nonlocal solutions, status
        solutions += 1
        if limits.show:
            print("solution", *(option + 1 for option in options))
        if solutions == limits.solutions:
            status = "limit"
        elif limits.time and time.perf_counter_ns() - began >= limits.time:
            status = "timeout"
        return status != "solved"

    nodes = solve(problem, limits, found)
    counters = ["nodes", nodes] if type(nodes) is int else []
    print("done", status, "solutions", solutions, *counters, "search", time.perf_counter_ns() - began)


def main():
    problem = None
    while line := sys.stdin.buffer.readline():
        word, *rest = line.decode().split()
        if word == "xcb":
            print("xcb 1\nname adapter.py\nversion 1\nproblem pairs\ntakes secondary\ntakes colours\nready")
        elif word == "problem":
            data = sys.stdin.buffer.read(int(rest[1]))
            try:
                problem = Problem(data)
                print("ready")
            except (ValueError, IndexError):
                print("error wrong problem")
        elif word == "run":
            answer(problem, Limits(rest))
        elif word != "cancel":
            print("error unknown request", word)
        sys.stdout.flush()


main()
