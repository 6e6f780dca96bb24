// Returns the accessibility faults of the page, as a list of texts. The rules are the ones that
// accessibility checkers have in common (WCAG 2.2, AA).
(() => {
	const faults = [];
	const say = (rule, el) => faults.push(rule + ": " + el.outerHTML.replace(/\s+/g, " ").slice(0, 140));
	const all = (selector) => [...document.querySelectorAll(selector)];
	const visible = (el) => el.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true })
		&& el.getBoundingClientRect().width > 1;
	const textOf = (id) => document.getElementById(id)?.textContent || "";
	const name = (el) => (el.getAttribute("aria-label")
		|| (el.getAttribute("aria-labelledby") || "").split(" ").map(textOf).join(" ")
		|| (el.labels && [...el.labels].map((l) => l.textContent).join(" "))
		|| el.querySelector?.(":scope > title, :scope > caption")?.textContent || el.textContent || "").trim();

	if (document.documentElement.lang !== "en") say("no language", document.documentElement);
	if (!document.title.trim()) say("no title", document.head);
	if (all("main").length !== 1) say("not one main landmark", document.body);
	if (all("h1").length !== 1) say("not one h1", document.body);
	const first = document.querySelector("a, button, input");
	if (first?.getAttribute("href") !== "#main") say("the first link does not skip to the content", document.body);
	for (const el of all("nav, section, [role=region]")) if (!name(el)) say("landmark without a name", el);

	let level = 0;
	for (const el of all("h1, h2, h3, h4, h5, h6")) {
		const next = Number(el.tagName[1]);
		if (next > level + 1) say(`heading after h${level}`, el);
		if (!el.textContent.trim()) say("empty heading", el);
		level = next;
	}
	const ids = new Set();
	for (const el of all("[id]")) {
		if (ids.has(el.id)) say("id used twice", el);
		ids.add(el.id);
	}
	for (const el of all("a")) {
		if (!name(el)) say("link without a text", el);
		const to = decodeURIComponent((el.getAttribute("href") || "").slice(1));
		if (!ids.has(to)) say("link to nowhere", el);
	}
	for (const el of all("img")) {
		if (!el.alt.trim()) say("image without a name", el);
		if (!el.complete || !el.naturalWidth) say("broken image", el);
	}
	for (const el of all("path *, circle *, rect *, line *, polyline *, text *")) {
		if (!["title", "tspan"].includes(el.localName)) say("drawing within a drawing", el);
	}
	for (const el of all("svg")) {
		if (el.getAttribute("role") !== "img" && !el.closest("[role=img]")) say("drawing without a role", el);
		const title = el.getAttribute("aria-label") || el.querySelector("title")?.textContent.trim();
		if (!title) say("drawing without a name", el);
	}
	for (const el of all("button, summary")) if (!name(el)) say("button without a name", el);
	for (const el of all("input, select, textarea")) {
		if (!(el.labels?.length || el.getAttribute("aria-label"))) say("field without a label", el);
	}
	for (const el of all("table")) {
		if (!el.caption?.textContent.trim()) say("table without a caption", el);
		const bad = (th) => th.scope !== "col" || !th.textContent.trim();
		if (!el.tHead || [...el.tHead.querySelectorAll("th")].some(bad)) say("table with a bad head", el);
		const columns = el.tHead?.rows[0].cells.length;
		for (const row of el.tBodies[0].rows) {
			if (!row.querySelector("th[scope=row]")) say("row without a head", row);
			if (row.cells.length !== columns) say("row longer or shorter than the head", row);
		}
	}
	for (const el of all("[aria-sort]")) {
		if (!["none", "ascending", "descending"].includes(el.getAttribute("aria-sort"))) say("bad aria-sort", el);
	}
	const scrolls = (el) => el.scrollWidth > el.clientWidth + 1
		&& ["auto", "scroll"].includes(getComputedStyle(el).overflowX);
	for (const el of all("*")) {
		if (visible(el) && scrolls(el) && el.tabIndex < 0) say("scrolls, but not by keyboard", el);
		for (const a of el.attributes) if (a.name.startsWith("on")) say("event handler in an attribute", el);
	}

	const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgba = (colour) => {
		probe.clearRect(0, 0, 1, 1);
		probe.fillStyle = colour;
		probe.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = probe.getImageData(0, 0, 1, 1).data;
		return [r, g, b, a / 255];
	};
	const luminance = ([r, g, b]) => {
		const [x, y, z] = [r, g, b].map((v) => (v / 255 <= .04045 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4));
		return .2126 * x + .7152 * y + .0722 * z;
	};
	const ground = (el) => {
		for (let e = el; e; e = e.parentElement) {
			const c = rgba(getComputedStyle(e).backgroundColor);
			if (c[3] === 1) return c;
		}
		return rgba("white");
	};
	const seen = new Set();
	for (const el of all("body *")) {
		if (el.closest(".unseen, .skip, #tip, script, style, title, desc, option") || !visible(el)) continue;
		if (![...el.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
		const style = getComputedStyle(el);
		const colour = el instanceof SVGElement ? style.fill : style.color;
		const back = ground(el), pair = colour + " on " + back;
		if (seen.has(pair)) continue;
		seen.add(pair);
		const [a, b] = [luminance(rgba(colour)), luminance(back)];
		const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
		if (ratio < 4.5) say(`contrast of ${ratio.toFixed(2)} (${pair})`, el);
	}
	if (seen.size < 4) say(`only ${seen.size} pairs of colours seen`, document.body);
	return faults;
})()
