// Mouse and fingers on the picture: turn, move, zoom, choose a body.

import { panned, turned, zoomed } from "./camera";
import { Viewer } from "./viewer";

const CLICK = 4; // [pixel] a press may move and still be a click
const DEGREES = 180; // that a drag over the whole height turns

export function listenToPointer(viewer: Viewer, stage: HTMLElement) {
  const down = new Map<number, { x: number; y: number }>(); // pointers that press
  let start = { x: 0, y: 0 };
  let dragged = false;

  const spot = (event: MouseEvent) => {
    const box = stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const zoom = (at: { x: number; y: number }, factor: number) => {
    const pane = viewer.paneAt(at.x, at.y);
    const { x, y, width, height } = pane.rect;
    const right = (at.x - x - width / 2) / height;
    const above = -(at.y - y - height / 2) / height;
    viewer.change({ camera: zoomed(viewer.camera, pane.dimension, factor, right, above) });
  };

  stage.addEventListener("pointerdown", (event) => {
    start = spot(event);
    dragged = down.size > 0;
    down.set(event.pointerId, start);
    stage.setPointerCapture(event.pointerId);
  });

  stage.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = spot(event);
    if (Math.hypot(now.x - start.x, now.y - start.y) > CLICK) dragged = true;
    down.set(event.pointerId, now);
    if (!dragged) return;
    const pane = viewer.paneAt(start.x, start.y);
    const { height } = pane.rect;
    const dx = (now.x - before.x) / height;
    const dy = (now.y - before.y) / height;
    if (down.size === 2) {
      const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      const distance = (p: { x: number; y: number }) => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y));
      zoom(other, distance(before) / distance(now));
    } else if (pane.dimension < 3 || event.shiftKey || event.buttons === 2 || event.buttons === 4) {
      viewer.change({ camera: panned(viewer.camera, pane.dimension, dx, dy) });
    } else {
      viewer.change({ camera: turned(viewer.camera, -DEGREES * dx, DEGREES * dy) });
    }
  });

  const up = (event: PointerEvent) => {
    const clicked = down.delete(event.pointerId) && !dragged && event.type === "pointerup" && event.button === 0;
    if (clicked) choose(viewer, spot(event));
  };
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", up);
  stage.addEventListener("contextmenu", (event) => event.preventDefault());
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(spot(event), Math.exp(0.0015 * Math.max(-400, Math.min(400, event.deltaY))));
    },
    { passive: false },
  );
}

function choose(viewer: Viewer, { x, y }: { x: number; y: number }) {
  const pane = viewer.paneAt(x, y);
  const place = pane.pick(x, y);
  const selected = place < 0 ? null : { result: viewer.panes.indexOf(pane), id: pane.idOf(place) };
  viewer.change({ selected });
}
