import type pg from 'pg';
import { describeFault, type Log } from '../platform/log.ts';

/** Held by the process that leads, as long as its session lasts. */
const LOCK = 7_204_815;
const TRY_EVERY_MS = 5000;

interface Led {
  close(): Promise<void>;
}

export interface LeadOptions {
  owner: pg.Pool;
  log: Pick<Log, 'info' | 'warn'>;
  /** What one process does at a time, of any number that share the database. */
  start(): Led;
}

/**
 * Starts the work when no other process does it, and ends it when the database is lost. For a moment two may do it: the one that lost its
 * session does not know at once.
 */
export function startLeading({ owner, log, start }: LeadOptions): Led {
  let held: { client: pg.PoolClient; led: Led } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let trying = attempt();

  async function attempt(): Promise<void> {
    let client: pg.PoolClient | null = null;
    try {
      client = await owner.connect();
      // The server would keep the lock of a machine that vanished for hours.
      await client.query('SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10');
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LOCK]);
      if (!rows[0]!.mine || isClosed) {
        client.release(true);
        return again();
      }
      const leading = { client, led: start() };
      held = leading;
      client.on('error', (fault) => void lose(leading, fault));
      log.info('lead', {});
    } catch (fault) {
      client?.release(true);
      log.warn('lead_failed', describeFault(fault));
      again();
    }
  }

  function again() {
    if (!isClosed) timer = setTimeout(() => void (trying = attempt()), TRY_EVERY_MS).unref();
  }

  async function lose(lost: NonNullable<typeof held>, fault: unknown): Promise<void> {
    if (held !== lost) return;
    held = null;
    lost.client.release(true);
    log.warn('lead_lost', describeFault(fault));
    await (trying = lost.led.close());
    again();
  }

  return {
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await trying;
      await held?.led.close();
      // Ends the session, and with it the lock.
      held?.client.release(true);
      held = null;
    },
  };
}
