import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipAndCall } from 'node:zlib';
import type { Space } from '../db/space.ts';

const gzip = promisify(gzipAndCall);

/** A body that is sent as it is, to whoever may make the call. */
export interface KeptReply {
  etag: string;
  gzip: Buffer;
}

export async function makeKeptReply(body: object): Promise<KeptReply> {
  const text = JSON.stringify(body);
  // Weak: gzip and plain text have the same.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  return { etag, gzip: await gzip(text) };
}

/** When a reply is that of now: at this version of its space, between these instants. */
interface Validity {
  space: Pick<Space, 'epoch' | 'version'>;
  from: Date;
  until: Date | null;
}

type Entry = Validity & { reply: KeptReply };

const KEPT_BYTES = 64_000_000;
/** Of an entry, besides its body. */
const ENTRY_BYTES = 1_000;

/** Replies of this process (decision 144). Those that were not asked for longest make room. */
export class KeptReplies {
  readonly #byKey = new Map<string, Entry>();
  readonly #max: number;
  #bytes = 0;

  constructor(max = KEPT_BYTES) {
    this.#max = max;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(key: string, { epoch, version }: Validity['space'], now: Date): KeptReply | null {
    const entry = this.#byKey.get(key);
    if (!entry || entry.space.epoch !== epoch || entry.space.version !== version) return null;
    if (now < entry.from || (entry.until && now >= entry.until)) return null;
    // The newest stand last.
    this.#byKey.delete(key);
    this.#byKey.set(key, entry);
    return entry.reply;
  }

  keep(key: string, entry: Entry): void {
    this.#drop(key);
    this.#byKey.set(key, entry);
    this.#bytes += sizeOf(entry);
    for (const [oldest] of this.#byKey) {
      if (this.#bytes <= this.#max) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#byKey.get(key);
    if (!entry) return;
    this.#byKey.delete(key);
    this.#bytes -= sizeOf(entry);
  }
}

const sizeOf = ({ reply }: Entry) => reply.gzip.length + ENTRY_BYTES;
