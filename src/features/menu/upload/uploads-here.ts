import { wasSent } from '../../../data/apply-pending.ts';
import type { DeadLetter, GalleyDb, OutboxEntry } from '../../../data/db.ts';
import { isOf } from '../../../data/mutation.ts';
import { queueUpload } from '../mutations.ts';
import { pageCount } from './page-count.ts';

/** An upload of which the server does not know yet. */
export interface UploadHere {
  /** Of its mutation. */
  key: string;
  id: string;
  fileIds: string[];
  /** How many of the files are at the server. */
  sent: number;
  /** Nothing of the mutation itself was sent, so it can be removed. */
  isRemovable: boolean;
  /** The server refused it; null: it waits. */
  deadLetter: DeadLetter | null;
}

/** In the order in which they are sent; refused ones last. Reads no bytes. */
export async function uploadsHere(db: GalleyDb): Promise<UploadHere[]> {
  const [entries, deadLetters, waiting] = await Promise.all([
    db.outbox.filter((entry) => isOf(queueUpload.call, entry) && entry.state !== 'acked').sortBy('seq'),
    db.dead_letters.filter(({ entry }) => isOf(queueUpload.call, entry)).toArray(),
    db.files.where('state').equals('waiting').primaryKeys(),
  ]);
  const toUpload = (entry: Pick<OutboxEntry, 'key' | 'body'>) => {
    const fileIds = entry.body.file_ids as string[]; // mutate() wrote it from the call's own arguments
    const sent = fileIds.filter((id) => !waiting.includes(id)).length;
    return { key: entry.key, id: entry.body.upload_id as string, fileIds, sent };
  };
  return [
    ...entries.map((entry) => ({ ...toUpload(entry), isRemovable: !wasSent(entry), deadLetter: null })),
    ...deadLetters.map((deadLetter) => ({ ...toUpload(deadLetter.entry), isRemovable: true, deadLetter })),
  ];
}

/** What to say of one that waits. */
export function uploadWords({ fileIds, sent }: Pick<UploadHere, 'fileIds' | 'sent'>, isOnline: boolean): string {
  const { length } = fileIds;
  if (!isOnline) return `Waiting for a network, ${pageCount(length)}`;
  return length > 1 && sent < length ? `Sending page ${sent + 1} of ${length}` : 'Sending';
}
