import type { MenuUpload } from '../../../contract/menu/upload-calls.ts';
import { notify } from '../../notifications/notify.ts';

type Context = Parameters<typeof notify>[0];

/** The group of an upload's notification. Opening the upload settles it, so an owner who waits on the screen does not see it for long. */
export const aboutUpload = (uploadId: string): string => `menu_upload:${uploadId}`;

/** Says that a menu was read, or why it could not be. */
export async function notifyUpload(
  c: Context,
  { id, status, error, categories }: Pick<MenuUpload, 'id' | 'status' | 'error' | 'categories'>,
): Promise<void> {
  const dishes = categories.reduce((sum, { items }) => sum + items.length, 0);
  const isRead = status === 'needs_review';
  await notify(c, {
    type: 'menu_upload_ready',
    title: isRead ? 'Your menu has been read' : 'Your menu could not be read',
    body: isRead
      ? `${dishes} ${dishes === 1 ? 'dish was' : 'dishes were'} found. Check them and add them to your menu.`
      : reasons[error ?? 'reading_failed'],
    severity: isRead ? 'success' : 'warning',
    url: `/restaurant/menu/upload?upload=${id}`,
    group_key: aboutUpload(id),
  });
}

const reasons: Record<NonNullable<MenuUpload['error']>, string> = {
  file_empty: 'A file is empty.',
  file_too_large: 'A file is larger than 10 MB.',
  file_type_unsupported: 'A file is not a picture or a PDF.',
  file_unreadable: 'A file is damaged and cannot be opened.',
  picture_too_large: 'A picture has more than 25 megapixels.',
  too_many_pages: 'The menu has more than 12 pages.',
  pdf_locked: 'The PDF is protected by a password.',
  nothing_found: 'No dishes were found in the pictures.',
  took_too_long: 'Reading took too long.',
  reading_failed: 'Something went wrong on our side.',
};
