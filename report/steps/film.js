// The film is a list of frames, one for each node of the search, in its order. A frame shows the
// options from the root to its node, and the choices for its item. Options have the numbers of the
// problem, and those that no frame shows are left out.
"use strict";
(() => {
// Go writes an empty list as null.
const lists = (all, ...names) => all.map(one => ({...one, ...Object.fromEntries(names.map(name => [name, one[name] ?? []]))}));
const frames = lists(film.Frames ?? [], "Path", "Choices");
const [board] = film.Board ? lists([film.Board], "Cells", "Sides", "Lines", "Dots") : [null];
const options = [];
for (const [o, one] of Object.entries(film.Options)) [options[o]] = lists([one], "Cells", "Labels", "Parts", "Lines");
if (frames.length === 0) return;
const id = name => document.getElementById(name);

// create adds an element to a parent; svg adds one of a drawing.
const create = (parent, name, attributes = {}, text = "") => add(parent, document.createElement(name), attributes, text);
const svg = (parent, name, attributes = {}, text = "") =>
	add(parent, document.createElementNS("http://www.w3.org/2000/svg", name), attributes, text);
function add(parent, element, attributes, text) {
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
	element.textContent = text;
	return parent.appendChild(element);
}

const end = f => f.Solution ? "solution" : f.Choices.length === 0 ? "dead end" : "";

// drawBoard builds the board once. It returns a function that shows a state on it.
function drawBoard() {
	const root = id("board");
	root.removeAttribute("hidden");
	// The picture in whole numbers, with 40 to the side of a square.
	const at = p => [Math.round(p.X * 40), Math.round(p.Y * 40)];
	const pathOf = (...points) => points.map((p, k) => "ML"[Math.min(k, 1)] + at(p).join(" ")).join("");
	const mean = points => ({X: points.reduce((sum, p) => sum + p.X, 0) / points.length, Y: points.reduce((sum, p) => sum + p.Y, 0) / points.length});
	const [left, top] = at(board.From), [right, bottom] = at(board.To);
	root.setAttribute("viewBox", [left - 4, top - 4, right - left + 8, bottom - top + 8].join(" "));
	// Two regions, such as the squares of a chessboard, are shades; more have colours.
	const regions = new Set(board.Cells.map(c => c.Part)).size;
	const areas = board.Cells.map(c => svg(root, "path", {class: regions === 2 && c.Part >= 0 ? "area shade" : "area", d: pathOf(...c.Outline) + "z"}));
	const sides = board.Sides.map(s => ({cells: s.Cells, path: pathOf(s.From, s.To)}));
	svg(root, "path", {class: "side", d: sides.map(s => s.path).join("")});
	const strong = svg(root, "path", {class: "side strong"});
	const marks = ["choice", "halo", "taken"].map(kind => svg(root, "path", {class: "mark " + kind}));
	const lines = board.Lines.map(l => svg(root, "path", {class: "line", d: pathOf(l.From, l.To)}));
	const text = (parent, p, words) => svg(parent, "text", {x: at(p)[0], y: at(p)[1]}, words);
	const texts = board.Cells.map(c => text(root, mean(c.Outline)));
	const dots = svg(root, "g", {class: "dots"});
	for (const d of board.Dots) {
		svg(dots, "circle", {cx: at(d.At)[0], cy: at(d.At)[1], r: 11});
		text(dots, d.At, d.Label);
	}
	const colour = part => part < 0 ? "" : board.Palette[part % board.Palette.length];
	// An option has the colour of its part, unless its cells have it anyway.
	const fills = options.map(o => o.Cells.length && o.Parts[0] !== board.Cells[o.Cells[0]].Part ? colour(o.Parts[0]) : "");
	// Options that all have one label, as dominoes do, need none in their colour.
	const plain = new Set(options.flatMap(o => o.Labels)).size === 1;
	return (path, choices) => {
		const owner = board.Cells.map(c => "part " + c.Part);
		// write puts a label into a cell, dark if the cell has a light colour in any theme.
		const write = (c, text, kind, size = "") => {
			texts[c].textContent = text;
			texts[c].setAttribute("class", kind + (areas[c].style.fill ? " filled" : ""));
			texts[c].style.fontSize = size;
		};
		areas.forEach((a, c) => a.style.fill = regions > 2 ? colour(board.Cells[c].Part) : "");
		board.Cells.forEach((cell, c) => write(c, cell.Label === "." ? "" : cell.Label, cell.Strong ? "strong" : ""));
		lines.forEach(l => l.setAttribute("class", "line"));
		const few = board.Cells.map(() => "");
		for (const o of choices) {
			options[o].Cells.forEach((c, k) => { if (!few[c].includes(options[o].Labels[k])) few[c] += options[o].Labels[k]; });
			for (const l of options[o].Lines) lines[l].setAttribute("class", "line choice");
		}
		few.forEach((text, c) => {
			if (text !== "") write(c, text, "choice", Math.min(13, 48 / text.length) + "px");
		});
		for (const o of path) {
			options[o].Cells.forEach((c, k) => {
				if (fills[o]) {
					areas[c].style.fill = fills[o];
					owner[c] = o;
				}
				write(c, fills[o] && plain ? "" : options[o].Labels[k], "");
			});
			for (const l of options[o].Lines) lines[l].setAttribute("class", o === path.at(-1) ? "line taken" : "line older");
		}
		const border = cells => sides.filter(s => s.cells.filter(c => cells.has(c)).length === 1).map(s => s.path).join("");
		strong.setAttribute("d", sides.filter(s => s.cells.length === 1 || owner[s.cells[0]] !== owner[s.cells[1]]).map(s => s.path).join(""));
		marks[0].setAttribute("d", border(new Set(choices.flatMap(o => options[o].Cells))));
		const taken = border(new Set(path.slice(-1).flatMap(o => options[o].Cells)));
		for (const mark of marks.slice(1)) mark.setAttribute("d", taken);
		root.setAttribute("aria-label", `Board, with ${path.length} options taken`);
	};
}

// drawList builds the list of options once. It returns a function that shows a state in it.
function drawList() {
	id("options").hidden = false;
	const entries = options.map(o => create(id("options"), "li", {}, o.Name));
	// An entry is an item, or an item:colour. Options may share an item in one colour.
	const item = entry => entry.split(":")[0];
	return (path, choices) => {
		const covered = new Map(path.flatMap(o => options[o].Name.split(" ").map(entry => [item(entry), entry])));
		const clashes = entry => covered.has(item(entry)) && !(entry.includes(":") && covered.get(item(entry)) === entry);
		entries.forEach((e, o) => e.dataset.state = path.includes(o) ? "taken" : choices.includes(o) ? "choice" :
			options[o].Name.split(" ").some(clashes) ? "out" : "left");
	};
}

const draw = board ? drawBoard() : drawList();
id("key").textContent = board ?
	"Solid frame: the option just taken. Dashed frame: the places of the choices for the next item." :
	"Taken options, choices for the next item, and options that a taken option rules out.";

// The strip above the slider has the level of every step, and a mark at each solution.
const deepest = Math.max(1, ...frames.map(f => f.Path.length)), strip = id("depth");
strip.setAttribute("viewBox", `0 0 ${frames.length} ${deepest}`);
svg(strip, "path", {d: frames.map((f, k) => `${k ? "V" : "M0 "}${f.Path.length}H${k + 1}`).join("")});
frames.forEach((f, k) => { if (f.Solution) svg(strip, "path", {class: "solution", d: `M${k + .5} 0V${deepest}`}); });
const here = svg(strip, "path", {class: "here"});

let at = 0, timer = 0;

// show shows frame k, or the nearest one.
function show(k) {
	at = Math.min(Math.max(k, 0), frames.length - 1);
	const f = frames[at], path = f.Path;
	draw(path, f.Choices);
	id("words").replaceChildren();
	for (const text of f.Words) create(id("words"), "p", {}, text);
	id("words").lastChild.className = end(f);
	id("path").replaceChildren();
	for (const o of path) create(id("path"), "li", {}, options[o].Name);
	id("path").scrollTop = id("path").scrollHeight;
	const where = `Step ${at + 1} of ${frames.length}, level ${path.length}`;
	id("where").textContent = where;
	id("step").value = at + 1;
	id("step").setAttribute("aria-valuetext", where + (end(f) ? ", " + end(f) : ""));
	here.setAttribute("d", `M${at + .5} 0V${deepest}`);
	id("first").disabled = id("back").disabled = at === 0;
	id("next").disabled = id("last").disabled = at === frames.length - 1;
	history.replaceState(null, "", "#" + (at + 1));
}

// play starts or stops the film. A film at its end starts again.
function play(on) {
	clearInterval(timer);
	timer = on ? setInterval(() => at < frames.length - 1 ? show(at + 1) : play(false), 1000 / id("speed").value) : 0;
	id("play").textContent = on ? "Pause" : "Play";
	id("words").setAttribute("aria-live", on ? "off" : "polite");
	if (on && at === frames.length - 1) show(0);
}

const go = k => { play(false); show(k); };
const moves = {first: () => go(0), back: () => go(at - 1), play: () => play(!timer), next: () => go(at + 1), last: () => go(frames.length - 1)};
for (const [name, move] of Object.entries(moves)) id(name).addEventListener("click", move);
id("step").addEventListener("input", e => go(e.target.value - 1));
id("speed").addEventListener("change", () => play(timer !== 0));
const keys = {ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play"};
document.addEventListener("keydown", e => {
	const own = e.target.matches("input, select") || e.key === " " && e.target.matches("button");
	if (own || !keys[e.key] || e.ctrlKey || e.metaKey || e.altKey) return;
	e.preventDefault();
	moves[keys[e.key]]();
});
id("film").hidden = false;
show((parseInt(location.hash.slice(1)) || 1) - 1);
})();
