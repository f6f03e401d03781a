// Colours of bodies and of the page: those of `galet render`.

export type Rgb = readonly [number, number, number]; // 0 to 255, sRGB

const hex = (rgb: number): Rgb => [(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255];

/** Viridis (van der Walt and Smith, 2015). */
const VIRIDIS = [
  0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725,
].map(hex);

/** Blue over grey to red, for values of either sign around 0 (Moreland, 2009). */
const DIVERGING = [0x3b4cc0, 0x7b9ff9, 0xc0d4f5, 0xdddddd, 0xf2cbb7, 0xee8468, 0xb40426].map(hex);

/** Okabe and Ito (2008): readers who see fewer colours can tell these apart. */
export const SERIES = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x777777].map(hex);

const NO_VALUE: Rgb = [178, 178, 178];
const BODY: Rgb = [122, 163, 204];

export interface Theme {
  paper: Rgb;
  ink: Rgb;
  obstacle: Rgb;
  faint: Rgb;
  push: Rgb; // force network: contacts that push
  pull: Rgb; // and that pull
}

export const LIGHT: Theme = {
  paper: [255, 255, 255],
  ink: [38, 38, 43],
  obstacle: [222, 219, 214],
  faint: [204, 207, 212],
  push: [178, 28, 28],
  pull: [20, 90, 170],
};

export const DARK: Theme = {
  paper: [22, 24, 28],
  ink: [226, 228, 232],
  obstacle: [62, 64, 70],
  faint: [84, 88, 96],
  push: [255, 118, 92],
  pull: [110, 180, 255],
};

export const css = (c: Rgb, opacity = 1) => `rgba(${c[0]}, ${c[1]}, ${c[2]}, ${opacity})`;

function along(stops: Rgb[], fraction: number): Rgb {
  const place = Math.min(Math.max(fraction, 0), 1) * (stops.length - 1);
  const k = Math.min(Math.floor(place), stops.length - 2);
  const weight = place - k;
  const mixed = [0, 1, 2].map((i) => Math.round(stops[k][i] + weight * (stops[k + 1][i] - stops[k][i])));
  return mixed as unknown as Rgb;
}

export interface Range {
  low: number;
  high: number;
}

/** From a value to a colour. */
export class ColourMap {
  readonly groups: boolean;
  readonly diverging: boolean;
  readonly range: Range;
  private readonly table: Rgb[] = [];
  private readonly scale: number;

  constructor(value: string | null, range: Range) {
    this.groups = value === "group";
    this.diverging = !this.groups && range.low < 0 && range.high > 0;
    const bound = Math.max(-range.low, range.high);
    this.range = this.diverging ? { low: -bound, high: bound } : range;
    this.scale = this.range.high > this.range.low ? 255 / (this.range.high - this.range.low) : 0;
    for (let k = 0; k < 256; ++k) this.table.push(along(this.diverging ? DIVERGING : VIRIDIS, k / 255));
  }

  /** At a fraction of the range. */
  at(fraction: number): Rgb {
    return this.table[Math.round(Math.min(Math.max(fraction, 0), 1) * 255)];
  }

  colour(value: number): Rgb {
    if (!Number.isFinite(value)) return NO_VALUE;
    if (this.groups) return value < 0 ? NO_VALUE : SERIES[value % SERIES.length];
    const place = this.scale > 0 ? this.scale * (value - this.range.low) : 127.5;
    return this.table[Math.round(Math.min(Math.max(place, 0), 255))];
  }

  /** RGBA of every body; all alike where there is no value. */
  paint(values: Float32Array | null, count: number, out: Uint8Array) {
    for (let i = 0; i < count; ++i) {
      const c = values ? this.colour(values[i]) : BODY;
      out[4 * i] = c[0];
      out[4 * i + 1] = c[1];
      out[4 * i + 2] = c[2];
      out[4 * i + 3] = 255;
    }
  }
}

/** Of all finite numbers, joined to what is known; null where there is none. */
export function widened(known: Range | null, values: Float32Array): Range | null {
  let low = known?.low ?? Infinity;
  let high = known?.high ?? -Infinity;
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return low <= high && Number.isFinite(low) && Number.isFinite(high) ? { low, high } : known;
}
