// Puts the viewer together.

import "./style.css";
import { askResults } from "./api";
import { Screen } from "./drawing/screen";
import { listenToKeys } from "./keys";
import { LiveResult } from "./live_result";
import { part } from "./page";
import { makeInspector } from "./panel/inspector";
import { makePlots } from "./panel/plots";
import { makeStyleForm } from "./panel/style_form";
import { makeTimeline } from "./panel/timeline";
import { listenToPointer } from "./pointer";
import { Viewer } from "./viewer";

function notify(message: string) {
  const notice = part("notice");
  notice.textContent = message;
  notice.hidden = message === "";
}

async function save(viewer: Viewer) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await viewer.png());
  link.download = `${viewer.results.map((r) => r.info.name).join("-")}-${viewer.clock.time}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function copyLink(viewer: Viewer) {
  try {
    await navigator.clipboard.writeText(viewer.link);
    notify("The link to this view is copied.");
  } catch {
    notify("The link to this view is in the address bar.");
  }
  setTimeout(() => notify(""), 2500);
}

function togglePanel(viewer: Viewer) {
  const panel = part("panel");
  panel.hidden = !panel.hidden;
  viewer.redraw();
}

function listenToButtons(viewer: Viewer) {
  const help = () => part<HTMLDialogElement>("help").showModal();
  const actions = { save: () => void save(viewer), copyLink: () => void copyLink(viewer), togglePanel: () => togglePanel(viewer), help };
  part("fit").addEventListener("click", () => viewer.change({ camera: null }));
  part("save").addEventListener("click", actions.save);
  part("link").addEventListener("click", actions.copyLink);
  part("theme").addEventListener("click", () => viewer.change({ dark: !viewer.view.dark }));
  part("help-button").addEventListener("click", help);
  part("panel-button").addEventListener("click", actions.togglePanel);
  listenToKeys(viewer, actions, part("keys"));
}

function showTheme(viewer: Viewer) {
  document.documentElement.dataset.theme = viewer.view.dark ? "dark" : "light";
  part("theme").textContent = viewer.view.dark ? "Light" : "Dark";
}

async function start() {
  const { results } = await askResults();
  const live = results.map((info) => new LiveResult(info));
  const stage = part("stage");
  const viewer = new Viewer(live, new Screen(part("picture"), part("overlay")), notify);
  const titles = results.map((r) => (results.length === 1 && r.title ? r.title : r.name));
  part("title").textContent = titles.join(", ");
  document.title = `${titles.join(", ")} – galet`;
  makeTimeline(viewer);
  makeStyleForm(viewer);
  makeInspector(viewer);
  makePlots(viewer);
  listenToPointer(viewer, stage);
  listenToButtons(viewer);
  viewer.on("style", () => showTheme(viewer));
  showTheme(viewer);
  new ResizeObserver(() => viewer.redraw()).observe(stage);
  // For scripts: what is shown, and where on the page a body is.
  Object.assign(window, { galet: viewer });
  await viewer.start();
}

start().catch((error: Error) => notify(error.message));
