
// The filter hides rows in the table of instances, and the sections of these instances.
{
	const form = document.getElementById("filter");
	const rows = [...document.querySelectorAll("#instance-table tbody tr")];
	const sections = [...document.querySelectorAll("details.instance")];
	form.hidden = false;
	const apply = () => {
		const family = form.family.value, status = form.status.value;
		const words = form.text.value.toLowerCase().split(/\s+/);
		const passes = ({ dataset: d }) => (!family || d.family === family)
			&& (!status || d.status.includes(" " + status + " ")) && words.every((w) => d.text.includes(w));
		let shown = 0;
		for (const row of rows) {
			row.hidden = !passes(row);
			shown += !row.hidden;
		}
		for (const section of sections) section.hidden = !passes(section);
		form.shown.value = `${shown} of ${rows.length} instances`;
	};
	form.addEventListener("input", apply);
	form.addEventListener("reset", () => setTimeout(apply));
	form.addEventListener("submit", (event) => event.preventDefault());
	if (form.text.value || form.family.value || form.status.value) apply(); // a reload keeps the values

	const fold = document.querySelector(".fold");
	fold.hidden = false;
	const each = (open) => () => sections.forEach((s) => { if (!s.hidden) s.open = open; });
	document.getElementById("open").addEventListener("click", each(true));
	document.getElementById("close").addEventListener("click", each(false));

	// Following a link to a section opens it.
	const reveal = () => {
		const id = location.hash.slice(1);
		let section = document.getElementById(id);
		try { section ||= document.getElementById(decodeURIComponent(id)); } catch { } // not a valid encoding
		if (!section || !section.matches("details.instance")) return;
		section.hidden = false;
		section.open = true;
		section.scrollIntoView();
		section.querySelector("summary").focus({ preventScroll: true });
	};
	addEventListener("hashchange", reveal);
	reveal();
}
