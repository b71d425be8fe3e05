import type { Comparisons, Counters, GalleyDb } from '../../../data/db.ts';

/** What became of the changes made on this device: made = waiting + sent + refused + withdrawn. */
export interface MutationCounts {
  made: number;
  waiting: number;
  sent: number;
  refused: number;
  withdrawn: number;
}

/** Read in one transaction, so that no change is counted twice or missed between two states. */
export const readMutationCounts = (db: GalleyDb): Promise<MutationCounts> =>
  db.transaction('r', db.outbox, db.counters, async () => {
    const [waiting, counted] = await Promise.all([db.outbox.count(), db.counters.toArray()]);
    const { issued, done, dead, withdrawn } = Object.assign(
      { issued: 0, done: 0, dead: 0, withdrawn: 0 } satisfies Counters,
      Object.fromEntries(counted.map(({ name, value }) => [name, value])),
    ) as Counters;
    return { made: issued, waiting, sent: done, refused: dead, withdrawn };
  });

export const addsUp = ({ made, waiting, sent, refused, withdrawn }: MutationCounts): boolean =>
  made === waiting + sent + refused + withdrawn;

/** Results of comparisons with the server. */
export async function readComparisons(db: GalleyDb): Promise<Comparisons> {
  const compared = await db.sync.get('compared');
  return (compared?.value as Comparisons | undefined) ?? { repairs: 0, repairedAt: '', isOff: false };
}
