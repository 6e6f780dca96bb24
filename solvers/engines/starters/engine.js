// An exact cover solver that xcbench can measure: Algorithm X on sets, in JavaScript.
// It speaks the protocol xcb: one line a message, and problems as text. Test it:
//   xcbench engine test 'node engine.js'
"use strict";
const fs = require("node:fs");

// Input reads lines and blocks of bytes from the standard input.
const input = {
  bytes: Buffer.alloc(0),
  more() {
    const piece = Buffer.alloc(1 << 16);
    const n = fs.readSync(0, piece);
    this.bytes = Buffer.concat([this.bytes, piece.subarray(0, n)]);
    return n > 0;
  },
  take(n) {
    while (this.bytes.length < n && this.more());
    const text = this.bytes.toString("utf8", 0, n);
    this.bytes = this.bytes.subarray(n);
    return text;
  },
  line() {
    let end;
    while ((end = this.bytes.indexOf(10)) < 0) if (!this.more()) return null;
    return this.take(end + 1);
  },
};

const words = (text) => text.split(/\s+/).filter((word) => word !== "");
const now = () => process.hrtime.bigint();
let output = "";
const print = (...list) => {
  output += list.join(" ") + "\n";
  if (output.length > 1 << 16) flush();
};
const flush = () => {
  let bytes = Buffer.from(output);
  while (bytes.length > 0) bytes = bytes.subarray(fs.writeSync(1, bytes));
  output = "";
};

// Items are 0, 1, ... with the primary ones first; options are lists of items.
class Problem {
  constructor(text) {
    const [head, ...lines] = text.split("\n");
    const [primary, secondary = ""] = head.split("|");
    const names = [...words(primary), ...words(secondary)];
    this.primary = words(primary).length;
    const index = new Map(names.map((name, item) => [name, item]));
    this.live = new Map(names.map((_, item) => [item, new Set()])); // by active item, its options
    this.options = lines.slice(0, -1).map((line, number) =>
      words(line).map((name) => {
        if (!index.has(name)) throw new Error(`option ${number + 1} has the unknown item ${name}`);
        this.live.get(index.get(name)).add(number);
        return index.get(name);
      }));
  }

  // cover removes the items of an option, and all options that contain them.
  cover(option) {
    const removed = [];
    let updates = 0;
    for (const item of this.options[option]) {
      const rivals = this.live.get(item);
      for (const rival of rivals)
        for (const other of this.options[rival])
          if (other !== item) this.live.get(other).delete(rival), updates++;
      this.live.delete(item);
      removed.push([item, rivals]);
    }
    return [removed, updates + removed.length];
  }

  uncover(removed) {
    for (const [item, rivals] of removed.reverse()) {
      this.live.set(item, rivals);
      for (const rival of rivals)
        for (const other of this.options[rival]) if (other !== item) this.live.get(other).add(rival);
    }
  }
}

class Search {
  counts = { solutions: 0, nodes: 0, updates: 0 };
  levels = []; // nodes and updates
  chosen = [];
  status = "solved"; // until a limit or the time ends the search

  constructor(problem, limits) {
    this.problem = problem;
    this.limits = limits;
    this.deadline = limits.time ? now() + BigInt(limits.time) : null;
  }

  ended(...keys) {
    if (keys.some((key) => this.limits[key] && this.counts[key] >= this.limits[key])) this.status = "limit";
    else if (this.deadline && now() >= this.deadline) this.status = "timeout";
    return this.status !== "solved";
  }

  // found takes a solution, and reports whether the search has to end.
  found(options) {
    this.counts.solutions++;
    if (this.limits.show) print("solution", ...options.map((option) => option + 1));
    return this.ended("solutions");
  }

  // run tries all options of the item that has the fewest, the first of several.
  run(level) {
    if (this.ended("nodes", "updates")) return;
    const p = this.problem;
    this.levels[level] ??= [0, 0];
    this.levels[level][0]++;
    this.counts.nodes++;
    let best = -1;
    for (let item = 0; item < p.primary; item++)
      if (p.live.has(item) && (best < 0 || p.live.get(item).size < p.live.get(best).size)) best = item;
    if (best < 0) {
      this.found(this.chosen);
      return;
    }
    for (const option of [...p.live.get(best)].sort((a, b) => a - b)) {
      this.chosen.push(option);
      const [removed, updates] = p.cover(option);
      this.levels[level][1] += updates;
      this.counts.updates += updates;
      this.run(level + 1);
      p.uncover(removed);
      this.chosen.pop();
      if (this.status !== "solved") return;
    }
  }
}

// answer runs a search and reports it.
function answer(problem, pairs) {
  const limits = {};
  for (let k = 0; k + 1 < pairs.length; k += 2) limits[pairs[k]] = Number(pairs[k + 1]);
  const search = new Search(problem, limits);
  const began = now();
  search.run(0);
  const took = now() - began;
  for (const level of search.levels) print("level", ...level);
  print("done", search.status, ...Object.entries(search.counts).flat(), "search", took);
}

let problem = null;
for (let line; (line = input.line()) !== null; flush()) {
  const [word, ...rest] = words(line);
  if (word === "xcb") print("xcb 1\nname engine.js\nversion 1\nproblem dlx\ntakes secondary\nready");
  else if (word === "problem") {
    const text = input.take(Number(rest[1]));
    const began = now();
    try {
      problem = new Problem(text);
      print("ready setup", now() - began);
    } catch (error) {
      print("error", error.message);
    }
  } else if (word === "run") answer(problem, rest);
  else if (word !== "cancel") print("error unknown request", word);
}
