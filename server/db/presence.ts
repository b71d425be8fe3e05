import { createHash } from 'node:crypto';
import type pg from 'pg';
import { describeFault, type Log } from '../platform/log.ts';
import { StartError } from '../platform/start-error.ts';

/** Held by the process that leads, as long as its session lasts. */
const LEAD_LOCK = 7_204_815;
/** Held shared by each process, with a number made of where its files lie. */
const FILES_LOCK = 7_204_816;
const AGAIN_MS = 5000;

interface Led {
  close(): Promise<void>;
}

export interface PresenceOptions {
  owner: pg.Pool;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Names the place of this process's files. */
  store: string;
  /** What one process does at a time, of any number that share the database. */
  lead(): Led;
}

/**
 * Tells the other processes of the database about this one: one session, as long as it runs. One of them leads, until its session ends. For a
 * moment two may: the one that lost its session does not know at once. Throws a StartError if another has its files elsewhere.
 */
export async function enterDatabase({ owner, log, store, lead }: PresenceOptions): Promise<Led> {
  const place = createHash('sha256').update(store).digest().readUInt32BE() >>> 1;
  let client: pg.PoolClient | null = null;
  let led: Led | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let working: Promise<unknown> = Promise.resolve();

  async function enter(): Promise<void> {
    const made = await owner.connect();
    made.on('error', (fault) => void (working = lose(made, fault)));
    client = made;
    // The server would keep the locks of a machine that vanished for hours.
    await made.query('SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10');
    await made.query('SELECT pg_advisory_lock_shared($1::int, $2::int)', [FILES_LOCK, place]);
    const { rowCount } = await made.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid <> $2 AND objsubid = 2
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [FILES_LOCK, place],
    );
    if (rowCount) throw new StartError(ELSEWHERE);
    await tryToLead(made);
  }

  async function tryToLead(on: pg.PoolClient): Promise<void> {
    const { rows } = await on.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LEAD_LOCK]);
    if (isClosed || client !== on) return;
    if (!rows[0]!.mine) return later(() => tryToLead(on).catch((fault: unknown) => lose(on, fault)));
    log.info('lead', {});
    led = lead();
  }

  /** Also when a running statement reports it: only the first counts. */
  async function lose(lost: pg.PoolClient, fault: unknown): Promise<void> {
    if (client !== lost) return;
    leave();
    log[fault instanceof StartError ? 'error' : 'warn']('presence_lost', describeFault(fault));
    await led?.close();
    led = null;
    later(again);
  }

  const again = () =>
    enter().catch((fault: unknown) => {
      if (client) return lose(client, fault);
      log.warn('presence_lost', describeFault(fault));
      return later(again);
    });

  function later(run: () => Promise<unknown>) {
    if (!isClosed) timer = setTimeout(() => void (working = run()), AGAIN_MS).unref();
  }

  /** Ends the session, and with it the locks. */
  function leave() {
    const left = client;
    client = null;
    left?.release(true);
  }

  await enter().catch((fault: unknown) => {
    leave();
    throw fault;
  });
  return {
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await working;
      await led?.close();
      leave();
    },
  };
}

const ELSEWHERE =
  'DATA_DIR: another process on this database has its pictures in another folder, and each would miss those of the other; give all of them one folder on a shared disk, or set FILES_BUCKET.';
