import { mount } from "svelte";
import "./app.css";
import "./layout.css";
import App from "./App.svelte";
import { registerWorker } from "./net/install.svelte";
import { mayReload } from "./net/reload";
import { settings } from "./settings/settings.svelte";
import { translation } from "./i18n/translation.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no place for the page");
// A chunk that is no longer on the server belongs to an older build.
window.addEventListener("vite:preloadError", () => mayReload() && location.reload());
await translation.load(settings.language);
mount(App, { target });
registerWorker();
