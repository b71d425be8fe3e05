import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import { readEnv } from '../../server/env.ts';
import { createLog, type Log } from '../../server/platform/log.ts';
import { tick } from '../../server/orders/tick.ts';
import { startIntegrationJobs } from '../../server/start-jobs.ts';
import { createBus, type Bus } from '../../server/platform/bus.ts';
import type { TestDatabase } from '../support/cluster.ts';

/** The real API on a real database, in this process. It can be killed. */
export interface SimServer {
  fetch(request: Request): Promise<Response>;
  /** Running calls. */
  busy(): number;
  /** Calls so far. The database is idle while neither number changes. */
  served(): number;
  /** Rolls back running work, answers none of it and starts another instance. */
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

export async function startServer(database: TestDatabase, now: () => number): Promise<SimServer> {
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
  let app = createApp({ pools: database, env, clock, log, jobs, bus });
  let instance = 0;
  let busy = 0;
  let served = 0;
  return {
    faults,
    log,
    bus,
    busy: () => busy,
    served: () => served,
    async fetch(request) {
      const own = instance;
      busy += 1;
      try {
        const response = await app.fetch(request);
        const body = await response.text();
        if (own !== instance) throw new ServerDied();
        return new Response(body, { status: response.status, headers: response.headers });
      } finally {
        busy -= 1;
        served += 1;
      }
    },
    async crash() {
      instance += 1;
      await database.owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename <> current_user`,
      );
      app = createApp({ pools: database, env, clock, log, jobs, bus });
    },
    async beat() {
      await tick({ pools: database, bus, log, jobs }, clock.now());
      await jobs.drain();
    },
    async close() {
      await jobs.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
