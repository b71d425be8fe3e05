import * as menuUpload from '../../../../contract/menu/upload-calls.ts';
import type { MenuUpload, SentMenu } from '../../../../contract/menu/upload-calls.ts';
import { send, type Result } from '../../../api/send.ts';

export function sendFiles(
  files: File[],
  menuBookId: string | null,
): Promise<Result<{ upload_id: string; menu_book_id: string }>> {
  const form = new FormData();
  for (const file of files) form.append('files', file);
  if (menuBookId) form.append('menu_book_id', menuBookId);
  // The call takes its body as a form, too (isMultipart).
  return send(menuUpload.upload, { body: form as never });
}

export const listUploads = (signal: AbortSignal): Promise<Result<SentMenu[]>> =>
  send(menuUpload.listUploads, {}, { signal });

export const readUpload = (id: string, signal: AbortSignal): Promise<Result<MenuUpload>> =>
  send(menuUpload.getUpload, { path: { id } }, { signal });

export const readPage = (id: string, page: number, signal: AbortSignal): Promise<Result<{ data_url: string }>> =>
  send(menuUpload.getUploadPage, { path: { id, page: String(page) } }, { signal });

/** Without a network nothing is lost: the server tidies up by itself after a while. */
export const settle = (id: string, outcome: 'seen' | 'published' | 'discarded'): Promise<Result<unknown>> =>
  send(menuUpload.settleUpload, { path: { id }, body: { outcome } });
