/** The page for when there is no connection: in the language and colors of the settings, until the server answers. */
const EVERY = 5000;

function settings() {
  try {
    return JSON.parse(localStorage.getItem("branchline.settings") ?? "{}");
  } catch {
    return {};
  }
}

const { language, theme } = settings();
const wanted = [language, ...navigator.languages].map((each) => String(each).split("-")[0]);
const sections = [...document.querySelectorAll("section[lang]")];
const shown = wanted.map((each) => sections.find(({ lang }) => lang === each)).find(Boolean) ?? sections[0];
for (const section of sections) section.hidden = section !== shown;
if (shown) document.documentElement.lang = shown.lang;
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

async function look() {
  try {
    if ((await fetch("/manifest.webmanifest", { cache: "no-store" })).ok) location.reload();
  } catch {
    // Still no connection.
  }
}
window.addEventListener("online", look);
setInterval(look, EVERY);
