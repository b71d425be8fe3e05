import type { DoneEntry, GalleyDb, OutboxEntry } from '../data/db.ts';
import { DAY_MS, raise } from './ledger.ts';

/**
 * The server was restored to `version`: what it had confirmed beyond that within the last day is a letter from now on, so that the person
 * can send it again. Versions of two histories compare only at the first meeting with the new one. Inside a transaction over all stores.
 */
export async function listLost(db: GalleyDb, version: number, at: string): Promise<void> {
  const since = Date.parse(at) - DAY_MS;
  const lost = await db.done
    .filter((done) => done.outcome === 'done' && (done.ackVersion ?? 0) > version && Date.parse(done.sentAt) > since)
    .toArray();
  const error = { code: 'lost_by_restore', message: 'Sent, then lost by a restore of the server' };
  await db.dead_letters.bulkPut(
    lost.map((done) => ({
      key: done.key,
      seq: done.seq,
      at,
      entry: entryOf(done),
      reason: 'lost' as const,
      error,
      notice: null,
      theirs: null,
      yours: null,
    })),
  );
  await db.done.bulkDelete(lost.map((done) => done.key));
  await raise(db, 'done', -lost.length);
  await raise(db, 'dead', lost.length);
}

function entryOf({ outcome: _outcome, sentAt, ...done }: DoneEntry): OutboxEntry {
  const firstTryAt = Date.parse(sentAt);
  return { ...done, mid: null, state: 'queued', attempts: 0, firstTryAt, lease: null, notice: null };
}
