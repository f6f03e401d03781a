// history.csv in memory, column by column, growing with the file.

import { askHistory } from "./api";

/** Rows kept in memory; beyond, every second one is dropped, again and again. */
const MOST_ROWS = 200_000;

export class History {
  readonly columns = new Map<string, number[]>();
  private names: string[] = [];
  private read = 0; // bytes
  private seen = 0; // rows of the file
  private stride = 1; // one in so many rows is kept
  private last: number[] = []; // the newest row, kept in any case

  /** Reads what the file has gained; true where there was something. */
  async refresh(result: number, bytes: number): Promise<boolean> {
    const before = this.read;
    while (this.read < bytes) {
      const { text, next } = await askHistory(result, this.read);
      if (next <= this.read) break; // the last line is not whole yet
      this.read = next;
      this.add(text);
    }
    return this.read > before;
  }

  /** The numbers of a column, the newest last. */
  column(name: string): number[] {
    return this.columns.get(name) ?? [];
  }

  get rows(): number {
    return this.column("time").length;
  }

  /** The last row at or before a time; -1 where there is none. */
  rowAt(time: number): number {
    return lastAtOrBefore(this.column("time"), time);
  }

  private add(text: string) {
    for (const line of text.split("\n")) {
      if (line === "") continue;
      if (this.names.length === 0) {
        this.names = line.split(",");
        for (const name of this.names) this.columns.set(name, []);
        continue;
      }
      this.addRow(line.split(",").map(Number));
    }
  }

  private addRow(row: number[]) {
    // The newest row may lie between those that are kept; it gives way to the next one.
    const replaces = this.rows > 0 && (this.seen - 1) % this.stride !== 0;
    this.names.forEach((name, k) => {
      const column = this.columns.get(name)!;
      if (replaces) column[column.length - 1] = row[k];
      else column.push(row[k]);
    });
    this.last = row;
    this.seen += 1;
    if (this.rows > MOST_ROWS && (this.seen - 1) % this.stride === 0) this.thin();
  }

  private thin() {
    this.stride *= 2;
    this.names.forEach((name, k) => {
      const kept = this.columns.get(name)!.filter((_, row) => row % 2 === 0);
      if ((this.seen - 1) % this.stride !== 0) kept.push(this.last[k]);
      this.columns.set(name, kept);
    });
  }
}

/** The place of the last number of a rising list that is not above `limit`, with room for rounding; -1: none. */
export function lastAtOrBefore(rising: number[], limit: number): number {
  const bound = limit + 1e-9 * Math.abs(limit);
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] <= bound) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
