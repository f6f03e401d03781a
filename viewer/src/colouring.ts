// What colours mean: the value that is chosen, its range over all frames seen, its name and its map.

import { ColourMap, Range, widened } from "./colours";
import { LiveResult } from "./live_result";
import { View } from "./view";

export class Colouring {
  private readonly seen = new Map<string, Range>(); // of each value

  constructor(private readonly results: LiveResult[], private readonly view: View) {}

  /** The name of the value that colours, where a result has it. */
  get value(): string | null {
    const { colour } = this.view;
    return this.results.some((r) => hasValue(r, colour)) ? colour : null;
  }

  /** The same for one result. */
  valueOf(result: LiveResult): string | null {
    return hasValue(result, this.view.colour) ? this.view.colour : null;
  }

  get map(): ColourMap {
    return new ColourMap(this.value, this.view.range ?? this.seen.get(this.value ?? "") ?? { low: 0, high: 1 });
  }

  /** Counts the values of a frame into the range; true where it has grown. */
  see(values: Float32Array | null): boolean {
    const { value } = this;
    if (!value || !values) return false;
    const known = this.seen.get(value) ?? null;
    const range = widened(known, values);
    if (!range || (range.low === known?.low && range.high === known.high)) return false;
    this.seen.set(value, range);
    return true;
  }

  /** What the colours mean, with the unit; empty where they mean nothing. */
  get label(): string {
    const all = this.results.flatMap((r) => r.info.values);
    return all.find((v) => v.name === this.value)?.label ?? "";
  }

  get groups(): string[] {
    return this.results.map((r) => r.info.groups.map((g) => g.name)).reduce((a, b) => (a.length >= b.length ? a : b), []);
  }
}

const hasValue = (result: LiveResult, name: string) => result.info.values.some((v) => v.name === name);
