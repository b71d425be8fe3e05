import { currentStore } from '../../../data/current.ts';
import { dropFiles } from '../../../files/keep-pages.ts';
import { dismiss, withdraw } from '../../../sync/recovery/unsent-changes.ts';
import type { UploadHere } from './uploads-here.ts';

/** Removes an upload and its pages from this device. False: it has been sent meanwhile. */
export async function removeUpload({ key, fileIds, letter }: UploadHere): Promise<boolean> {
  if (letter) await dismiss(key);
  else if (!(await withdraw(key))) return false;
  await dropFiles(currentStore().db, fileIds);
  return true;
}
