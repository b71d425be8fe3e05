import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Galley } from './galley.ts';

/**
 * A separate connection to the database of a running server. It takes no part in starting or stopping an embedded one, so that a
 * test that kills processes sees what the product does by itself.
 */
export function ownerPool(galley: Galley, max = 2): pg.Pool {
  if (galley.databaseUrl !== null) return new pg.Pool({ connectionString: galley.databaseUrl, max });
  const { home, settings } = embeddedOf(galley);
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port: settings.port,
    user: 'postgres',
    password: settings.password,
    database: 'galley',
    max,
  });
  // A test kills the database on purpose; the next query reconnects.
  pool.on('error', (error) => void (existsSync(home) || console.error(error)));
  return pool;
}

/** The process id of the database server, which outlives its API. */
export function postmasterPid(galley: Galley): number {
  return Number(readFileSync(join(embeddedOf(galley).home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function embeddedOf(galley: Galley): { home: string; settings: { port: number; password: string } } {
  const note = join(galley.dataDir, 'postgres.json');
  const home = existsSync(note)
    ? (JSON.parse(readFileSync(note, 'utf8')) as { path: string }).path
    : join(galley.dataDir, 'postgres');
  return {
    home,
    settings: JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')) as { port: number; password: string },
  };
}
