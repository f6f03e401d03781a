// What the server of `galet view` answers. All addresses are below the page's own, which holds the token.

export interface ValueInfo {
  name: string;
  label: string; // with its unit
}

export interface Group {
  name: string;
  first: number; // ids first <= id < last
  last: number;
}

export interface Exit {
  name: string;
  from: number[];
  to: number[];
}

/** One result folder, as it was at its start. SI units. */
export interface ResultInfo {
  index: number;
  name: string;
  folder: string;
  title: string;
  dimension: number;
  scheme: string;
  law: string;
  step: number;
  end: number;
  bodies: number;
  rotates: boolean;
  crowd: boolean;
  origin: number[]; // positions of frames are relative to it
  values: ValueInfo[];
  groups: Group[];
  limits: { error_bound: number; violation: number };
  exits: Exit[];
  obstacles_move: boolean;
  impulse_unit: string;
}

export interface ResultState {
  frames: number;
  generation: number; // another one: the result was replaced
  finished: boolean;
  steps: number[];
  times: number[];
  history_bytes: number;
}

export type Obstacle = { index: number } & (
  | { shape: "half-space"; point: number[]; normal: number[] }
  | { shape: "box" | "block"; min: number[]; max: number[] }
  | { shape: "sphere"; center: number[]; radius: number }
  | { shape: "segment"; from: number[]; to: number[] }
  | { shape: "floor-plan"; lines: number[][] }
  | { shape: "user" }
);

/** The contacts of a frame that push or pull; `second` is a place in the frame, or -1-k for obstacle k. */
export interface Contacts {
  first: Uint32Array;
  second: Int32Array;
  impulse: Float32Array;
  reach: Float32Array; // by contact with an obstacle: from the body's centre to the obstacle
}

export interface BodyContact {
  with: { body?: number; obstacle?: number };
  gap: number;
  impulse: number;
  normal: number[];
  glue: number;
  tangential: number[] | null;
}

export interface Body {
  id: number;
  group: string | null;
  position: number[];
  velocity: number[];
  radius: number;
  mass: number;
  spin: number | number[] | null;
  orientation: number | number[] | null;
  pressure: number;
  contacts: BodyContact[];
}

/** An answer other than 200, with what the server said. */
export class ServerError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

async function ask(path: string): Promise<Response> {
  const response = await fetch(new URL(`api/${path}`, document.baseURI));
  if (response.ok) return response;
  const text = await response.text();
  let message = text;
  try {
    message = JSON.parse(text).error ?? text;
  } catch {
    // Not JSON: shown as it is.
  }
  throw new ServerError(response.status, message || `status ${response.status}`);
}

async function json<T>(path: string): Promise<T> {
  return (await ask(path)).json();
}

async function bytes(path: string): Promise<ArrayBuffer> {
  return (await ask(path)).arrayBuffer();
}

const frame = (result: number, k: number) => `results/${result}/frames/${k}`;

export const askResults = () => json<{ version: string; results: ResultInfo[] }>("results");
export const askState = (result: number, from: number) => json<ResultState>(`results/${result}/state?from=${from}`);
export const askObstacles = (result: number, k: number) => json<Obstacle[]>(`${frame(result, k)}/obstacles`);
export const askBody = (result: number, k: number, id: number) => json<Body>(`${frame(result, k)}/bodies/${id}`);

export async function askNumbers(result: number, k: number, what: string): Promise<Float32Array> {
  return new Float32Array(await bytes(`${frame(result, k)}/${what}`));
}

export async function askIds(result: number, k: number): Promise<Uint32Array> {
  return new Uint32Array(await bytes(`${frame(result, k)}/id`));
}

export async function askContacts(result: number, k: number): Promise<Contacts> {
  const buffer = await bytes(`${frame(result, k)}/contacts`);
  const [n] = new Uint32Array(buffer, 0, 2);
  return {
    first: new Uint32Array(buffer, 8, n),
    second: new Int32Array(buffer, 8 + 4 * n, n),
    impulse: new Float32Array(buffer, 8 + 8 * n, n),
    reach: new Float32Array(buffer, 8 + 12 * n),
  };
}

/** Whole lines of history.csv from a byte on, and the byte to ask from next. */
export async function askHistory(result: number, from: number): Promise<{ text: string; next: number }> {
  const response = await ask(`results/${result}/history?from=${from}`);
  return { text: await response.text(), next: Number(response.headers.get("X-Next")) };
}
