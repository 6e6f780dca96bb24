
// The button of a row copies the command that measures the row again.
{
	const said = document.getElementById("said");
	const copyByHand = (text) => { // for old browsers, which have no clipboard on pages from disk
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
		try { await navigator.clipboard.writeText(button.dataset.c); } catch { done = copyByHand(button.dataset.c); }
		button.focus();
		button.textContent = done ? "copied" : "not copied";
		said.textContent = done ? "copied: " + button.dataset.c : "not copied; the tip of the button has the command";
		setTimeout(() => { button.textContent = "copy"; }, 1500);
	});
}
