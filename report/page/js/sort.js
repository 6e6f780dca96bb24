
// Tables of the class "sorts" get a button in each head. The first press sorts in ascending order,
// the second in descending order, and the third restores the original order. Rows without a value
// stay last.
for (const table of document.querySelectorAll("table.sorts")) {
	const body = table.tBodies[0];
	const original = [...body.rows];
	const heads = [...table.tHead.rows[0].cells];
	const valueOf = (row, k) => {
		const cell = row.cells[k];
		if (!cell) return "";
		if (cell.dataset.v === undefined) return cell.textContent.trim();
		return cell.dataset.v === "" ? "" : Number(cell.dataset.v);
	};
	const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b
		: String(a).localeCompare(String(b), "en", { numeric: true });
	heads.forEach((head, k) => {
		const button = document.createElement("button");
		button.type = "button";
		button.append(...head.childNodes);
		head.append(button);
		head.setAttribute("aria-sort", "none");
		button.addEventListener("click", () => {
			const next = { none: "ascending", ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")];
			heads.forEach((h) => h.setAttribute("aria-sort", "none"));
			head.setAttribute("aria-sort", next);
			if (next === "none") {
				body.append(...original);
				return;
			}
			const sign = next === "ascending" ? 1 : -1;
			const keyed = original.map((row) => [valueOf(row, k), row]);
			keyed.sort(([a], [b]) => a === "" || b === "" ? (a === "") - (b === "") : sign * compare(a, b));
			body.append(...keyed.map(([, row]) => row));
		});
	});
}
