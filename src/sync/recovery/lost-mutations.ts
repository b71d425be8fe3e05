import type { DoneEntry, GalleyDb, OutboxEntry } from '../../data/db.ts';
import { DAY_MS, raise, read } from '../protocol/sync-tables.ts';

/** The server's version in its current epoch, and its count of this client there; 0 if it does not know it. */
export interface ServerState {
  version: number;
  lastMid: number;
}

/**
 * After a restore of the server: mutations confirmed within the last day and unknown to the new epoch become dead letters, so that a person
 * can send them again. The server's count of this client tells exactly which. Of mutations sent under an older client id only versions are
 * known, which compare only while the new epoch is behind the old one. Inside a transaction over all stores.
 */
export async function listLostMutations(db: GalleyDb, { version, lastMid }: ServerState, at: string): Promise<void> {
  const since = Date.parse(at) - DAY_MS;
  const clientId = await read(db, 'clientId');
  const isLost = ({ sentAs, ackVersion }: DoneEntry) =>
    sentAs && sentAs.clientId === clientId && lastMid > 0 ? sentAs.mid > lastMid : (ackVersion ?? 0) > version;
  const lost = await db.done
    .filter((done) => done.outcome === 'done' && isLost(done) && Date.parse(done.sentAt) > since)
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

function entryOf({ outcome: _outcome, sentAs: _sentAs, sentAt, ...done }: DoneEntry): OutboxEntry {
  const firstTryAt = Date.parse(sentAt);
  return { ...done, mid: null, state: 'queued', attempts: 0, firstTryAt, lease: null, notice: null };
}
