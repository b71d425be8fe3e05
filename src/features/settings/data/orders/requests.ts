import * as calls from '../../../../../contract/orders/import-calls.ts';
import type { CheckedOrders } from '../../../../../contract/orders/import-calls.ts';
import { clip } from '../../../../../contract/clip.ts';
import { send, type Result } from '../../../../api/send.ts';
import { newId } from '../../../../data/ids.ts';

export function checkFile(name: string, bytes: ArrayBuffer): Promise<Result<CheckedOrders>> {
  const form = new FormData();
  form.append('file', new Blob([bytes]));
  form.append('file_name', clip(name, 200, ''));
  // The call takes its body as a form, too.
  return send(calls.checkOrders, { path: { id: newId() }, body: form as never });
}

export const startImport = (id: string) => send(calls.startOrderImport, { path: { id }, body: {} });
