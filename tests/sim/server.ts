import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import { readEnv } from '../../server/env.ts';
import { createLog, type Log } from '../../server/platform/log.ts';
import { tick } from '../../server/orders/tick.ts';
import { startIntegrationJobs } from '../../server/start-jobs.ts';
import { createBus, type Bus } from '../../server/platform/bus.ts';
import { connectPools } from '../../server/db/open.ts';
import type { TestDatabase } from '../support/cluster.ts';

/** The real API on a real database, as some processes that can be killed. All of them are in this one. */
export interface SimServer {
  fetch(request: Request): Promise<Response>;
  /** Running calls. */
  busy(): number;
  /** Calls so far. The database is idle while neither number changes. */
  served(): number;
  /** Of the process whose turn it is: rolls back its running work, answers none of it and starts another instance. */
  crash(): Promise<void>;
  /** Errors that the API logged. Each one is a fault. */
  faults: string[];
  log: Log;
  /** Announces each commit. */
  bus: Bus;
  /** The periodic work of a server: deadlines and due jobs. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

/** Thrown in place of responses of a killed instance. */
export class ServerDied extends Error {}

export async function startServer(database: TestDatabase, now: () => number, processes = 1): Promise<SimServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'galley-sim-'));
  const env = readEnv({ DATA_DIR: dataDir, DEMO: '0', PUBLIC_URL: 'https://galley.test' });
  const clock = { now: () => new Date(now()) };
  const faults: string[] = [];
  const keep = (line: string) => {
    const { level, event } = JSON.parse(line) as { level: string; event: string };
    // Errors of connections that a crash has cut are expected.
    if (level === 'error' && !/terminat|57P01|ECONNRESET|closed/i.test(line)) faults.push(event + line);
  };
  const log = createLog('info', keep, () => clock.now());
  const bus = createBus();
  const jobs = await startIntegrationJobs({ pools: database, bus, env, clock, log, isWorking: false });
  const start = (name: string) => {
    const at = (connectionString: string) => ({ connectionString, application_name: name });
    const login = { user: '', password: null };
    const place = { owner: at(database.url), app: at(database.appUrl), auth: at(database.authUrl) };
    const pools = connectPools({ ...place, appLogin: login, authLogin: login }, () => undefined);
    return { name, pools, app: createApp({ pools, env, clock, log, jobs, bus }), isDead: false };
  };
  const running = Array.from({ length: processes }, (_, n) => start(`process ${n}`));
  let turn = 0;
  let busy = 0;
  let served = 0;
  return {
    faults,
    log,
    bus,
    busy: () => busy,
    served: () => served,
    async fetch(request) {
      turn = (turn + 1) % processes;
      const own = running[turn]!;
      busy += 1;
      try {
        const response = await own.app.fetch(request);
        const body = await response.text();
        if (own.isDead) throw new ServerDied();
        return new Response(body, { status: response.status, headers: response.headers });
      } finally {
        busy -= 1;
        served += 1;
      }
    },
    async crash() {
      const killed = running[turn]!;
      killed.isDead = true;
      await database.owner.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
        [killed.name],
      );
      running[turn] = start(killed.name);
      void killed.pools.close();
    },
    async beat() {
      await tick({ pools: database, bus, log, jobs }, clock.now());
      await jobs.drain();
    },
    async close() {
      await jobs.stop();
      await Promise.all(running.map(({ pools }) => pools.close()));
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
