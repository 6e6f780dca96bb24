// Measures a library for exact cover with xcbench. Fill in solve; the rest speaks the protocol xcb.
// Build and test it:
//   rustc --edition 2021 -O -o adapter adapter.rs
//   xcbench engine test ./adapter
use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::time::Instant;

/// Items are 0, 1, ...; the first `primary` of them must be covered exactly once, the others at most
/// once, or often if always in one colour. Options are lists of items with their colours, 0 for none.
#[derive(Default)]
struct Problem {
    primary: usize,
    items: usize,
    options: Vec<Vec<(usize, usize)>>,
}

/// Passes each solution to `found`, as indices of options, until it returns true. `found` keeps the
/// limits too: "solutions", and "time" in nanoseconds. Replace this search by a call of your library.
/// Returns its number of nodes, or None.
fn solve(p: &Problem, _limits: &HashMap<&str, u64>, found: &mut dyn FnMut(&[usize]) -> bool) -> Option<u64> {
    fn extend(p: &Problem, covered: &[Option<usize>], chosen: &mut Vec<usize>, found: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        let Some(item) = (0..p.primary).find(|&i| covered[i].is_none()) else { return found(chosen) };
        p.options.iter().enumerate().filter(|(_, option)| option.contains(&(item, 0))).any(|(o, option)| {
            let fits = option.iter().all(|&(i, c)| covered[i].is_none() || c > 0 && covered[i] == Some(c));
            fits && {
                let mut with = covered.to_vec();
                option.iter().for_each(|&(i, c)| with[i] = Some(c));
                chosen.push(o);
                let stop = extend(p, &with, chosen, found);
                chosen.pop();
                stop
            }
        })
    }
    extend(p, &vec![None; p.items], &mut vec![], found);
    None
}

/// Reads 32-bit numbers; returns None if they are no problem.
fn read(text: &[u8]) -> Option<Problem> {
    let mut numbers = text.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().unwrap()) as usize);
    let mut next = || numbers.next();
    let (primary, items, count) = (next()?, next()?, next()?);
    let mut options = vec![];
    for _ in 0..count {
        let length = next()?;
        options.push((0..length).map(|_| Some((next().filter(|&item| item < items)?, next()?))).collect::<Option<Vec<_>>>()?);
    }
    Some(Problem { primary, items, options })
}

/// Runs a search and reports it.
fn answer(p: &Problem, words: &[&str], out: &mut impl Write) -> io::Result<()> {
    let limits: HashMap<&str, u64> = words.chunks_exact(2).map(|pair| (pair[0], pair[1].parse().unwrap_or(0))).collect();
    let limit = |key| limits.get(key).copied().filter(|&n| n > 0);
    let (began, mut solutions, mut status, mut written) = (Instant::now(), 0, "solved", Ok(()));
    let nodes = solve(p, &limits, &mut |options| {
        solutions += 1;
        if limit("show").is_some() && written.is_ok() {
            let numbers = options.iter().map(|o| format!(" {}", o + 1));
            written = writeln!(out, "solution{}", numbers.collect::<String>());
        }
        if limit("solutions") == Some(solutions) {
            status = "limit";
        } else if limit("time").is_some_and(|time| began.elapsed().as_nanos() as u64 >= time) {
            status = "timeout";
        }
        status != "solved"
    });
    let took = began.elapsed().as_nanos();
    let counters = nodes.map_or(String::new(), |n| format!(" nodes {n}"));
    written.and(writeln!(out, "done {status} solutions {solutions} search {took}{counters}"))
}

fn main() -> io::Result<()> {
    let (mut input, mut out) = (io::stdin().lock(), io::BufWriter::new(io::stdout().lock()));
    let (mut problem, mut line) = (Problem::default(), String::new());
    while input.read_line(&mut line)? > 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or("") {
            "xcb" => writeln!(out, "xcb 1\nname adapter.rs\nversion 1\nproblem pairs\ntakes secondary\ntakes colours\nready")?,
            "problem" => {
                let mut text = vec![0; words[2].parse().unwrap_or(0)];
                input.read_exact(&mut text)?;
                match read(&text) {
                    Some(p) => {
                        problem = p;
                        writeln!(out, "ready")?
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
