// An exact cover solver that xcbench can measure: Algorithm X on sets of bits, in Rust.
// It speaks the protocol xcb: one line a message, and problems in binary. Build and test it:
//   rustc --edition 2021 -O -o engine engine.rs
//   xcbench engine test ./engine
use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::time::Instant;

/// A set of options: option o is bit o%64 of word o/64.
type Set = Vec<u64>;

fn has(s: &Set, o: usize) -> bool {
    s[o / 64] >> (o % 64) & 1 != 0
}

/// How many options two sets have in common.
fn common(s: &Set, t: &Set) -> u64 {
    s.iter().zip(t).map(|(a, b)| (a & b).count_ones() as u64).sum()
}

/// Items are 0, 1, ... with the primary ones first; options are lists of items.
#[derive(Default)]
struct Problem {
    primary: usize,
    options: Vec<Vec<usize>>,
    with: Vec<Set>, // by item, the options with it
}

impl Problem {
    /// Reads 32-bit numbers; returns None if they are no problem.
    fn read(text: &[u8]) -> Option<Problem> {
        let mut numbers = text.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().unwrap()) as usize);
        let mut next = || numbers.next();
        let (primary, items, options) = (next()?, next()?, next()?);
        let mut p = Problem { primary, options: vec![vec![]; options], with: vec![vec![0; options / 64 + 1]; items] };
        for o in 0..options {
            for _ in 0..next()? {
                let item = next()?;
                p.with.get_mut(item)?[o / 64] |= 1 << (o % 64);
                p.options[o].push(item);
            }
        }
        Some(p)
    }
}

/// Counts nodes and updates by level. An update is an option that is no longer live.
struct Search<'a, W: Write> {
    p: &'a Problem,
    out: &'a mut W,
    limits: HashMap<&'a str, u64>,
    began: Instant,
    solutions: u64,
    nodes: u64,
    updates: u64,
    levels: Vec<(u64, u64)>,
    covered: Vec<bool>, // by item
    chosen: Vec<usize>,
    status: &'static str, // "solved", unless a limit or the time ends the search
}

impl<W: Write> Search<'_, W> {
    fn stop(&mut self, status: &'static str, key: &str, n: u64) {
        if self.limits.get(key).is_some_and(|&limit| limit > 0 && n >= limit) {
            self.status = status;
        }
    }

    /// Tries all live options of the item that has the fewest, the first of several.
    fn run(&mut self, live: &Set) -> io::Result<()> {
        self.stop("timeout", "time", self.began.elapsed().as_nanos() as u64);
        self.stop("limit", "nodes", self.nodes);
        self.stop("limit", "updates", self.updates);
        if self.status != "solved" {
            return Ok(());
        }
        let (p, level) = (self.p, self.chosen.len());
        if level == self.levels.len() {
            self.levels.push((0, 0));
        }
        self.nodes += 1;
        self.levels[level].0 += 1;
        let open = (0..p.primary).filter(|&i| !self.covered[i]);
        let Some(best) = open.min_by_key(|&i| common(&p.with[i], live)) else {
            self.solutions += 1; // every primary item is covered
            if self.limits.contains_key("show") {
                let options = self.chosen.iter().map(|o| format!(" {}", o + 1));
                writeln!(self.out, "solution{}", options.collect::<String>())?;
            }
            self.stop("limit", "solutions", self.solutions);
            return Ok(());
        };
        for o in (0..p.options.len()).filter(|&o| has(&p.with[best], o) && has(live, o)) {
            let mut left = live.clone();
            for &i in &p.options[o] {
                self.covered[i] = true;
                left.iter_mut().zip(&p.with[i]).for_each(|(word, gone)| *word &= !gone);
            }
            let gone = common(live, live) - common(&left, &left);
            self.updates += gone;
            self.levels[level].1 += gone;
            self.chosen.push(o);
            self.run(&left)?;
            self.chosen.pop();
            p.options[o].iter().for_each(|&i| self.covered[i] = false);
            if self.status != "solved" {
                break;
            }
        }
        Ok(())
    }
}

/// Runs a search and reports it.
fn answer(p: &Problem, words: &[&str], out: &mut impl Write) -> io::Result<()> {
    let limits = words.chunks_exact(2).map(|pair| (pair[0], pair[1].parse().unwrap_or(0))).collect();
    let (covered, chosen, levels) = (vec![false; p.with.len()], vec![], vec![]);
    let mut s = Search { p, out, limits, began: Instant::now(), solutions: 0, nodes: 0, updates: 0, levels, covered,
        chosen, status: "solved" };
    s.run(&vec![!0; p.options.len() / 64 + 1])?;
    let took = s.began.elapsed().as_nanos();
    for (nodes, updates) in &s.levels {
        writeln!(s.out, "level {nodes} {updates}")?;
    }
    writeln!(s.out, "done {} solutions {} nodes {} updates {} search {took}", s.status, s.solutions, s.nodes, s.updates)
}

fn main() -> io::Result<()> {
    let (mut input, mut out) = (io::stdin().lock(), io::BufWriter::new(io::stdout().lock()));
    let (mut problem, mut line) = (Problem::default(), String::new());
    while input.read_line(&mut line)? > 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or("") {
            "xcb" => writeln!(out, "xcb 1\nname engine.rs\nversion 1\nproblem binary\ntakes secondary\nready")?,
            "problem" => {
                let mut text = vec![0; words[2].parse().unwrap_or(0)];
                input.read_exact(&mut text)?;
                let began = Instant::now();
                match Problem::read(&text) {
                    Some(p) => {
                        problem = p;
                        writeln!(out, "ready setup {}", began.elapsed().as_nanos())?
                    }
                    None => writeln!(out, "error wrong problem")?,
                }
            }
            "run" => answer(&problem, &words[1..], &mut out)?,
            _ => {} // cancel
        }
        out.flush()?;
        line.clear();
    }
    Ok(())
}
