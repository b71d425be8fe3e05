import { instant } from '../../data/clock.ts';
import { currentStore } from '../../data/current.ts';
import type { Ticket } from '../../data/mutate.ts';
import { deleteDeadLetter, writeTransaction } from '../../data/store-mutation.ts';
import { definitionOf } from '../runtime/registry.ts';
import { retryFailedChange } from './retry-failed-change.ts';
import { withdrawEntry } from './withdraw.ts';

/** Takes a change back that was never sent; false when it is on its way already. */
export function withdraw(key: string): Promise<boolean> {
  const { db, clock, serverOffsetMs } = currentStore();
  return withdrawEntry({ db, definitions: definitionOf, at: instant(clock.now() + serverOffsetMs) }, key);
}

/** Makes a refused or lost change once more; undefined when there is no such letter, or this code does not know its call. */
export const restore = (key: string): Promise<Ticket | undefined> =>
  retryFailedChange(currentStore(), definitionOf, key);

/** The person has read it. */
export const dismiss = (key: string): Promise<void> => dismissEach([key]);

/** The person has read all of these. */
export async function dismissEach(keys: readonly string[]): Promise<void> {
  const { db } = currentStore();
  await writeTransaction(db, ['dead_letters', 'sync'], async () => {
    for (const key of keys) await deleteDeadLetter(db, key);
  });
}
