
// Only a served page has this script. Every two seconds it asks for the state of the run, but not
// while its tab is hidden. If there are new rows, a reader at the top of the page sees them at
// once. A reader further down, or one who is using the page, gets a button instead. A reload keeps
// the filter, the order of tables, the open sections and the position.
{
	const bar = document.getElementById("live");
	const state = bar.querySelector("span"), button = bar.querySelector("button");
	const form = document.getElementById("filter");
	const key = "xcbench-live";
	const fields = form ? [form.text, form.family, form.status] : [];
	const heads = [...document.querySelectorAll("table.sorts thead th")];
	// All visible elements from top to bottom, each with a name that stays the same on the next
	// page.
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
		if (kept.sorted.length === heads.length) { // otherwise the columns have changed
			kept.sorted.forEach((order, k) => {
				const button = heads[k].querySelector("button");
				for (let n = ["none", "ascending", "descending"].indexOf(order); n > 0; n--) button.click();
			});
		}
		for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
		const scrollBack = () => {
			document.querySelectorAll("main > section > .scroll").forEach((e, k) => {
				e.scrollLeft = kept.sideways[k] ?? 0;
			});
			const place = kept.place && places().find(([name]) => name === kept.place[0]);
			if (place) scrollBy({ top: place[1] - kept.place[1], behavior: "instant" });
		};
		scrollBack();
		// Sections outside of the window get their true size a few frames later, and a browser may
		// also scroll by itself after the load. So scroll back for some frames, unless the reader
		// interferes.
		let frames = 30;
		const stop = () => { frames = 0; };
		for (const type of ["wheel", "touchmove", "keydown", "pointerdown"]) {
			addEventListener(type, stop, { once: true, passive: true });
		}
		const repeat = () => {
			if (frames-- > 0) {
				scrollBack();
				requestAnimationFrame(repeat);
			} else {
				history.scrollRestoration = "auto";
			}
		};
		addEventListener("load", repeat);
	};
	const isIdleAtTop = () => scrollY < 100 && getSelection().isCollapsed
		&& [null, document.body, button, document.getElementById("main")].includes(document.activeElement);
	const look = async () => {
		if (document.hidden) return;
		try {
			const answer = await fetch("/version", { cache: "no-store" });
			if (!answer.ok) throw new Error(answer.statusText);
			const live = await answer.json();
			state.textContent = live.state;
			button.hidden = live.version === bar.dataset.version;
			if (!button.hidden && isIdleAtTop()) keep();
		} catch {
			state.textContent = "the server has stopped; this page shows the last state";
			button.hidden = true;
		}
	};
	button.addEventListener("click", keep);
	document.addEventListener("visibilitychange", look);
	const again = async () => { await look(); setTimeout(again, 2000); };
	restore();
	again();
}
