
// An opened section loads its drawing.
{
	const fill = (section) => {
		for (const image of section.querySelectorAll("img:not([src])")) image.src = image.dataset.src;
	};
	document.querySelectorAll("details.instance[open]").forEach(fill);
	document.addEventListener("toggle", ({ target }) => {
		if (target.matches?.("details.instance[open]")) fill(target);
	}, true);
}
