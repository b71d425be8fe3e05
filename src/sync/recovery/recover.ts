import type { OutboxEntry } from '../../data/db.ts';
import { MutationRefused, writeTransaction, isKnown, storeMutation } from '../../data/store-mutation.ts';
import type { RescuedMutation } from '../../data/rescue-on-leave.ts';
import { allStores, raise } from '../protocol/sync-tables.ts';
import type { Rebase } from '../protocol/rebase.ts';

/** Stores the mutations that an earlier page rescued, each once. One that no longer fits becomes a failed change. */
export async function recover(rebase: Rebase, taps: RescuedMutation[]): Promise<void> {
  for (const { entry, instead } of taps) {
    const definition = rebase.definitions(entry.call);
    try {
      if (!definition) throw new MutationRefused(`No mutation is known for ${entry.call}`);
      await storeMutation(rebase.db, { definition, entry, instead }, { isRepeat: true });
    } catch (error) {
      if (!(error instanceof MutationRefused)) throw error;
      await report(rebase, entry, error);
    }
  }
}

async function report({ db, at }: Rebase, entry: RescuedMutation['entry'], refusal: MutationRefused): Promise<void> {
  await writeTransaction(db, allStores(db), async () => {
    // Two tabs that start together both read the rescued mutations.
    if (await isKnown(db, entry.key)) return;
    await raise(db, 'issued', 1);
    await raise(db, 'dead', 1);
    await db.dead_letters.put({
      key: entry.key,
      seq: 0, // it was never in the outbox
      at,
      entry: { ...entry, seq: 0 } satisfies OutboxEntry,
      reason: 'apply_failed',
      error: { code: 'apply_failed', message: refusal.message },
      notice: null,
      theirs: null,
      yours: null,
    });
  });
}
