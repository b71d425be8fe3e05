/** `after`: an id of another page; the new one must be greater. */
export type MakeId = (after?: string) => string;

export interface IdSources {
  now: () => number;
  /** Fills with random bytes. `getRandomValues` also works on plain HTTP, `randomUUID` does not. */
  randomize: (bytes: Uint8Array<ArrayBuffer>) => void;
}

/**
 * Rising UUIDs v7: within one millisecond the twelve bits after the time count up, so that the later of two mutations has the greater id
 * and wins a tie of `occurred_at`.
 */
export function makeIds(sources: IdSources = systemSources): MakeId {
  let lastMs = 0;
  let count = 0;
  let last = '';
  return (after = '') => {
    const now = Math.max(sources.now(), after > last ? msOf(after) + 1 : 0);
    if (now > lastMs) {
      lastMs = now;
      count = 0;
    } else if (++count > 0xfff) {
      lastMs += 1;
      count = 0;
    }
    const bytes = new Uint8Array(16);
    sources.randomize(bytes);
    for (let i = 0; i < 6; i++) bytes[i] = Math.floor(lastMs / 2 ** (8 * (5 - i))) & 0xff;
    bytes[6] = 0x70 | (count >> 8);
    bytes[7] = count & 0xff;
    bytes[8] = 0x80 | (bytes[8]! & 0x3f);
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    last = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    return last;
  };
}

/** The time of an id, epoch ms. */
const msOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const systemSources: IdSources = { now: () => Date.now(), randomize: (bytes) => void crypto.getRandomValues(bytes) };

/** Ids for everything that the page creates. Rows created offline keep them. */
export const newId: MakeId = makeIds();
