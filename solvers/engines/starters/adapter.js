// Measures a library for exact cover with xcbench. Fill in solve; the rest speaks the protocol xcb.
// Test it:
//   xcbench engine test 'node adapter.js'
"use strict";
const fs = require("node:fs");

// solve passes each solution to found, as a list of indices of problem.options, until found returns
// true. Items are 0, 1, ...; the first problem.primary of them must be covered exactly once, the others
// at most once, or often if always in one colour. An option is a list of pairs: an item and its colour, 0
// for none. limits has solutions (a number, or nothing for all) and time (nanoseconds), which found
// keeps too. Replace this search by a call of your library. Return its number of nodes, or nothing.
function solve(problem, limits, found) {
  const covered = new Map(), chosen = [];
  const extend = () => {
    let item = 0;
    while (covered.has(item)) item++;
    if (item >= problem.primary) return found(chosen);
    return problem.options.some((option, number) => {
      if (!option.some(([i]) => i === item) || option.some(([i, c]) => covered.has(i) && (c === 0 || covered.get(i) !== c)))
        return false;
      const fresh = option.filter(([i]) => !covered.has(i));
      fresh.forEach(([i, c]) => covered.set(i, c)), chosen.push(number);
      const stop = extend();
      fresh.forEach(([i]) => covered.delete(i)), chosen.pop();
      return stop;
    });
  };
  extend();
}

function readProblem(bytes) {
  const numbers = [];
  for (let at = 0; at < bytes.length; at += 4) numbers.push(bytes.readUInt32LE(at));
  const [primary, items, count] = numbers.splice(0, 3);
  const options = [];
  let at = 0;
  for (let k = 0; k < count; k++) {
    const option = [];
    for (let left = numbers[at++]; left > 0; left--, at += 2) option.push([numbers[at], numbers[at + 1]]);
    options.push(option);
  }
  if (at !== numbers.length || options.some((option) => option.some(([item]) => item >= items))) throw new Error();
  return { primary, items, options };
}

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

// answer runs a search and reports it.
function answer(problem, pairs) {
  const limits = {};
  for (let k = 0; k + 1 < pairs.length; k += 2) limits[pairs[k]] = Number(pairs[k + 1]);
  let solutions = 0, status = "solved";
  const began = now();
  const nodes = solve(problem, limits, (options) => {
    solutions++;
    if (limits.show) print("solution", ...options.map((option) => option + 1));
    if (solutions === limits.solutions) status = "limit";
    else if (limits.time && now() - began >= limits.time) status = "timeout";
    return status !== "solved";
  });
  print("done", status, "solutions", solutions, ...(typeof nodes === "number" ? ["nodes", nodes] : []), "search", now() - began);
}

let input = Buffer.alloc(0);
// read returns the next bytes of the standard input: n of them, or a line.
function read(n) {
  const piece = Buffer.alloc(1 << 16);
  let end;
  while ((end = n ?? input.indexOf(10) + 1) > input.length || (n === undefined && end === 0)) {
    const got = fs.readSync(0, piece);
    if (got === 0) return null;
    input = Buffer.concat([input, piece.subarray(0, got)]);
  }
  const bytes = input.subarray(0, end);
  input = input.subarray(end);
  return bytes;
}

let problem = null;
for (let line; (line = read()) !== null; flush()) {
  const [word, ...rest] = line.toString().trim().split(/\s+/);
  if (word === "xcb") print("xcb 1\nname adapter.js\nversion 1\nproblem pairs\ntakes secondary\ntakes colours\nready");
  else if (word === "problem") {
    const bytes = read(Number(rest[1]));
    try {
      problem = readProblem(bytes);
      print("ready");
    } catch {
      print("error wrong problem");
    }
  } else if (word === "run") answer(problem, rest);
  else if (word !== "cancel") print("error unknown request", word);
}
