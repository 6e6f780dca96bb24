// The film is a list of frames, one for each node of the search, in its order. A frame shows the
// options from the root to its node, and the choices for its item.
"use strict";
(() => {
const {frames, options, board} = film;
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

// paths[k] has the options from the root to frame k.
const paths = [], last = [];
for (const f of frames) {
	const path = f.level > 0 ? [...last[f.level - 1], f.option] : [];
	last[f.level] = path;
	paths.push(path);
}

// drawBoard builds the board once. It returns a function that shows a state on it.
function drawBoard() {
	const root = id("board");
	root.removeAttribute("hidden");
	root.setAttribute("viewBox", board.box.join(" "));
	const areas = board.cells.map(c => svg(root, "path", {class: c.shade ? "area shade" : "area", d: c.outline}));
	svg(root, "path", {class: "side", d: board.sides.map(s => s.path).join("")});
	const strong = svg(root, "path", {class: "side strong"});
	const marks = ["choice", "halo", "taken"].map(kind => svg(root, "path", {class: "mark " + kind}));
	const lines = board.lines.map(l => svg(root, "path", {class: "line", d: l.path}));
	const texts = board.cells.map(c => svg(root, "text", {x: c.at[0], y: c.at[1]}));
	const dots = svg(root, "g", {class: "dots"});
	for (const d of board.dots) {
		svg(dots, "circle", {cx: d.at[0], cy: d.at[1], r: 11});
		svg(dots, "text", {x: d.at[0], y: d.at[1]}, d.label);
	}
	// Options that all have one label, as dominoes do, need none in their colour.
	const plain = new Set(options.flatMap(o => o.labels ?? [])).size === 1;
	return (path, choices) => {
		const owner = board.cells.map(c => "part " + c.part);
		// write puts a label into a cell, dark if the cell has a light colour in any theme.
		const write = (c, text, kind, size = "") => {
			texts[c].textContent = text;
			texts[c].setAttribute("class", kind + (areas[c].style.fill ? " filled" : ""));
			texts[c].style.fontSize = size;
		};
		areas.forEach((a, c) => a.style.fill = board.cells[c].fill);
		board.cells.forEach((cell, c) => write(c, cell.label, cell.strong ? "strong" : ""));
		lines.forEach(l => l.setAttribute("class", "line"));
		const few = board.cells.map(() => "");
		for (const o of choices) {
			options[o].cells.forEach((c, k) => { if (!few[c].includes(options[o].labels[k])) few[c] += options[o].labels[k]; });
			for (const l of options[o].lines) lines[l].setAttribute("class", "line choice");
		}
		few.forEach((text, c) => {
			if (text !== "") write(c, text, "choice", Math.min(13, 48 / text.length) + "px");
		});
		for (const o of path) {
			options[o].cells.forEach((c, k) => {
				if (options[o].fill) {
					areas[c].style.fill = options[o].fill;
					owner[c] = o;
				}
				write(c, options[o].fill && plain ? "" : options[o].labels[k], "");
			});
			for (const l of options[o].lines) lines[l].setAttribute("class", o === path.at(-1) ? "line taken" : "line older");
		}
		const border = cells => board.sides.filter(s => s.cells.filter(c => cells.has(c)).length === 1).map(s => s.path).join("");
		strong.setAttribute("d", board.sides.filter(s => s.cells.length === 1 || owner[s.cells[0]] !== owner[s.cells[1]]).map(s => s.path).join(""));
		marks[0].setAttribute("d", border(new Set(choices.flatMap(o => options[o].cells))));
		const taken = border(new Set(path.slice(-1).flatMap(o => options[o].cells)));
		for (const mark of marks.slice(1)) mark.setAttribute("d", taken);
		root.setAttribute("aria-label", `Board, with ${path.length} options taken`);
	};
}

// drawList builds the list of options once. It returns a function that shows a state in it.
function drawList() {
	id("options").hidden = false;
	const entries = options.map(o => create(id("options"), "li", {}, o.name));
	// An entry is an item, or an item:colour. Options may share an item in one colour.
	const item = entry => entry.split(":")[0];
	return (path, choices) => {
		const covered = new Map(path.flatMap(o => options[o].name.split(" ").map(entry => [item(entry), entry])));
		const clashes = entry => covered.has(item(entry)) && !(entry.includes(":") && covered.get(item(entry)) === entry);
		entries.forEach((e, o) => e.dataset.state = path.includes(o) ? "taken" : choices.includes(o) ? "choice" :
			options[o].name.split(" ").some(clashes) ? "out" : "left");
	};
}

const draw = board ? drawBoard() : drawList();
id("key").textContent = board ?
	"Solid frame: the option just taken. Dashed frame: the places of the choices for the next item." :
	"Taken options, choices for the next item, and options that a taken option rules out.";

// The strip above the slider has the level of every step, and a mark at each solution.
const deepest = Math.max(1, ...frames.map(f => f.level)), strip = id("depth");
strip.setAttribute("viewBox", `0 0 ${frames.length} ${deepest}`);
svg(strip, "path", {d: frames.map((f, k) => `${k ? "V" : "M0 "}${f.level}H${k + 1}`).join("")});
frames.forEach((f, k) => { if (f.end === "solution") svg(strip, "path", {class: "solution", d: `M${k + .5} 0V${deepest}`}); });
const here = svg(strip, "path", {class: "here"});

let at = 0, timer = 0;

// show shows frame k, or the nearest one.
function show(k) {
	at = Math.min(Math.max(k, 0), frames.length - 1);
	const f = frames[at], path = paths[at];
	draw(path, f.choices);
	id("words").replaceChildren();
	for (const text of f.words) create(id("words"), "p", {}, text);
	id("words").lastChild.className = f.end;
	id("path").replaceChildren();
	for (const o of path) create(id("path"), "li", {}, options[o].name);
	id("path").scrollTop = id("path").scrollHeight;
	const where = `Step ${at + 1} of ${frames.length}, level ${f.level}`;
	id("where").textContent = where;
	id("step").value = at + 1;
	id("step").setAttribute("aria-valuetext", where + (f.end ? ", " + f.end : ""));
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
