import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import type { Clock } from '../../server/platform/clock.ts';
import type { Pools } from '../../server/db/open.ts';
import { newestMails } from '../../server/dev/mailbox.ts';
import { readEnv, type Env } from '../../server/env.ts';
import type { Jobs } from '../../server/jobs/jobs.ts';
import { openProviders, type PaymentProviders } from '../../server/integrations/payment-providers/open-providers.ts';
import type { FindTxt } from '../../server/integrations/txt-records.ts';
import { startIntegrationJobs } from '../../server/start-jobs.ts';
import { createLog, type Level, type Log } from '../../server/platform/log.ts';
import type { MailWatch } from '../../server/platform/mail-watch.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { createBus } from '../../server/platform/bus.ts';
import { freshDatabase } from './database.ts';
import { fakeProvider } from './fake-provider.ts';
import type { SignUpApp } from './sign-up.ts';

export interface TestClock extends Clock {
  /** Advances the clock by `ms`. */
  pass(ms: number): void;
  set(instant: string): void;
}

/** The real API on its own database, in this process and without a port. Jobs run when the test says so (`jobs.drain`, `mailsTo`). */
export interface TestApp extends SignUpApp {
  /** `bindings`: what a port would report about the connection. */
  fetch(request: Request, bindings?: unknown): Response | Promise<Response>;
  pools: Pools;
  env: Env;
  clock: TestClock;
  jobs: Jobs & { mail: MailWatch };
  log: Log;
  /** The log lines so far. */
  logged: LogLine[];
  close(): Promise<void>;
}

export type LogLine = Record<string, unknown> & { level: Level; event: string };

export interface StartOptions {
  /** Settings in addition to those that every test has. */
  settings?: Record<string, string>;
  /** When the app's clock begins; it stands still until the test moves it. Null: real time. */
  startsAt?: string | null;
  /** Clients of payment providers; default: those that the settings name, and a fake of Stripe. */
  providers?: PaymentProviders;
  /** Name servers; default: none has a record. */
  findTxt?: FindTxt;
  /** Address of the script of restaurants' websites, which nobody has built here. */
  websiteScript?: string;
  /** Its database, already open; otherwise it gets an empty one. */
  pools?: Pools;
}

export async function startApp({
  settings = {},
  startsAt = '2026-11-20T18:30:00.000Z',
  providers: givenProviders,
  findTxt = () => Promise.resolve([]),
  pools: given,
  websiteScript,
}: StartOptions = {}): Promise<TestApp> {
  const [pools, dataDir] = await Promise.all([given ?? freshDatabase(), mkdtemp(join(tmpdir(), 'galley-app-'))]);
  // With a proxy in front, a test sets the client's address through X-Forwarded-For.
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
    // An internal error in a test must never go unnoticed.
    if (parsed.level === 'error') console.error(line);
  };
  const log = createLog('debug', keep, () => clock.now());
  const bus = createBus();
  const metrics = createMetrics();
  const named = openProviders(env, clock);
  const providers = givenProviders ?? { ...named, stripe: named.stripe ?? fakeProvider() };
  const jobs = await startIntegrationJobs({ pools, bus, env, clock, log, providers, metrics, isWorking: false });
  const app = createApp({ pools, env, clock, log, jobs, bus, metrics, providers, findTxt, websiteScript });
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
