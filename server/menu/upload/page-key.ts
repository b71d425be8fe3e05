import type { MenuUpload } from '../../../contract/menu/upload-calls.ts';
import type { FileStore } from '../../platform/files/file-store.ts';

/** Where the picture of a page lies. The restaurant stands in the key, so that an id of another's upload finds nothing. */
export const pageKey = (restaurantId: string, uploadId: string, page: number): string =>
  `menu-uploads/${restaurantId}/${uploadId}/${page}.jpg`;

export const pageKeys = (restaurantId: string, { id, pages }: Pick<MenuUpload, 'id' | 'pages'>): string[] =>
  pages.map((_, page) => pageKey(restaurantId, id, page));

/** Deletes the pictures of an upload's pages. */
export async function removePages(
  files: Pick<FileStore, 'remove'>,
  restaurantId: string,
  upload: Pick<MenuUpload, 'id' | 'pages'>,
): Promise<void> {
  for (const key of pageKeys(restaurantId, upload)) await files.remove(key);
}
