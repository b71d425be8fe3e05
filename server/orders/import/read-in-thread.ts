import { READ_AT_ONCE, readInThread, tooLong } from '../../import/read-in-thread.ts';
import { Turns } from '../../platform/turns.ts';
import { linkTwins } from './group-orders.ts';
import type { Importing } from './import-orders.ts';
import { readTill, type Till } from './read-till.ts';
import type { OrdersDone, OrdersPart, ThreadInput } from './thread.ts';

/** One file of past orders at a time in each process: reading takes a core. */
const turns = new Turns(1);

/** How many files of a restaurant's past orders are read or wait for it. */
export const filesInWork = (restaurantId: string): number => turns.countOf(restaurantId);

export async function readTillFile(
  content: Uint8Array,
  restaurant: Importing,
  now: Date,
): Promise<Till | { fault: string }> {
  if (content.length <= READ_AT_ONCE) return readTill(content, restaurant, now);
  const { id, timezone, currency, country_code } = restaurant;
  const input: ThreadInput = { content, restaurant: { timezone, currency, country_code }, now };
  const read = await turns.run(id, () =>
    readInThread<OrdersDone, OrdersPart>(new URL('./thread.ts', import.meta.url), input),
  );
  if (!read) return tooLong;
  return 'fault' in read.done ? read.done : { ...read.done, orders: linkTwins(read.parts) };
}
