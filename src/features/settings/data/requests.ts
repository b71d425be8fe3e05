import * as account from '../../../../contract/account/calls.ts';
import type { ImportedData } from '../../../../contract/account/calls.ts';
import { download, send, type Result } from '../../../api/send.ts';

export const exportEverything = (current_password: string): Promise<Result<Blob>> =>
  download(account.exportData, { body: { current_password } });

export const IMPORT_BYTES = account.IMPORT_PARTS_MAX * account.IMPORT_PART_BYTES;

/** Sends the file in parts, then imports it. `onSent`: how much of it has arrived, 0 to 1. */
export async function importEverything(file: Blob, onSent: (share: number) => void): Promise<Result<ImportedData>> {
  const parts = Math.max(1, Math.ceil(file.size / account.IMPORT_PART_BYTES));
  for (let part = 0; part < parts; part += 1) {
    const form = new FormData();
    const start = part * account.IMPORT_PART_BYTES;
    form.append('file', file.slice(start, start + account.IMPORT_PART_BYTES));
    const args = { path: { part: String(part) }, body: form as never }; // the call takes its body as a form, too
    const sent = await send(account.storeImportPart, args);
    if (!sent.ok) return sent;
    onSent((part + 1) / parts);
  }
  return send(account.importData, { body: { parts } });
}
