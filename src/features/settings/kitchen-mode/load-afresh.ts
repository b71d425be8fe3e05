import type { GalleyDb } from '../../../data/db.ts';
import { writeTransaction } from '../../../data/store-mutation.ts';

/** Has the sync worker load every row again. Rows and pending mutations stay meanwhile. */
export const loadAfresh = (db: GalleyDb): Promise<unknown> =>
  writeTransaction(db, ['sync'], () =>
    db.sync.bulkPut([
      { name: 'cursor', value: null },
      { name: 'snapshot', value: null },
    ]),
  );
