
// Pointing at a plot shows values in a tip: the title of a spot.
{
	const tip = document.getElementById("tip");
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
	const show = (event) => {
		const target = event.target instanceof Element ? event.target : document.body;
		const text = target.dataset?.tip || ofSpot(target);
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
