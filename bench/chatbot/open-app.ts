import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import { newestMails } from '../../server/dev/mailbox.ts';
import { readEnv } from '../../server/env.ts';
import { openProviders } from '../../server/integrations/payment-providers/open-providers.ts';
import { startIntegrationJobs } from '../../server/start-jobs.ts';
import { createBus } from '../../server/platform/bus.ts';
import { createLog } from '../../server/platform/log.ts';
import { cloneDatabase, startTestCluster, type TestDatabase } from '../../tests/support/cluster.ts';
import type { SignUpApp } from '../../tests/support/sign-up.ts';

export interface BenchApp extends SignUpApp {
  pools: Pick<TestDatabase, 'owner'>;
  setClock(instant: string): void;
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** The real API on an empty database, in this process, with a clock that the benchmark sets. */
export async function openApp(): Promise<BenchApp> {
  const cluster = await startTestCluster();
  const pools = await cloneDatabase(cluster);
  const dataDir = await mkdtemp(join(tmpdir(), 'galley-chatbot-'));
  const env = readEnv({
    DATA_DIR: dataDir,
    DEMO: '0',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://galley.test',
    LOG_LEVEL: 'warn',
    // One customer asks everything within one instant.
    CHATBOT_ANSWERS_MAX: '10000',
  });
  let now = new Date('2026-11-20T09:00:00.000Z');
  const clock = { now: () => now };
  const log = createLog(
    'warn',
    (line) => console.error(line),
    () => now,
  );
  const bus = createBus();
  const providers = openProviders(env, clock);
  const jobs = await startIntegrationJobs({ pools, bus, env, clock, log, providers, isWorking: false });
  const app = createApp({ pools, env, clock, log, jobs, bus, providers, findTxt: () => Promise.resolve([]) });
  return {
    pools,
    fetch: (request) => app.fetch(request),
    setClock: (instant) => void (now = new Date(instant)),
    drain: async () => void (await jobs.drain()),
    async mailsTo(email) {
      await jobs.drain();
      return (await newestMails(dataDir, 50)).filter(({ to }) => to === email);
    },
    async close() {
      await jobs.stop();
      await pools.close();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
