import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import type { Clock } from '../../server/platform/clock.ts';
import type { Pools } from '../../server/db/open.ts';
import { newestMails } from '../../server/dev/mailbox.ts';
import { readEnv, type Env } from '../../server/env.ts';
import type { Jobs } from '../../server/jobs/jobs.ts';
import { startIntegrationJobs } from '../../server/jobs/integration-jobs.ts';
import { createLog, type Level, type Log } from '../../server/platform/log.ts';
import { createBus } from '../../server/sync/bus.ts';
import { freshDatabase } from './database.ts';
import type { SignUpApp } from './sign-up.ts';

export interface TestClock extends Clock {
  /** Lets time pass, ms. */
  pass(ms: number): void;
  set(instant: string): void;
}

/** The real API on a database of its own, in this process and without a port. Jobs run when the test says so (`jobs.drain`, `mailsTo`). */
export interface TestApp extends SignUpApp {
  /** `bindings`: what a port would tell of the connection. */
  fetch(request: Request, bindings?: unknown): Response | Promise<Response>;
  pools: Pools;
  env: Env;
  clock: TestClock;
  jobs: Jobs;
  log: Log;
  /** The lines of the log so far. */
  logged: LogLine[];
  close(): Promise<void>;
}

export type LogLine = Record<string, unknown> & { level: Level; event: string };

export interface StartOptions {
  /** Settings besides those that each test has. */
  settings?: Record<string, string>;
  /** When the clock of the app begins; it stands still until the test moves it. Null: the real time. */
  startsAt?: string | null;
  /** Its database, already open; else an empty one of its own. */
  pools?: Pools;
}

export async function startApp({
  settings = {},
  startsAt = '2026-11-20T18:30:00.000Z',
  pools: given,
}: StartOptions = {}): Promise<TestApp> {
  const [pools, dataDir] = await Promise.all([given ?? freshDatabase(), mkdtemp(join(tmpdir(), 'galley-app-'))]);
  // With a proxy in front, a test says by X-Forwarded-For from which address it asks.
  const env = readEnv({
    DATA_DIR: dataDir,
    DEMO: '0',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://galley.test',
    ...settings,
  });
  const clock = makeClock(startsAt);
  const logged: LogLine[] = [];
  const keep = (line: string) => {
    const parsed = JSON.parse(line) as LogLine;
    logged.push(parsed);
    // A fault of ours inside a test is never meant to pass unseen.
    if (parsed.level === 'error') console.error(line);
  };
  const log = createLog('debug', keep, () => clock.now());
  const bus = createBus();
  const jobs = await startIntegrationJobs({ pools, bus, env, clock, log, isWorking: false });
  const app = createApp({ pools, env, clock, log, jobs, bus });
  return {
    fetch: (request, bindings) => app.fetch(request, bindings),
    pools,
    env,
    clock,
    jobs,
    log,
    logged,
    async mailsTo(email) {
      await jobs.drain();
      const mails = await newestMails(dataDir, 500);
      return mails.filter((mail) => mail.to === email);
    },
    async close() {
      await jobs.stop();
      await pools.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function makeClock(startsAt: string | null): TestClock {
  let fixed = startsAt === null ? null : Date.parse(startsAt);
  return {
    now: () => new Date(fixed ?? Date.now()),
    pass: (ms) => void (fixed = (fixed ?? Date.now()) + ms),
    set: (instant) => void (fixed = Date.parse(instant)),
  };
}
