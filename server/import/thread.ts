import { parentPort, workerData } from 'node:worker_threads';
import type { ImportMapping } from '../../contract/customers/import-calls.ts';
import { withoutPerson } from '../customers/import/forget-rows.ts';
import { readFile, type ReadFile } from '../customers/import/read-file.ts';
import { readTill, type Till } from '../orders/import/read-till.ts';
import type { PastOrder } from './group-orders.ts';
import type { Importing } from './import-orders.ts';

/** Files of owners, read off the thread that answers requests. */
export type ThreadInput =
  | {
      kind: 'orders';
      content: Uint8Array;
      restaurant: Pick<Importing, 'timezone' | 'currency' | 'country_code'>;
      now: Date;
    }
  | { kind: 'customers'; content: Uint8Array; mapping: ImportMapping | null; countryCode: string | null }
  | { kind: 'forget'; content: Uint8Array; texts: readonly string[] };

/** The long list of a result in parts, since receiving it takes its time as well; then the rest. */
export type ThreadMessage = { part: unknown[] } | { done: object };

export type OrdersDone = { fault: string } | Omit<Till, 'orders'>;
export type OrdersPart = Omit<PastOrder, 'twins'>;
export type CustomersDone = { fault: string } | Omit<ReadFile, 'rows'>;
export type ForgetDone = { content: Uint8Array | null };

const PART = 500;

const post = (message: ThreadMessage) => parentPort!.postMessage(message);
const postParts = (list: readonly unknown[]) => {
  for (let from = 0; from < list.length; from += PART) post({ part: list.slice(from, from + PART) });
};

const input = workerData as ThreadInput;
if (input.kind === 'orders') {
  const read = await readTill(input.content, input.restaurant, input.now);
  if ('fault' in read) post({ done: read });
  else {
    const { orders, ...done } = read;
    postParts(orders.map(({ twins: _, ...order }): OrdersPart => order));
    post({ done });
  }
} else if (input.kind === 'customers') {
  const read = await readFile(input.content, input.mapping, input.countryCode);
  if ('fault' in read) post({ done: read });
  else {
    const { rows, ...done } = read;
    postParts(rows);
    post({ done });
  }
} else post({ done: { content: withoutPerson(input.content, input.texts) } satisfies ForgetDone });
