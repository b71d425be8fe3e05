import '../../platform/yield-to-requests.ts';
import { workerData } from 'node:worker_threads';
import { post, postParts } from '../../import/post.ts';
import type { PastOrder } from './group-orders.ts';
import type { Importing } from './import-orders.ts';
import { readTill, type Till } from './read-till.ts';

export interface ThreadInput {
  content: Uint8Array;
  restaurant: Pick<Importing, 'timezone' | 'currency' | 'country_code'>;
  now: Date;
}

export type OrdersDone = { fault: string } | Omit<Till, 'orders'>;
export type OrdersPart = Omit<PastOrder, 'twins'>;

const { content, restaurant, now } = workerData as ThreadInput;
const read = await readTill(content, restaurant, now);
if ('fault' in read) post({ done: read });
else {
  const { orders, ...done } = read;
  postParts(orders.map(({ twins: _, ...order }): OrdersPart => order));
  post({ done });
}
