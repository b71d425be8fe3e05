import type { DoneEntry, GalleyDb, OutboxEntry } from '../../data/db.ts';
import { DAY_MS, raise, read } from '../protocol/sync-tables.ts';

/** How far the server stands in the history that it has now, and how far it has counted this client in it; 0: it does not know it. */
export interface ServerState {
  version: number;
  lastMid: number;
}

/**
 * The server was restored: what it had confirmed within the last day and has not in this history is a letter from now on, so that the
 * person can send it again. The server's count of this client says so exactly, also when others have written much since. Of what was sent
 * under an older name only the versions are known, and those of two histories compare only while the new one is behind the old. Inside a
 * transaction over all stores.
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
