// Text and marks over the pictures: captions, colour bar or legend of groups, scale bar, the body that was chosen. Drawn on
// a canvas of its own, so that a saved picture has them too.

import { ColourMap, SERIES, Theme, css } from "../colours";
import { roundBelow, short, timeText } from "../numbers";
import { Pane, Rect } from "./pane";

export interface Caption {
  pane: Pane;
  name: string; // empty: not shown
  selected: number; // place of the body in the frame; -1: none
}

export interface Legend {
  label: string; // with its unit; empty: no colours
  map: ColourMap;
  groups: string[];
}

const FONT = "13px system-ui, sans-serif";

export function drawOverlay(pen: CanvasRenderingContext2D, captions: Caption[], legend: Legend, theme: Theme) {
  pen.font = FONT;
  pen.textBaseline = "alphabetic";
  for (const caption of captions) drawCaption(pen, caption, theme);
  if (captions.length > 1) frames(pen, captions.map((c) => c.pane.rect), theme);
  if (captions.length === 0 || legend.label === "") return;
  const { rect } = captions[0].pane;
  if (legend.map.groups) groupLegend(pen, rect, legend, theme);
  else colourBar(pen, rect, legend, theme);
}

function label(pen: CanvasRenderingContext2D, text: string, x: number, y: number, theme: Theme) {
  pen.lineJoin = "round";
  pen.lineWidth = 3;
  pen.strokeStyle = css(theme.paper, 0.85);
  pen.strokeText(text, x, y);
  pen.fillStyle = css(theme.ink);
  pen.fillText(text, x, y);
}

function drawCaption(pen: CanvasRenderingContext2D, { pane, name, selected }: Caption, theme: Theme) {
  const { rect, frame, result } = pane;
  pen.textAlign = "left";
  if (!frame || result.times.length === 0) return label(pen, `${name} no frame yet`, rect.x + 12, rect.y + 24, theme);
  const when = `t = ${timeText(result.times[frame.index])} s, step ${result.steps[frame.index]}`;
  label(pen, name ? `${name}: ${when}` : when, rect.x + 12, rect.y + 24, theme);
  scaleBar(pen, pane, theme);
  if (selected < 0) return;
  const { x, y } = pane.project(pane.center(selected));
  pen.beginPath();
  pen.rect(rect.x, rect.y, rect.width, rect.height);
  pen.save();
  pen.clip();
  pen.beginPath();
  pen.arc(x, y, Math.max(pane.scale * frame.radius[selected], 4) + 2, 0, 2 * Math.PI);
  pen.lineWidth = 3;
  pen.strokeStyle = css(theme.push);
  pen.stroke();
  pen.restore();
}

function scaleBar(pen: CanvasRenderingContext2D, pane: Pane, theme: Theme) {
  const { rect } = pane;
  const metres = roundBelow((0.25 * Math.min(rect.width, 600)) / pane.scale);
  const x = rect.x + rect.width - 16 - metres * pane.scale;
  const y = rect.y + rect.height - 16;
  pen.strokeStyle = css(theme.ink);
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(x, y - 5);
  pen.lineTo(x, y);
  pen.lineTo(x + metres * pane.scale, y);
  pen.lineTo(x + metres * pane.scale, y - 5);
  pen.stroke();
  pen.textAlign = "center";
  label(pen, `${short(metres)} m`, x + (metres * pane.scale) / 2, y - 8, theme);
}

function frames(pen: CanvasRenderingContext2D, rects: Rect[], theme: Theme) {
  pen.strokeStyle = css(theme.faint);
  pen.lineWidth = 1;
  for (const { x, y, width, height } of rects) pen.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}

function colourBar(pen: CanvasRenderingContext2D, rect: Rect, { label: text, map }: Legend, theme: Theme) {
  const width = Math.min(180, rect.width / 3);
  const x = rect.x + 14;
  const y = rect.y + rect.height - 44;
  for (let k = 0; k < width; ++k) {
    pen.fillStyle = css(map.at(k / (width - 1)));
    pen.fillRect(x + k, y, 1.5, 12);
  }
  pen.strokeStyle = css(theme.ink, 0.5);
  pen.lineWidth = 1;
  pen.strokeRect(x - 0.5, y - 0.5, width + 1, 13);
  pen.textAlign = "left";
  label(pen, text, x, y - 7, theme);
  label(pen, short(map.range.low, 3), x, y + 28, theme);
  pen.textAlign = "right";
  label(pen, short(map.range.high, 3), x + width, y + 28, theme);
}

function groupLegend(pen: CanvasRenderingContext2D, rect: Rect, { groups }: Legend, theme: Theme) {
  const shown = groups.slice(0, 12);
  pen.textAlign = "left";
  shown.forEach((name, g) => {
    const y = rect.y + rect.height - 18 - 20 * (shown.length - 1 - g);
    pen.fillStyle = css(SERIES[g % SERIES.length]);
    pen.fillRect(rect.x + 14, y - 11, 13, 13);
    label(pen, name || `entry ${g + 1}`, rect.x + 34, y, theme);
  });
  if (groups.length > shown.length) {
    label(pen, `and ${groups.length - shown.length} more`, rect.x + 14, rect.y + rect.height - 18 - 20 * shown.length, theme);
  }
}
