import type { OutboxEntry } from '../../../data/db.ts';
import type { Store } from '../../../data/store.ts';
import { instant } from '../../../data/clock.ts';
import { readComparisons, readMutationCounts } from './queries.ts';

/** Everything that the server does not have or refused, for a person to keep or to send to whoever investigates a fault. */
export interface QueueFile {
  name: string;
  text: string;
  waiting: number;
  deadLetters: number;
}

/**
 * The queue as a file: waiting changes in order, failed changes, unsaved mutations, and the results of the newest others. It
 * contains what the person has entered, and no token, because the database has none.
 */
export async function queueFile(store: Store, restaurant: string): Promise<QueueFile> {
  const { db, clock } = store;
  const now = instant(clock.now());
  const [line, compared, waiting, deadLetters, finished, clientId] = await Promise.all([
    readMutationCounts(db),
    readComparisons(db),
    db.outbox.orderBy('seq').toArray(),
    db.dead_letters.orderBy('at').toArray(),
    db.done.orderBy('seq').toArray(),
    db.sync.get('clientId'),
  ]);
  const content = {
    about: 'Changes that were made in Galley on one device',
    saved_at: now,
    restaurant,
    device: store.deviceName(),
    client_id: clientId?.value ?? null,
    counted: line,
    compared,
    not_stored: [...store.unsaved.values()].map(({ entry }) => withoutLease(entry)),
    waiting: waiting.map(withoutLease),
    needs_you: deadLetters.map((deadLetter) => ({ ...deadLetter, entry: withoutLease(deadLetter.entry) })),
    finished,
  };
  return {
    name: `galley queue ${now.slice(0, 16).replace('T', ' ').replace(':', '')}.json`,
    text: `${JSON.stringify(content, null, 2)}\n`,
    waiting: waiting.length + content.not_stored.length,
    deadLetters: deadLetters.length,
  };
}

/** Removes the lease, which means nothing outside this device. */
function withoutLease<T extends Omit<OutboxEntry, 'seq'>>({ lease: _, ...entry }: T): Omit<T, 'lease'> {
  return entry;
}
