import * as menuUpload from '../../../../contract/menu/upload-calls.ts';
import type { MenuUpload, SentMenu } from '../../../../contract/menu/upload-calls.ts';
import { send, type Result } from '../../../api/send.ts';

export const listUploads = (signal: AbortSignal): Promise<Result<SentMenu[]>> =>
  send(menuUpload.listUploads, {}, { signal });

export const readUpload = (id: string, signal: AbortSignal): Promise<Result<MenuUpload>> =>
  send(menuUpload.getUpload, { path: { id } }, { signal });

export const readPage = (id: string, page: number, signal: AbortSignal): Promise<Result<{ data_url: string }>> =>
  send(menuUpload.getUploadPage, { path: { id, page: String(page) } }, { signal });

/** Without a network nothing is lost: the server tidies up by itself after a while. */
export const settle = (id: string, outcome: 'seen' | 'published' | 'discarded'): Promise<Result<unknown>> =>
  send(menuUpload.settleUpload, { path: { id }, body: { outcome } });
