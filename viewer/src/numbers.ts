// Numbers as people read them.

/** Some significant digits, no trailing zeros. */
export function short(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return String(value);
  return String(Number(value.toPrecision(digits)));
}

/** As written in the result files: reads back to the same double. */
export const exact = (value: number) => String(value);

export const vector = (values: number[]) => values.map(exact).join(", ");

/** A round number not above a length: 1, 2 or 5 times a power of ten. */
export function roundBelow(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const lead = length / power;
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

/** "0.30", or more digits where the time needs them. */
export function timeText(time: number): string {
  const plain = time.toFixed(2);
  return Math.abs(time - Number(plain)) < 1e-9 ? plain : String(Number(time.toPrecision(6)));
}
