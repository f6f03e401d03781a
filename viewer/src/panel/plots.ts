// Plots of history.csv, linked to the time: a line shows it, a click sets it, the numbers below are those of its row.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { SERIES, css } from "../colours";
import { exact } from "../numbers";
import { make, part } from "../page";
import { Viewer } from "../viewer";

interface Plot {
  title: string; // with the unit
  columns: string[];
  logarithmic?: boolean;
  limit?: "error_bound" | "violation"; // of the scene
}

const PLOTS: Plot[] = [
  { title: "energy [J]", columns: ["kinetic_energy", "potential_energy", "dissipated"] },
  { title: "duality gap [J]", columns: ["gap"], logarithmic: true },
  { title: "error bound, of the velocities", columns: ["error_bound"], logarithmic: true, limit: "error_bound" },
  { title: "smallest distance [m]", columns: ["min_distance"], logarithmic: true },
  { title: "contacts", columns: ["contacts", "active"] },
  { title: "iterations", columns: ["iterations"] },
  { title: "wall clock a step [s]", columns: ["seconds"], logarithmic: true },
];

const HEIGHT = 130;
const MOST_POINTS = 4000; // of a line
const LEAST_SPAN = 1e-9; // of an axis, of its values
const MOST_TICKS = 5; // that an axis names, about
const LARGEST = 1e300; // distances beyond mean that there is nothing to be near to

export function makePlots(viewer: Viewer) {
  const section = part("plots");
  const cards = PLOTS.map((plot) => new Card(viewer, plot));
  section.replaceChildren(make("h2", {}, "History"), ...cards.map((card) => card.element));
  const each = (act: (card: Card) => void) => () => cards.forEach(act);
  viewer.on("history", each((card) => card.fill()));
  viewer.on("time", each((card) => card.mark()));
  let { dark } = viewer.view;
  viewer.on("style", () => {
    if (viewer.view.dark === dark) return;
    dark = viewer.view.dark;
    each((card) => card.rebuild())();
  });
  new ResizeObserver(each((card) => card.resize())).observe(section);
}

/** One plot with its numbers. */
class Card {
  readonly element = make("figure", { class: "plot" });
  private readonly frame = make("div");
  private readonly empty = make("p", { class: "hint" }, "0 in every row");
  private readonly legend = make("figcaption");
  private chart: uPlot | null = null;

  constructor(private readonly viewer: Viewer, private readonly plot: Plot) {
    this.element.append(make("h3", {}, plot.title), this.frame, this.empty, this.legend);
  }

  /** Of every result, the columns it has. */
  private lines() {
    return this.viewer.results.flatMap((result, r) =>
      this.plot.columns.filter((name) => result.history.columns.has(name)).map((name) => ({ result, r, name })),
    );
  }

  /** A colour a column; a colour a result where there is one column only. */
  private colour({ r, name }: { r: number; name: string }) {
    const k = this.plot.columns.length > 1 ? this.plot.columns.indexOf(name) : r;
    return css(SERIES[k % SERIES.length]);
  }

  /** Where colours tell columns apart, dashes tell results apart. */
  private dash({ r }: { r: number }): number[] | undefined {
    return this.plot.columns.length > 1 && r > 0 ? [2 + 4 * r, 3] : undefined;
  }

  fill() {
    const lines = this.lines();
    this.element.hidden = lines.length === 0;
    if (lines.length === 0) return;
    if (!this.chart || this.chart.series.length !== lines.length + 1) this.build();
    const data = this.data();
    const nothing = data.slice(1).every((line) => (line as (number | null)[]).every((v) => v === null));
    this.frame.hidden = nothing;
    this.empty.hidden = !nothing;
    this.chart?.setData(data);
    this.mark();
  }

  /** One list of times for all lines, as the chart wants it. */
  private data(): uPlot.AlignedData {
    const positive = this.plot.logarithmic;
    const tables = this.lines().map(({ result, name }) => {
      const { times, values } = thinned(result.history.column("time"), result.history.column(name));
      const shown = values.map((v) => (!Number.isFinite(v) || v > LARGEST || (positive && v <= 0) ? null : v));
      return [times, shown] as uPlot.AlignedData;
    });
    return uPlot.join(tables);
  }

  rebuild() {
    this.chart?.destroy();
    this.chart = null;
    this.fill();
  }

  private build() {
    this.chart?.destroy();
    const ink = css(this.viewer.theme.ink);
    const faint = { stroke: css(this.viewer.theme.faint, 0.5), width: 1 };
    const axis = { stroke: ink, grid: faint, ticks: faint, font: "11px system-ui, sans-serif" };
    const { logarithmic } = this.plot;
    const all = (_: uPlot, splits: number[]) => splits;
    const powers: uPlot.Axis = { splits: (_, __, low, high) => powersOfTen(low, high), filter: all, grid: { ...faint, filter: all } };
    const ticks: uPlot.Axis = { splits: (_, __, low, high) => roundNumbers(low, high) };
    const options: uPlot.Options = {
      width: this.width,
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false }, y: logarithmic ? { distr: 3, range: (_, low, high) => decades(low, high) } : { range: (_, low, high) => span(low, high) } },
      axes: [
        { ...axis, ...ticks, size: 28 },
        { ...axis, ...(logarithmic ? powers : ticks), size: 58, values: (_, ticks) => ticks.map((v) => (v === null ? "" : tickText(v))) },
      ],
      series: [{}, ...this.lines().map((line) => ({ stroke: this.colour(line), dash: this.dash(line), width: 1.5 }))],
      hooks: { draw: [(chart) => this.drawMarks(chart)] },
    };
    this.chart = new uPlot(options, this.data(), this.frame);
    this.chart.over.addEventListener("click", (event) => {
      this.viewer.setTime(this.chart!.posToVal(event.offsetX, "x"));
    });
  }

  private get width() {
    return Math.max(160, this.element.clientWidth || 300);
  }

  resize() {
    this.chart?.setSize({ width: this.width, height: HEIGHT });
  }

  /** The line of the time, the limit of the scene, and the numbers of the row. */
  mark() {
    this.chart?.redraw(false);
    this.legend.replaceChildren(
      ...this.lines().map((line) => {
        const { result, r, name } = line;
        const row = result.history.rowAt(this.viewer.clock.time);
        const value = row < 0 ? "–" : exact(result.history.column(name)[row]);
        const who = this.viewer.results.length > 1 ? `${name} (${result.info.name})` : name;
        const dot = make("i");
        dot.style.background = this.colour(line);
        return make("span", {}, dot, `${who} `, make("b", { "data-column": name, "data-result": String(r) }, value));
      }),
    );
  }

  private drawMarks(chart: uPlot) {
    const { ctx, bbox } = chart;
    const { theme } = this.viewer;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([]); // not that of the last series
    const line = (x0: number, y0: number, x1: number, y1: number) => {
      ctx.beginPath();
      ctx.moveTo(x0, y0);
      ctx.lineTo(x1, y1);
      ctx.stroke();
    };
    ctx.strokeStyle = css(theme.push);
    const x = chart.valToPos(this.viewer.clock.time, "x", true);
    line(x, bbox.top, x, bbox.top + bbox.height);
    if (this.plot.limit) {
      ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
      ctx.strokeStyle = css(theme.ink, 0.6);
      const y = chart.valToPos(this.viewer.results[0].info.limits[this.plot.limit], "y", true);
      line(bbox.left, y, bbox.left + bbox.width, y);
    }
    ctx.restore();
  }
}

/** From the lowest to the highest value, and some room. What is kept to rounding is shown as if it were constant. */
function span(low: number | null, high: number | null): uPlot.Range.MinMax {
  if (low === null || high === null) return [low, high];
  const same = high - low <= LEAST_SPAN * Math.max(Math.abs(low), Math.abs(high));
  return same ? uPlot.rangeNum(low, low, 0.1, true) : uPlot.rangeNum(low, high, 0.1, true);
}

/** Multiples of 1, 2 or 5 times a power of ten. The chart's own way does not end where these are below 1e-16. */
function roundNumbers(low: number, high: number): number[] {
  const wanted = (high - low) / MOST_TICKS;
  if (!(wanted > 0) || !Number.isFinite(wanted)) return [low];
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5].find((k) => k * power >= wanted) ?? 10);
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => (first + k) * step);
}

/** Whole powers of ten around the values. The chart's own way does not end below 1e-16. */
function decades(low: number | null, high: number | null): uPlot.Range.MinMax {
  if (low === null || high === null || !(low > 0)) return [1, 10]; // there is nothing to show
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return [10 ** first, 10 ** Math.max(last, first + 1)];
}

/** A few of those between two of them. */
function powersOfTen(low: number, high: number): number[] {
  const [first, last] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
  const stride = Math.max(1, Math.ceil((last - first) / MOST_TICKS));
  return Array.from({ length: Math.floor((last - first) / stride) + 1 }, (_, k) => 10 ** (first + k * stride));
}

/** Three digits; powers of ten where zeros would fill the axis. */
const tickText = (v: number) => {
  const small = v !== 0 && (Math.abs(v) < 1e-3 || Math.abs(v) >= 1e5);
  return small ? v.toExponential(2).replace(/\.?0*e/, "e") : String(Number(v.toPrecision(3)));
};

/** Long lines keep the lowest and the highest value of each stretch. */
function thinned(times: number[], values: number[]): { times: number[]; values: number[] } {
  if (times.length <= MOST_POINTS) return { times, values };
  const kept: { times: number[]; values: number[] } = { times: [], values: [] };
  const stretch = (2 * times.length) / MOST_POINTS;
  for (let start = 0; start < times.length; start += stretch) {
    const first = Math.floor(start);
    const last = Math.min(times.length, Math.floor(start + stretch));
    let low = first;
    let high = first;
    for (let k = first; k < last; ++k) {
      if (values[k] < values[low]) low = k;
      if (values[k] > values[high]) high = k;
    }
    for (const k of [...new Set([Math.min(low, high), Math.max(low, high)])]) {
      kept.times.push(times[k]);
      kept.values.push(values[k]);
    }
  }
  return kept;
}
