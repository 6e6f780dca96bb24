
// An opened section loads its drawing, and its buttons get their labels.
{
	const fill = (section) => {
		for (const image of section.querySelectorAll("img:not([src])")) image.src = image.dataset.src;
		for (const button of section.querySelectorAll("[data-c]:not([aria-label])")) {
			button.title = button.dataset.c;
			button.setAttribute("aria-label", "copy the command for " + button.closest("tr").cells[0].textContent);
		}
	};
	document.querySelectorAll("details.instance[open]").forEach(fill);
	document.addEventListener("toggle", ({ target }) => {
		if (target.matches?.("details.instance[open]")) fill(target);
	}, true);
}
