import { instant } from '../../data/clock.ts';
import { currentStore } from '../../data/current.ts';
import type { Ticket } from '../../data/mutate.ts';
import { serverTime } from '../../data/store.ts';
import { deleteDeadLetter, writeTransaction } from '../../data/store-mutation.ts';
import { definitionOf } from '../runtime/registry.ts';
import { retryFailedChange } from './retry-failed-change.ts';
import { withdrawEntry } from './withdraw.ts';

/** Withdraws a mutation that was never sent; false if it was sent or does not exist. */
export function withdraw(key: string): Promise<boolean> {
  const store = currentStore();
  return withdrawEntry({ db: store.db, definitions: definitionOf, at: instant(serverTime(store)) }, key);
}

/** Retries a failed change; undefined if it does not exist or its call is unknown. */
export const restore = (key: string): Promise<Ticket | undefined> =>
  retryFailedChange(currentStore(), definitionOf, key);

/** Removes a failed change that the person has read. */
export const dismiss = (key: string): Promise<void> => dismissEach([key]);

/** Removes failed changes that the person has read. */
export async function dismissEach(keys: readonly string[]): Promise<void> {
  const { db } = currentStore();
  await writeTransaction(db, ['dead_letters', 'sync'], async () => {
    for (const key of keys) await deleteDeadLetter(db, key);
  });
}
