// Arrays of frames that were asked for lately, within a bound on memory.

import { Contacts, Obstacle, ResultInfo, askContacts, askIds, askNumbers, askObstacles } from "./api";

const MOST_BYTES = 256 * 1024 * 1024;

/** Everything that is drawn of one frame. Arrays have one entry a body that is there. */
export interface Frame {
  index: number;
  count: number;
  position: Float32Array; // `dimension` numbers a body, relative to the result's origin
  radius: Float32Array;
  id: Uint32Array | null; // null: a body's id is its place
  value: Float32Array | null;
  orientation: Float32Array | null;
  contacts: Contacts | null;
  obstacles: Obstacle[];
}

/** What a frame is wanted for. */
export interface Wanted {
  value: string | null; // name of the value that colours; null: none
  contacts: boolean;
  orientation: boolean;
}

interface Entry {
  promise: Promise<unknown>;
  bytes: number;
}

function sizeOf(thing: unknown): number {
  if (ArrayBuffer.isView(thing)) return thing.byteLength;
  const contacts = thing as Partial<Contacts>;
  return contacts.first instanceof Uint32Array ? contacts.first.buffer.byteLength : 1000;
}

export class FrameCache {
  private entries = new Map<string, Entry>();
  private bytes = 0;

  /** A frame with what is wanted of it, from memory or from the server. */
  async frame(info: ResultInfo, generation: number, index: number, wanted: Wanted): Promise<Frame> {
    const r = info.index;
    const get = <T>(what: string, ask: () => Promise<T>) => this.get(`${r} ${generation} ${index} ${what}`, ask);
    const numbers = (what: string) => get(what, () => askNumbers(r, index, what));
    // Obstacles that stay are those of the first frame.
    const still = info.obstacles_move ? index : 0;
    const obstacles = this.get(`${r} ${generation} ${still} obstacles`, () => askObstacles(r, still));
    const [position, radius, id, value, orientation, contacts] = await Promise.all([
      numbers("position"),
      numbers("radius"),
      info.crowd ? get("id", () => askIds(r, index)) : null,
      wanted.value ? numbers(`value/${wanted.value}`) : null,
      wanted.orientation && info.rotates ? numbers("orientation") : null,
      wanted.contacts ? get("contacts", () => askContacts(r, index)) : null,
    ]);
    const count = radius.length;
    return { index, count, position, radius, id, value, orientation, contacts, obstacles: await obstacles };
  }

  private get<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    if (known) {
      // The map keeps the order of insertion: what is used goes to its end.
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.promise as Promise<T>;
    }
    const entry: Entry = { promise: Promise.resolve(), bytes: 0 };
    entry.promise = ask().then(
      (thing) => {
        entry.bytes = sizeOf(thing);
        this.bytes += entry.bytes;
        this.shrink();
        return thing;
      },
      (error) => {
        this.entries.delete(key);
        throw error;
      },
    );
    this.entries.set(key, entry);
    return entry.promise as Promise<T>;
  }

  private shrink() {
    for (const [key, entry] of this.entries) {
      if (this.bytes <= MOST_BYTES) return;
      if (entry.bytes === 0) continue; // on its way
      this.entries.delete(key);
      this.bytes -= entry.bytes;
    }
  }
}
