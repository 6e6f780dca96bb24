// An exact cover solver that xcbench can measure: Algorithm X with dancing links, in Rust.
// It speaks the protocol xcb: one line a message, and problems in binary. Build and test it:
//   rustc --edition 2021 -O -o engine engine.rs
//   xcbench engine test ./engine
use std::io::{self, BufRead, Read, Write};
use std::time::{Duration, Instant};

/// Item i is node i+1, and the head of the vertical list of its options. Node 0 is the head of the
/// horizontal list of the primary items. The other nodes are the items of options; option o has the
/// nodes from first[o] to first[o+1]-1.
#[derive(Default)]
struct Problem {
    up: Vec<usize>,
    down: Vec<usize>,
    left: Vec<usize>,
    right: Vec<usize>,
    size: Vec<usize>,
    top: Vec<usize>,
    option: Vec<usize>,
    first: Vec<usize>,
}

impl Problem {
    /// Reads 32-bit numbers; returns None if they are no problem.
    fn read(text: &[u8]) -> Option<Problem> {
        let mut numbers = text.chunks_exact(4).map(|b| i32::from_le_bytes(b.try_into().unwrap()));
        let mut next = || numbers.next().and_then(|n| usize::try_from(n).ok());
        let (primary, items, options) = (next()?, next()?, next()?);
        if primary > items {
            return None;
        }
        let mut p = Problem::default();
        for i in 0..=items {
            p.add(i, usize::MAX, i);
            p.size.push(0);
            if 0 < i && i <= primary {
                (p.left[i], p.right[i], p.right[i - 1], p.left[0]) = (i - 1, 0, i, i);
            }
        }
        for o in 0..options {
            p.first.push(p.up.len());
            for _ in 0..next()? {
                let item = next().filter(|&i| i < items)? + 1;
                p.add(item, o, 0);
                let (n, above) = (p.up.len() - 1, p.up[item]);
                (p.up[n], p.down[n], p.down[above], p.up[item]) = (above, item, n, n);
                p.size[item] += 1;
            }
        }
        p.first.push(p.up.len());
        Some(p)
    }

    fn add(&mut self, item: usize, option: usize, beside: usize) {
        let n = self.up.len();
        for (list, value) in [(&mut self.up, n), (&mut self.down, n), (&mut self.left, beside),
            (&mut self.right, beside), (&mut self.top, item), (&mut self.option, option)] {
            list.push(value);
        }
    }

    fn nodes(&self, r: usize) -> std::ops::Range<usize> {
        self.first[self.option[r]]..self.first[self.option[r] + 1]
    }

    fn cover(&mut self, i: usize) -> u64 {
        let (l, r) = (self.left[i], self.right[i]);
        (self.left[r], self.right[l]) = (l, r);
        let (mut updates, mut r) = (1, self.down[i]);
        while r != i {
            for k in self.nodes(r).filter(|&k| k != r) {
                let (u, d) = (self.up[k], self.down[k]);
                (self.down[u], self.up[d]) = (d, u);
                self.size[self.top[k]] -= 1;
                updates += 1;
            }
            r = self.down[r];
        }
        updates
    }

    fn uncover(&mut self, i: usize) {
        let mut r = self.up[i];
        while r != i {
            for k in self.nodes(r).rev().filter(|&k| k != r) {
                let (u, d) = (self.up[k], self.down[k]);
                (self.down[u], self.up[d]) = (k, k);
                self.size[self.top[k]] += 1;
            }
            r = self.up[r];
        }
        let (l, r) = (self.left[i], self.right[i]);
        (self.left[r], self.right[l]) = (i, i);
    }
}

#[derive(Default)]
struct Search {
    show: u64,
    limits: [u64; 3], // of solutions, nodes and updates; 0 for none
    counts: [u64; 3],
    deadline: Option<Instant>,
    levels: Vec<(u64, u64)>,
    chosen: Vec<usize>,
    status: Option<&'static str>, // why the search ends
}

impl Search {
    fn reached(&self, k: usize) -> bool {
        self.limits[k] > 0 && self.counts[k] >= self.limits[k]
    }

    /// Tries all options of the item that has the fewest, the first of several.
    fn run(&mut self, p: &mut Problem, level: usize, out: &mut impl Write) -> io::Result<()> {
        if self.reached(1) || self.reached(2) {
            self.status = Some("limit");
        } else if self.counts[1] % 256 == 0 && self.deadline.is_some_and(|d| Instant::now() >= d) {
            self.status = Some("timeout");
        }
        if self.status.is_some() {
            return Ok(());
        }
        if level == self.levels.len() {
            self.levels.push((0, 0));
        }
        self.counts[1] += 1;
        self.levels[level].0 += 1;
        let mut best = p.right[0];
        if best == 0 { // every primary item is covered
            self.counts[0] += 1;
            if self.show > 0 {
                let options = self.chosen.iter().map(|&r| format!(" {}", p.option[r] + 1));
                writeln!(out, "solution{}", options.collect::<String>())?;
            }
            if self.reached(0) {
                self.status = Some("limit");
            }
            return Ok(());
        }
        let mut i = best;
        while i != 0 {
            if p.size[i] < p.size[best] {
                best = i;
            }
            i = p.right[i];
        }
        let (mut updates, mut r) = (p.cover(best), p.down[best]);
        self.count(level, updates);
        while r != best && self.status.is_none() {
            self.chosen.push(r);
            updates = p.nodes(r).filter(|&k| k != r).map(|k| p.cover(p.top[k])).sum();
            self.count(level, updates);
            self.run(p, level + 1, out)?;
            p.nodes(r).rev().filter(|&k| k != r).for_each(|k| p.uncover(p.top[k]));
            self.chosen.pop();
            r = p.down[r];
        }
        p.uncover(best);
        Ok(())
    }

    fn count(&mut self, level: usize, updates: u64) {
        self.counts[2] += updates;
        self.levels[level].1 += updates;
    }
}

/// Runs a search and reports it.
fn answer(p: &mut Problem, words: &[&str], out: &mut impl Write) -> io::Result<()> {
    let (mut s, began) = (Search::default(), Instant::now());
    for pair in words.chunks_exact(2) {
        let n = pair[1].parse().unwrap_or(0);
        match pair[0] {
            "show" => s.show = n,
            "solutions" => s.limits[0] = n,
            "nodes" => s.limits[1] = n,
            "updates" => s.limits[2] = n,
            "time" => s.deadline = began.checked_add(Duration::from_nanos(n)),
            _ => {}
        }
    }
    s.run(p, 0, out)?;
    let took = began.elapsed().as_nanos();
    for (nodes, updates) in &s.levels {
        writeln!(out, "level {nodes} {updates}")?;
    }
    let (status, [solutions, nodes, updates]) = (s.status.unwrap_or("solved"), s.counts);
    writeln!(out, "done {status} solutions {solutions} nodes {nodes} updates {updates} search {took}")
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
            "run" => answer(&mut problem, &words[1..], &mut out)?,
            "cancel" => {}
            other => writeln!(out, "error unknown request {other}")?,
        }
        out.flush()?;
        line.clear();
    }
    Ok(())
}
