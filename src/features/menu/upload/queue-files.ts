import { currentStore } from '../../../data/current.ts';
import { newId } from '../../../data/ids.ts';
import { mutate } from '../../../data/mutate.ts';
import { keepPages } from '../../../files/keep-pages.ts';
import { queueUpload } from '../mutations.ts';
import { shrinkPage } from './shrink-page.ts';

export type Queued = { kind: 'queued'; id: string } | { kind: 'full' | 'too_many' | 'unreadable' };

/** Stores the pages on this device, then the upload that names them: both wait here until there is a network. */
export async function queueFiles(
  files: readonly File[],
  { bookId, restaurantId }: { bookId: string | null; restaurantId: string },
): Promise<Queued> {
  const kept = await keepPages(currentStore(), files, shrinkPage).catch((error: unknown) => {
    // A file of the person's that was moved or deleted since it was chosen.
    if (error instanceof DOMException) return { kind: 'unreadable' as const };
    throw error;
  });
  if (kept.kind !== 'kept') return kept;
  const id = newId();
  const body = { upload_id: id, file_ids: kept.ids, restaurant_id: restaurantId };
  const { durable } = mutate(queueUpload, { body: { ...body, ...(bookId && { menu_book_id: bookId }) } });
  // One that cannot be stored now is shown with the other unsaved changes.
  await durable.catch(() => undefined);
  return { kind: 'queued', id };
}
