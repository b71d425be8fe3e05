import { hello } from '../../../contract/sync/calls.ts';
import { type Blocked, type Engine, blockedBy, withTimeout } from '../runtime/engine.ts';
import { ANSWER_WAIT_MS } from '../../../contract/limits.ts';
import { read } from '../protocol/sync-tables.ts';
import { syncProtocol, type ServerProtocol } from '../runtime/server-protocol.ts';
import { type Ask, restApi } from './api.ts';
import { restProtocol } from './rest-protocol.ts';
import { writeSyncValue } from './adapter.ts';

export interface Server {
  base: string;
  token: () => string;
  fetch: typeof globalThis.fetch;
}

const ASK_AGAIN_MS = 24 * 3_600_000;
const LONG_AGO = 1;

/** Loaded by the worker for a database that has not used the sync protocol yet. Detects which protocol the server has. */
export const detectProtocol = (engine: Engine, { base, token, fetch }: Server): Promise<ServerProtocol | Blocked> =>
  probeServer(engine, restApi(base, token, fetch));

/**
 * A new database asks once; one whose server has only the specification's calls asks again after a day. Only "no such call" counts as no.
 */
export async function probeServer(engine: Engine, ask: Ask): Promise<ServerProtocol | Blocked> {
  const { db, clock } = engine;
  const askedAt = (await read(db, 'plainSince')) ?? null;
  if (askedAt !== null && Math.abs(clock.now() - askedAt) < ASK_AGAIN_MS) return restProtocol(engine, ask);
  const answer = await withTimeout(clock, ANSWER_WAIT_MS, ask({ method: 'GET', path: hello.path }));
  const isUnknown = answer.kind === 'status' && [404, 405, 410, 501].includes(answer.status);
  if (answer.kind !== 'ok' && !isUnknown) return blockedBy(answer);
  // A 404 without an API error may be a proxy's: believe it for now and ask again at the next start.
  const isSaid = answer.kind === 'status' && answer.error !== null;
  await writeSyncValue(db, 'plainSince', isUnknown ? (isSaid ? clock.now() : LONG_AGO) : null);
  return isUnknown ? restProtocol(engine, ask) : syncProtocol(engine);
}
