import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** CPU time that processes have used, ms. */
export interface Cpu {
  node: number;
  postgres: number;
}

/** Of a clock tick of /proc, ms. */
const TICK = 10;

/** So far: of the server's process, and of PostgreSQL with all its backends, those that have ended among them. */
export const cpuOf = (server: number, postmaster: number): Cpu => ({
  node: usedBy(server),
  postgres: usedBy(postmaster) + childrenOf(postmaster).reduce((sum, pid) => sum + usedBy(pid), 0),
});

/** With the children that it waited for. Zero for a process that has just ended, which its parent then counts. */
function usedBy(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may contain spaces: utime, stime, cutime, cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

export interface Sent {
  statements: number;
  /** Messages to PostgreSQL, each of which may contain several statements. */
  messages: number;
}

/** What the API sends to the database during `run`, by PostgreSQL's log. */
export async function countSent(owner: pg.Pool, run: () => Promise<unknown>): Promise<Sent> {
  await set(owner, "log_line_prefix = '%a|'", "log_statement = 'all'");
  try {
    const from = await logOf(owner);
    await run();
    const log = (await logOf(owner)).slice(from.length);
    // A statement of several lines goes on behind a tab.
    const sent = log
      .split(/\n(?!\t)/)
      .flatMap((line) => /^galley (?:app|accounts)\|LOG: {2}(?:statement|execute [^:]+): (.*)$/s.exec(line)?.[1] ?? []);
    return { statements: sent.flatMap((text) => text.split('; ')).length, messages: sent.length };
  } finally {
    await set(owner, 'log_line_prefix', 'log_statement');
  }
}

const logOf = async (owner: pg.Pool): Promise<string> =>
  (await owner.query<{ log: string }>("SELECT pg_read_file(pg_current_logfile('stderr')) AS log")).rows[0]!.log;

async function set(owner: pg.Pool, ...settings: string[]): Promise<void> {
  for (const one of settings)
    await owner.query(one.includes('=') ? `ALTER SYSTEM SET ${one}` : `ALTER SYSTEM RESET ${one}`);
  await owner.query('SELECT pg_reload_conf()');
  // Sessions read the new settings before their next statement, once the signal has reached them.
  await owner.query('SELECT pg_sleep(0.3)');
}
