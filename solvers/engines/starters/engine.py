"""An exact cover solver that xcbench can measure: Algorithm X on sets, in Python.

It speaks the protocol xcb: one line a message, and problems as text. Test it:
    xcbench engine test 'python3 engine.py'
"""

import sys
import time


class Stop(Exception):
    """Ends a search at a limit or at its time."""


class Problem:
    """Items are 0, 1, ... with the primary ones first; options are lists of items."""

    def __init__(self, text):
        lines = text.split("\n")
        primary, _, secondary = lines[0].partition("|")
        names = primary.split() + secondary.split()
        self.primary = len(primary.split())
        index = {name: item for item, name in enumerate(names)}
        if len(index) < len(names):
            raise ValueError("an item occurs twice")
        self.options = []
        for number, line in enumerate(lines[1:-1], 1):
            option = line.split()
            for name in option:
                if name not in index:
                    raise ValueError(f"option {number} has the unknown item {name}")
            self.options.append([index[name] for name in option])
        self.live = {item: set() for item in range(len(names))}  # by active item, its options
        for number, option in enumerate(self.options):
            for item in option:
                self.live[item].add(number)

    def cover(self, option):
        """Removes the items of an option, and all options that contain them. Returns what it removed."""
        removed, updates = [], 0
        for item in self.options[option]:
            for rival in self.live[item]:
                for other in self.options[rival]:
                    if other != item:
                        self.live[other].remove(rival)
                        updates += 1
            removed.append((item, self.live.pop(item)))
        return removed, updates + len(removed)

    def uncover(self, removed):
        for item, rivals in reversed(removed):
            self.live[item] = rivals
            for rival in rivals:
                for other in self.options[rival]:
                    if other != item:
                        self.live[other].add(rival)


class Search:
    def __init__(self, problem, limits):
        self.problem = problem
        self.show = limits.get("show", 0)
        self.limits = {key: limits[key] for key in ("solutions", "nodes", "updates") if limits.get(key)}
        self.deadline = time.perf_counter_ns() + limits["time"] if limits.get("time") else None
        self.counts = {"solutions": 0, "nodes": 0, "updates": 0}
        self.levels = []  # nodes and updates
        self.chosen = []

    def stop_at(self, *keys):
        if any(self.counts[key] >= self.limits[key] for key in keys if key in self.limits):
            raise Stop("limit")
        if self.deadline and time.perf_counter_ns() >= self.deadline:
            raise Stop("timeout")

    def found(self, options):
        """Takes a solution."""
        self.counts["solutions"] += 1
        if self.show:
            print("solution", *(option + 1 for option in options))
        self.stop_at("solutions")

    def run(self, level=0):
        """Tries all options of the item that has the fewest."""
        self.stop_at("nodes", "updates")
        if level == len(self.levels):
            self.levels.append([0, 0])
        self.levels[level][0] += 1
        self.counts["nodes"] += 1
        p = self.problem
        active = [item for item in p.live if item < p.primary]
        if not active:
            self.found(self.chosen)
            return
        best = min(active, key=lambda item: (len(p.live[item]), item))
        for option in sorted(p.live[best]):
            self.chosen.append(option)
            removed, updates = p.cover(option)
            self.levels[level][1] += updates
            self.counts["updates"] += updates
            try:
                self.run(level + 1)
            finally:
                p.uncover(removed)
                self.chosen.pop()


def answer(problem, limits):
    """Runs a search and reports it."""
    search, status = Search(problem, limits), "solved"
    began = time.perf_counter_ns()
    try:
        search.run()
    except Stop as stop:
        status = str(stop)
    took = time.perf_counter_ns() - began
    for nodes, updates in search.levels:
        print("level", nodes, updates)
    print("done", status, *(f"{key} {count}" for key, count in search.counts.items()), "search", took)


def main():
    sys.setrecursionlimit(1_000_000)
    problem = None
    while line := sys.stdin.buffer.readline():
        word, *rest = line.decode().split()
        if word == "xcb":
            print("xcb 1\nname engine.py\nversion 1\nproblem dlx\ntakes secondary\nready")
        elif word == "problem":
            text = sys.stdin.buffer.read(int(rest[1])).decode()
            began = time.perf_counter_ns()
            try:
                problem = Problem(text)
                print("ready setup", time.perf_counter_ns() - began)
            except ValueError as error:
                print("error", error)
        elif word == "run":
            answer(problem, {key: int(value) for key, value in zip(rest[::2], rest[1::2])})
        elif word != "cancel":
            print("error unknown request", word)
        sys.stdout.flush()


main()
