
// The page has the theme of the system unless the reader chooses one. If the browser cannot store
// the choice, as for some pages from disk, the choice ends with the page.
"use strict";
document.documentElement.classList.add("scripted");
const themes = ["automatic", "light", "dark"];
let theme = "automatic";
try { theme = localStorage.getItem("xcbench-theme") || theme; } catch { }
function setTheme(name) {
	theme = themes.includes(name) ? name : "automatic";
	if (theme === "automatic") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
}
setTheme(theme);
addEventListener("DOMContentLoaded", () => {
	const button = document.getElementById("theme");
	const label = () => { button.textContent = "Theme: " + theme; };
	button.hidden = false;
	label();
	button.addEventListener("click", () => {
		setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
		try { localStorage.setItem("xcbench-theme", theme); } catch { }
		label();
	});
});
