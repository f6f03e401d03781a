// The form that says how bodies are shown: colour, range, forces, obstacles, rotation, clipping.

import { short } from "../numbers";
import { make, part } from "../page";
import { Viewer } from "../viewer";

export function makeStyleForm(viewer: Viewer) {
  const colour = part<HTMLSelectElement>("colour");
  const low = part<HTMLInputElement>("low");
  const high = part<HTMLInputElement>("high");
  const boxes = (["forces", "obstacles", "rotation"] as const).map((name) => [name, part<HTMLInputElement>(name)] as const);
  const clip = part<HTMLSelectElement>("clip");
  const place = part<HTMLInputElement>("clip-at");

  const values = new Map(viewer.results.flatMap((r) => r.info.values).map((v) => [v.name, v.label]));
  colour.replaceChildren(
    ...[...values].map(([name, label]) => make("option", { value: name }, label)),
    make("option", { value: "none" }, "none"),
  );
  part("rotation-row").hidden = !viewer.results.some((r) => r.info.rotates);
  part("clip-row").hidden = !viewer.results.some((r) => r.info.dimension === 3);

  const show = () => {
    const { view } = viewer;
    const { map, value } = viewer.colouring;
    colour.value = value ?? "none";
    part("range-row").hidden = !value || map.groups;
    if (document.activeElement !== low) low.value = short(map.range.low, 4);
    if (document.activeElement !== high) high.value = short(map.range.high, 4);
    for (const [name, box] of boxes) box.checked = view[name];
    clip.value = view.clip ? `${view.clip.axis} ${view.clip.keep}` : "";
    place.hidden = !view.clip;
    part("clip-text").textContent = view.clip ? `${short(view.clip.at, 3)} m` : "";
  };

  const setRange = () => {
    const range = { low: Number(low.value), high: Number(high.value) };
    const sensible = Number.isFinite(range.low) && Number.isFinite(range.high) && range.low < range.high;
    low.setAttribute("aria-invalid", String(!sensible));
    high.setAttribute("aria-invalid", String(!sensible));
    if (sensible) viewer.change({ range });
  };
  const setClip = () => {
    if (clip.value === "") return viewer.change({ clip: null });
    const [axis, keep] = clip.value.split(" ");
    const { min, max } = viewer.panes[0].extent;
    const k = Number(axis);
    const at = min[k] + Number(place.value) * (max[k] - min[k]);
    viewer.change({ clip: { axis: k, at, keep: keep as "below" | "above" } });
  };

  colour.addEventListener("change", () => viewer.change({ colour: colour.value, range: null }));
  low.addEventListener("change", setRange);
  high.addEventListener("change", setRange);
  part("range-auto").addEventListener("click", () => viewer.change({ range: null }));
  part("range-frame").addEventListener("click", () => viewer.change({ range: viewer.frameRange() }));
  for (const [name, box] of boxes) box.addEventListener("change", () => viewer.change({ [name]: box.checked }));
  clip.addEventListener("change", setClip);
  place.addEventListener("input", setClip);
  viewer.on("style", show);
  viewer.on("frames", show);
}
