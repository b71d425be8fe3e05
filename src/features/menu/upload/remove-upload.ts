import { currentStore } from '../../../data/current.ts';
import { dropFiles } from '../../../files/keep-pages.ts';
import { dismiss, withdraw } from '../../../sync/recovery/unsent-changes.ts';
import type { UploadHere } from './uploads-here.ts';

/** Removes an upload and its pages from this device. False: it has been sent meanwhile. */
export async function removeUpload({ key, fileIds, deadLetter }: UploadHere): Promise<boolean> {
  if (deadLetter) await dismiss(key);
  else if (!(await withdraw(key))) return false;
  await dropFiles(currentStore().db, fileIds);
  return true;
}
