
// The page follows the system's theme unless the reader chose one; where the choice cannot be
// kept, as on some disks, it holds until the page is closed.
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
	const tell = () => { button.textContent = "Theme: " + theme; };
	button.hidden = false;
	tell();
	button.addEventListener("click", () => {
		setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
		try { localStorage.setItem("xcbench-theme", theme); } catch { }
		tell();
	});
});
