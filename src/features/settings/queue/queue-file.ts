import type { OutboxEntry } from '../../../data/db.ts';
import type { Store } from '../../../data/store.ts';
import { instant } from '../../../data/clock.ts';
import { readComparisons, readMutationCounts } from './queries.ts';

/** Everything that is not at the server, or was not taken there, for a person to keep or to send to whoever looks into a fault. */
export interface QueueFile {
  name: string;
  text: string;
  waiting: number;
  letters: number;
}

/**
 * The queue as a file: what waits in its order, the letters, what is not even stored yet, and what became of the newest of the others.
 * It holds what the person has entered, and no token: the database has none.
 */
export async function queueFile(store: Store, restaurant: string): Promise<QueueFile> {
  const { db, clock } = store;
  const now = instant(clock.now());
  const [line, compared, waiting, letters, finished, clientId] = await Promise.all([
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
    needs_you: letters.map((letter) => ({ ...letter, entry: withoutLease(letter.entry) })),
    finished,
  };
  return {
    name: `galley queue ${now.slice(0, 16).replace('T', ' ').replace(':', '')}.json`,
    text: `${JSON.stringify(content, null, 2)}\n`,
    waiting: waiting.length + content.not_stored.length,
    letters: letters.length,
  };
}

/** Who holds a change while it is sent says nothing to anybody else. */
function withoutLease<T extends Omit<OutboxEntry, 'seq'>>({ lease: _, ...entry }: T): Omit<T, 'lease'> {
  return entry;
}
