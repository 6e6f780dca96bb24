
// Only in a page that is served: it asks every two seconds how far the run is, and not while its
// tab is hidden. If there is more to show, who watches the top of the page gets it at once; who reads
// further down, or is about to do something, gets a button. What was chosen, sorted, opened and
// looked at is there again afterwards.
{
	const bar = document.getElementById("live");
	const state = bar.querySelector("span"), button = bar.querySelector("button");
	const form = document.getElementById("filter");
	const key = "xcbench-live";
	const fields = form ? [form.text, form.family, form.status] : [];
	const heads = [...document.querySelectorAll("table.sorts thead th")];
	// Places to be at: what is shown, from top to bottom, by a name that the next page has too.
	const places = () => [...document.querySelectorAll("main [id]:not(svg *), #instance-table tbody tr")]
		.filter((e) => e.getClientRects().length > 0)
		.map((e) => [e.id || "row " + e.cells[0].textContent, e.getBoundingClientRect().top]);
	const keep = () => {
		const place = places().filter(([, top]) => top < 80).at(-1);
		const kept = {
			place, fields: fields.map((f) => f.value),
			sorted: heads.map((h) => h.getAttribute("aria-sort")),
			sideways: [...document.querySelectorAll("main > section > .scroll")].map((e) => e.scrollLeft),
			open: [...document.querySelectorAll("details[open]")].map((d) => d.id),
		};
		try { sessionStorage.setItem(key, JSON.stringify(kept)); } catch { }
		history.scrollRestoration = "manual";
		location.reload();
	};
	const restore = () => {
		let kept = null;
		try {
			kept = JSON.parse(sessionStorage.getItem(key));
			sessionStorage.removeItem(key);
		} catch { }
		if (!kept) return;
		kept.fields.forEach((value, k) => { if (fields[k]) fields[k].value = value; });
		form?.dispatchEvent(new Event("input"));
		if (kept.sorted.length === heads.length) { // else it has other columns now
			kept.sorted.forEach((order, k) => {
				for (let n = ["none", "ascending", "descending"].indexOf(order); n > 0; n--) heads[k].querySelector("button").click();
			});
		}
		for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
		const settle = () => {
			document.querySelectorAll("main > section > .scroll").forEach((e, k) => { e.scrollLeft = kept.sideways[k] ?? 0; });
			const place = kept.place && places().find(([name]) => name === kept.place[0]);
			if (place) scrollBy({ top: place[1] - kept.place[1], behavior: "instant" });
		};
		settle();
		// Sections out of sight get their true size a few frames later, and a browser allowed to scroll to its
		// own place does so once more after the load. Who does something meanwhile is left alone.
		let frames = 30;
		for (const type of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(type, () => { frames = 0; }, { once: true, passive: true });
		const settled = () => {
			if (frames-- > 0) {
				settle();
				requestAnimationFrame(settled);
			} else {
				history.scrollRestoration = "auto";
			}
		};
		addEventListener("load", settled);
	};
	const watching = () => scrollY < 100 && getSelection().isCollapsed
		&& [null, document.body, button, document.getElementById("main")].includes(document.activeElement);
	const look = async () => {
		if (document.hidden) return;
		try {
			const answer = await fetch("/version", { cache: "no-store" });
			if (!answer.ok) throw new Error(answer.statusText);
			const live = await answer.json();
			state.textContent = live.state;
			button.hidden = live.version === bar.dataset.version;
			if (!button.hidden && watching()) keep();
		} catch {
			state.textContent = "the server has ended; this is what it showed last";
			button.hidden = true;
		}
	};
	button.addEventListener("click", keep);
	document.addEventListener("visibilitychange", look);
	const again = async () => { await look(); setTimeout(again, 2000); };
	restore();
	again();
}
