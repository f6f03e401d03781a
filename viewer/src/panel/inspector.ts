// The numbers of the chosen body and its contacts, exactly as in the result's file.

import { Body, ServerError, askBody } from "../api";
import { exact, vector } from "../numbers";
import { make, part } from "../page";
import { Viewer } from "../viewer";

export function makeInspector(viewer: Viewer) {
  const section = part("body");
  let asked = "";

  const show = async () => {
    const { selected } = viewer.view;
    const pane = selected ? viewer.panes[selected.result] : undefined;
    if (!selected || !pane?.frame) {
      asked = "";
      section.replaceChildren(make("p", { class: "hint" }, "Click a body to see its numbers."));
      return;
    }
    const key = `${selected.result} ${pane.result.generation} ${pane.frame.index} ${selected.id}`;
    if (key === asked) return;
    asked = key;
    try {
      const body = await askBody(selected.result, pane.frame.index, selected.id);
      if (asked === key) section.replaceChildren(...describe(viewer, selected.result, body));
    } catch (error) {
      if (asked !== key) return;
      const gone = error instanceof ServerError && error.status === 404;
      const message = gone ? `Body ${selected.id} is not there at this time.` : String((error as Error).message);
      section.replaceChildren(make("p", { class: "hint" }, message));
    }
  };

  viewer.on("body", () => void show());
}

function describe(viewer: Viewer, result: number, body: Body): Node[] {
  const { info } = viewer.results[result];
  const rows: [string, string, string][] = [
    ["position", vector(body.position), "m"],
    ["velocity", vector(body.velocity), "m/s"],
    ["radius", exact(body.radius), "m"],
    ["mass", exact(body.mass), "kg"],
    ["pressure", exact(body.pressure), info.impulse_unit],
  ];
  const list = (x: number | number[]) => (Array.isArray(x) ? vector(x) : exact(x));
  if (body.spin !== null) rows.push(["spin", list(body.spin), "rad/s"]);
  if (body.orientation !== null) {
    rows.push(["orientation", list(body.orientation), info.dimension === 3 ? "quaternion w, x, y, z" : "rad"]);
  }
  if (body.group) rows.push(["group", body.group, ""]);
  const table = make("table", { class: "numbers" });
  for (const [name, value, unit] of rows) {
    table.append(make("tr", {}, make("th", {}, name), make("td", { "data-number": name }, value), make("td", { class: "unit" }, unit)));
  }
  const title = viewer.results.length > 1 ? `Body ${body.id} of ${info.name}` : `Body ${body.id}`;
  return [make("h2", { "data-id": String(body.id) }, title), table, ...contactTable(viewer, result, body)];
}

function contactTable(viewer: Viewer, result: number, body: Body): Node[] {
  const { info } = viewer.results[result];
  if (body.contacts.length === 0) return [make("p", { class: "hint" }, "No contact pushes it.")];
  const glue = body.contacts.some((c) => c.glue !== 0);
  const rubs = body.contacts.some((c) => c.tangential !== null);
  const head = make("tr", {}, make("th", {}, "with"), make("th", {}, `impulse [${info.impulse_unit}]`), make("th", {}, "gap [m]"));
  if (rubs) head.append(make("th", {}, "along [N s]"));
  if (glue) head.append(make("th", {}, "glue [N s]"));
  const table = make("table", { class: "contacts" }, head);
  for (const contact of body.contacts) {
    const { body: other, obstacle } = contact.with;
    const name = other !== undefined ? make("button", { class: "as-link" }, `body ${other}`) : `obstacle ${obstacle! + 1}`;
    if (other !== undefined) {
      (name as HTMLElement).addEventListener("click", () => viewer.change({ selected: { result, id: other } }));
    }
    const number = (x: number) => make("td", { title: exact(x) }, x.toPrecision(4));
    const row = make("tr", {}, make("td", {}, name), number(contact.impulse), number(contact.gap));
    if (rubs) row.append(number(Math.hypot(...(contact.tangential ?? [0]))));
    if (glue) row.append(number(contact.glue));
    table.append(row);
  }
  const count = body.contacts.length;
  return [make("h3", {}, count === 1 ? "1 contact" : `${count} contacts`), table];
}
