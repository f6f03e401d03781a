// Keys of the viewer, and the list of them that help shows.

import { panned, turned, zoomed } from "./camera";
import { Viewer } from "./viewer";

export interface Actions {
  save: () => void;
  copyLink: () => void;
  togglePanel: () => void;
  help: () => void;
}

interface Key {
  keys: string[]; // as KeyboardEvent.key
  shown: string;
  does: string;
  act: (event: KeyboardEvent) => void;
}

const TURN = 10; // degrees
const MOVE = 0.08; // of the height

function keysOf(viewer: Viewer, actions: Actions): Key[] {
  const move = (dx: number, dy: number) => {
    const { dimension } = viewer.panes[0];
    const camera =
      dimension < 3 ? panned(viewer.camera, dimension, -MOVE * dx, MOVE * dy) : turned(viewer.camera, TURN * dx, TURN * dy);
    viewer.change({ camera });
  };
  const zoom = (factor: number) =>
    viewer.change({ camera: zoomed(viewer.camera, viewer.panes[0].dimension, factor, 0, 0) });
  const far = (event: KeyboardEvent) => (event.shiftKey ? 10 : 1);
  return [
    { keys: [" "], shown: "Space", does: "play or stop", act: () => viewer.play(!viewer.clock.playing) },
    { keys: ["ArrowRight"], shown: "→", does: "next frame; with Shift ten", act: (e) => viewer.stepBy(far(e)) },
    { keys: ["ArrowLeft"], shown: "←", does: "frame before; with Shift ten", act: (e) => viewer.stepBy(-far(e)) },
    { keys: ["Home"], shown: "Home", does: "first frame", act: () => viewer.setTime(viewer.clock.begin) },
    { keys: ["End"], shown: "End", does: "last frame; stays there while a run goes on", act: () => viewer.setTime(viewer.clock.end) },
    { keys: ["c", "C"], shown: "C", does: "next colour; with Shift the one before", act: (e) => nextColour(viewer, e.shiftKey ? -1 : 1) },
    { keys: ["f"], shown: "F", does: "force network", act: () => viewer.change({ forces: !viewer.view.forces }) },
    { keys: ["o"], shown: "O", does: "obstacles", act: () => viewer.change({ obstacles: !viewer.view.obstacles }) },
    { keys: ["m"], shown: "M", does: "rotation marks", act: () => viewer.change({ rotation: !viewer.view.rotation }) },
    { keys: ["w"], shown: "W A S D", does: "turn in three dimensions, move in two", act: () => move(0, 1) },
    { keys: ["a"], shown: "", does: "", act: () => move(-1, 0) },
    { keys: ["s"], shown: "", does: "", act: () => move(0, -1) },
    { keys: ["d"], shown: "", does: "", act: () => move(1, 0) },
    { keys: ["+", "="], shown: "+ −", does: "zoom", act: () => zoom(0.8) },
    { keys: ["-"], shown: "", does: "", act: () => zoom(1.25) },
    { keys: ["r"], shown: "R", does: "show everything", act: () => viewer.change({ camera: null }) },
    { keys: ["Escape"], shown: "Esc", does: "forget the chosen body", act: () => viewer.change({ selected: null }) },
    { keys: ["i"], shown: "I", does: "save the picture as PNG", act: actions.save },
    { keys: ["l"], shown: "L", does: "copy a link to this view", act: actions.copyLink },
    { keys: ["t"], shown: "T", does: "light or dark", act: () => viewer.change({ dark: !viewer.view.dark }) },
    { keys: ["p"], shown: "P", does: "panel", act: actions.togglePanel },
    { keys: ["?"], shown: "?", does: "this list", act: actions.help },
  ];
}

const MOUSE = [
  ["Drag", "turn in three dimensions, move in two"],
  ["Shift + drag, right button", "move"],
  ["Wheel, two fingers", "zoom"],
  ["Click", "choose a body"],
];

export function nextColour(viewer: Viewer, by: number) {
  const names = [...new Set(viewer.results.flatMap((r) => r.info.values.map((v) => v.name))), "none"];
  const place = names.indexOf(viewer.view.colour);
  viewer.change({ colour: names[(place + by + names.length) % names.length], range: null });
}

export function listenToKeys(viewer: Viewer, actions: Actions, list: HTMLElement) {
  const keys = keysOf(viewer, actions);
  document.addEventListener("keydown", (event) => {
    const writing = event.target instanceof HTMLInputElement && event.target.type === "text";
    const choosing = event.target instanceof HTMLSelectElement;
    const pressing = event.target instanceof HTMLButtonElement && event.key === " ";
    if (writing || choosing || pressing || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keys.find((k) => k.keys.includes(event.key));
    if (!key || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    key.act(event);
  });
  const rows = [...keys.filter((k) => k.shown).map((k) => [k.shown, k.does]), ...MOUSE];
  list.replaceChildren(
    ...rows.flatMap(([name, does]) => {
      const term = document.createElement("dt");
      const text = document.createElement("dd");
      term.textContent = name;
      text.textContent = does;
      return [term, text];
    }),
  );
}
