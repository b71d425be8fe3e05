import type { MenuUpload } from '../../../contract/menu/upload-calls.ts';
import type { Pools } from '../../db/open.ts';
import { inEachSpace, type EachSpaceOptions } from '../../jobs/for-each-space.ts';
import type { Enqueue } from '../../pipeline/handler.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { notifyUpload } from './notify-upload.ts';
import { removePages } from './page-key.ts';
import { removeDraft } from './remove-draft.ts';
import { removeFiles, removeUpload, updateUpload } from './store.ts';

/** A job is retried for about four hours; an upload that still waits after this many was lost. */
const LOST_HOURS = 6;
/** How long an upload that nobody published waits for its owner. */
const GRACE_DAYS = 14;
/** Of one that failed or is closed, only the address is kept, for a day. */
const OVER_DAYS = 1;
const HOUR = 3_600_000;

interface Options extends EachSpaceOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
}

type Found = Pick<MenuUpload, 'id' | 'menu_book_id' | 'status' | 'pages'> & { restaurant_id: string };

/** Fails uploads whose job was lost. Any number of processes may do it. */
export async function failLostUploads(
  options: Options & {
    enqueue(db: Parameters<typeof updateUpload>[0], job: string, ids: Parameters<Enqueue>[1]): ReturnType<Enqueue>;
  },
  now: Date,
): Promise<void> {
  const lost = await find(options, `status IN ('uploaded', 'reading') AND created_at < $1`, [before(now, LOST_HOURS)]);
  await each(options, 'fail_uploads', lost, async (upload, c) => {
    const change = { status: 'failed' as const, error: 'reading_failed' as const };
    await updateUpload(c.db, upload.restaurant_id, upload.id, change);
    await removeFiles(c.db, upload.restaurant_id, upload.id);
    const enqueue: Enqueue = (job, ids) => options.enqueue(c.db, job, ids);
    await notifyUpload(
      { ...c, restaurantId: upload.restaurant_id, now, enqueue },
      { ...change, id: upload.id, categories: [] },
    );
  });
}

/** Deletes abandoned uploads with their pictures and the empty draft menus that they made. Any number of processes may do it. */
export async function deleteOldUploads(
  options: Options & { files: Pick<FileStore, 'remove'> },
  now: Date,
): Promise<number> {
  const old = await find(options, `created_at < $1 OR (status IN ('failed', 'closed') AND created_at < $2)`, [
    before(now, GRACE_DAYS * 24),
    before(now, OVER_DAYS * 24),
  ]);
  // Their pictures go first, and outside of the restaurant's lock: a store that fails leaves the rows, and the next round tries again.
  for (const upload of old) await removePages(options.files, upload.restaurant_id, upload);
  await each(options, 'delete_uploads', old, async (upload, c) => {
    await removeDraft({ ...c, restaurantId: upload.restaurant_id, now }, upload, {
      kind: 'system',
      id: null,
      name: 'Galley',
    });
    await removeUpload(c.db, upload.restaurant_id, upload.id);
  });
  return old.length;
}

const before = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();

async function find({ pools }: Options, where: string, values: string[]): Promise<Found[]> {
  const { rows } = await pools.owner.query<Found>(
    `SELECT restaurant_id, id, menu_book_id, status, pages FROM menu_uploads WHERE ${where}`,
    values,
  );
  return rows;
}

type Space = Parameters<Parameters<typeof inEachSpace>[3]>[1];

async function each(
  options: Options,
  task: string,
  uploads: Found[],
  run: (upload: Found, space: Space) => Promise<void>,
): Promise<void> {
  const byRestaurant = Map.groupBy(uploads, ({ restaurant_id }) => restaurant_id);
  await inEachSpace(options, task, [...byRestaurant.keys()], async (id, space) => {
    for (const upload of byRestaurant.get(id)!) await run(upload, space);
  });
}
