import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { IMAGE_WIDTHS } from '../../contract/files/images.ts';
import { isStorageFull } from './storage.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { refuse, type Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import type { Services } from '../pipeline/services.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { checkImage } from './check-image.ts';
import { findFile, imageKey, noteFile, noteStored } from './store.ts';
import { bytesOf, type ReceivedFile } from '../pipeline/received-files.ts';

/** Stores an image of one file for each of IMAGE_WIDTHS. Null: it is stored, now or before. Makes its own transactions. */
export async function storeImage(
  { pools, env }: Pick<Services, 'pools' | 'env'>,
  { restaurantId, now }: { restaurantId: string; now: Date },
  id: string,
  files: readonly ReceivedFile[],
): Promise<Refusal | null> {
  const inTenant = <T>(run: (db: Tx) => Promise<T>) =>
    withTransaction(pools.app, restaurantId, 'write', (client) => run(drizzle(client)));
  const sent = files.map(bytesOf);
  const hash = createHash('sha256');
  for (const bytes of sent) hash.update(`${bytes.length} `).update(bytes);
  const digest = hash.digest('hex');
  const present = await inTenant((db) => findFile(db, restaurantId, id));
  if (present && present.hash !== digest) return refuse('id_taken');
  if (present?.stored_at) return null;
  if (await inTenant((db) => isStorageFull(db, restaurantId)))
    return refuse('invalid_fields', {
      field_errors: { 'files.0': 'The files of this restaurant have taken all their room. Delete pictures first' },
    });

  const images: Buffer[] = [];
  for (const [index, width] of IMAGE_WIDTHS.entries()) {
    const checked = await checkImage(sent[index]!, width);
    if ('wrong' in checked)
      return refuse('invalid_fields', { field_errors: { [`files.${index}`]: faults[checked.wrong] } });
    images.push(checked.bytes);
  }
  const at = now.toISOString();
  const bytes = images.reduce((sum, { length }) => sum + length, 0);
  await inTenant((db) => noteFile(db, { restaurant_id: restaurantId, id, hash: digest, bytes, created_at: at }));
  for (const [index, width] of IMAGE_WIDTHS.entries())
    await openFiles(env).put(imageKey(restaurantId, id, width), images[index]!);
  await inTenant((db) => noteStored(db, restaurantId, id, at));
  return null;
}

const faults = {
  empty: 'The file is empty',
  'no image': 'Not a JPEG, WebP or AVIF image',
  'too wide': 'The image is wider than it should be',
};
