
// Pointing at a plot shows values in a tip: the title of a spot, or the nodes on a level of a
// profile. A profile has its nodes in an attribute, as "mrv:1,1,11,92;first:1,1,8". For each curve,
// the first number is how many levels share a value, and the others are the values.
{
	const tip = document.getElementById("tip");
	const spelled = (n) => Number(n).toLocaleString("en");
	const ofSpot = (target) => {
		const title = target.closest(".spots > *")?.querySelector("title");
		if (!title) return "";
		// Without its titles, the plot gets no second tip from the browser.
		for (const t of target.closest("svg").querySelectorAll(".spots title")) {
			t.parentNode.dataset.tip = t.textContent;
			t.remove();
		}
		return title.textContent;
	};
	const ofProfile = (target, x) => {
		const svg = target.closest("svg[data-levels]");
		if (!svg) return "";
		const box = svg.getBoundingClientRect();
		const [left, gap] = svg.dataset.x.split(" ").map(Number);
		const level = Math.round(((x - box.left) * svg.viewBox.baseVal.width / box.width - left) / gap);
		const lines = [];
		for (const curve of svg.dataset.levels.split(";")) {
			const cut = curve.lastIndexOf(":");
			const [step, ...nodes] = curve.slice(cut + 1).split(",");
			const n = nodes[Math.floor(level / step)];
			if (n !== undefined) lines.push(`${curve.slice(0, cut)}: ${step > 1 ? "at most " : ""}${spelled(n)} nodes`);
		}
		return lines.length ? [`level ${level}`, ...lines].join("\n") : "";
	};
	const show = (event) => {
		const target = event.target instanceof Element ? event.target : document.body;
		const text = target.dataset?.tip || ofSpot(target) || ofProfile(target, event.clientX);
		tip.hidden = !text;
		if (!text) return;
		tip.textContent = text;
		const { width, height } = tip.getBoundingClientRect();
		tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 8)) + "px";
		tip.style.top = (event.clientY + height + 24 > innerHeight ? event.clientY - height - 10 : event.clientY + 16) + "px";
	};
	addEventListener("pointermove", show);
	addEventListener("pointerdown", show); // a finger
	addEventListener("scroll", () => { tip.hidden = true; }, { passive: true, capture: true });
}
