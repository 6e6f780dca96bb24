
// The buttons of rows copy the command that makes the row again.
{
	const said = document.getElementById("said");
	const byHand = (text) => { // where there is no clipboard, as in old browsers on pages from disk
		const area = document.createElement("textarea");
		area.value = text;
		document.body.append(area);
		area.select();
		const done = document.execCommand("copy");
		area.remove();
		return done;
	};
	document.addEventListener("click", async (event) => {
		const button = event.target.closest("[data-c]");
		if (!button) return;
		let done = true;
		try { await navigator.clipboard.writeText(button.dataset.c); } catch { done = byHand(button.dataset.c); }
		button.focus();
		button.textContent = done ? "copied" : "see tip";
		said.textContent = done ? "copied: " + button.dataset.c : "could not copy";
		setTimeout(() => { button.textContent = "copy"; }, 1500);
	});
}
