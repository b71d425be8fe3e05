import type { ImportMapping } from '../../contract/customers/import-calls.ts';
import { withoutPerson } from '../customers/import/forget-rows.ts';
import { readFile, type ReadFile } from '../customers/import/read-file.ts';
import { readTill, type Till } from '../orders/import/read-till.ts';
import { runInThread } from '../platform/in-thread.ts';
import { Turns } from '../platform/turns.ts';
import { linkTwins } from './group-orders.ts';
import type { Importing } from './import-orders.ts';
import type { CustomersDone, ForgetDone, OrdersDone, OrdersPart, ThreadInput, ThreadMessage } from './thread.ts';

/** Bytes. What is smaller is read at once: it takes less time than a thread to begin. */
export const READ_AT_ONCE = 64 * 1024;

const MEMORY_MB = 768;
const LIMIT_MS = 120_000;

/** One file of past orders at a time in each process: reading takes a core. */
const turns = new Turns(1);

/** How many files of a restaurant's past orders are read or wait for it. */
export const filesInWork = (restaurantId: string): number => turns.countOf(restaurantId);

const tooLong = { fault: 'This file takes too long to read. Import it in parts.' };

export async function readTillFile(
  content: Uint8Array,
  restaurant: Importing,
  now: Date,
): Promise<Till | { fault: string }> {
  if (content.length <= READ_AT_ONCE) return readTill(content, restaurant, now);
  const { id, timezone, currency, country_code } = restaurant;
  const read = await turns.run(id, () =>
    inThread<OrdersDone, OrdersPart>({
      kind: 'orders',
      content,
      restaurant: { timezone, currency, country_code },
      now,
    }),
  );
  if (!read) return tooLong;
  return 'fault' in read.done ? read.done : { ...read.done, orders: linkTwins(read.parts) };
}

/** Waits for nobody's turn: a request waits for it, with the lock of its space. Smaller, and one at a time of each restaurant. */
export async function readCustomerFile(
  content: Uint8Array,
  mapping: ImportMapping | null,
  { country_code: countryCode }: Pick<Importing, 'country_code'>,
): Promise<ReadFile | { fault: string }> {
  if (content.length <= READ_AT_ONCE) return readFile(content, mapping, countryCode);
  const read = await inThread<CustomersDone, ReadFile['rows'][number]>({
    kind: 'customers',
    content,
    mapping,
    countryCode,
  });
  if (!read) return tooLong;
  return 'fault' in read.done ? read.done : { ...read.done, rows: read.parts };
}

/** A waiting file without a person's rows; null: it has none. What cannot be read within the time is not kept. Waits for no other. */
export async function forgetInFile(content: Uint8Array, texts: readonly string[]): Promise<Uint8Array | null> {
  if (content.length <= READ_AT_ONCE) return withoutPerson(content, texts);
  const read = await inThread<ForgetDone, never>({ kind: 'forget', content, texts });
  return read ? read.done.content : new Uint8Array();
}

async function inThread<Done, Part>(input: ThreadInput): Promise<{ done: Done; parts: Part[] } | null> {
  const parts: Part[] = [];
  const done = await runInThread<Done, ThreadMessage>({
    module: new URL('./thread.ts', import.meta.url),
    input,
    memoryMb: MEMORY_MB,
    limitMs: LIMIT_MS,
    onMessage: (message) => {
      if ('done' in message) return message.done;
      for (const one of message.part) parts.push(one as Part); // as the thread reads them
      return undefined;
    },
  }).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return null;
    throw error;
  });
  return done && { done, parts };
}
