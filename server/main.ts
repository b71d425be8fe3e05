import cluster from 'node:cluster';
import { createApp } from './app.ts';
import { describeLastBackup } from './backup/folder.ts';
import { systemClock } from './platform/clock.ts';
import { newDatabaseMessage } from './db/new-database.ts';
import { openDatabase } from './db/open.ts';
import { enterDatabase } from './db/presence.ts';
import { hasMailbox, mailboxPath } from './dev/mailbox.ts';
import { readEnv } from './env.ts';
import { openProviders } from './integrations/payment-providers/open-providers.ts';
import { startIntegrationJobs } from './start-jobs.ts';
import { startPeriodic } from './jobs/periodic.ts';
import { periodicTasks } from './areas.ts';
import { addressOf, checkPort, listen } from './http/listen.ts';
import { storeName } from './platform/files/open-files.ts';
import { createMetrics } from './platform/metrics.ts';
import { createLog, describeFault } from './platform/log.ts';
import { hasDatabase } from './platform/kept-key.ts';
import { rotateSecrets } from './db/rotate-secrets.ts';
import { whenOrphaned } from './platform/orphaned.ts';
import { startFailure } from './platform/start-error.ts';
import { createBus } from './platform/bus.ts';
import { startRelay } from './db/relay.ts';
import { watchProcess } from './system/metrics.ts';
import { buildWhenNeeded, builtFolder } from './web/build.ts';
import { createPages } from './web/pages.ts';
import { readSite } from './web/site.ts';
import { gatherFromWorkers, startWorkers, WorkerFailed } from './workers.ts';

const GRACE_MS = 5000;
const closers: (() => Promise<unknown> | void)[] = [];
let stopping: Promise<void> | undefined;
let starting: Promise<void> = Promise.resolve();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
whenOrphaned(() => void stop(0));

try {
  starting = start();
  await starting;
} catch (error) {
  if (!(error instanceof WorkerFailed)) console.error(startFailure(error));
  await stop(1);
}

/** `--api-only`: Vite serves the pages (tools/dev.ts). */
async function start() {
  const env = readEnv();
  const log = createLog(env.logLevel);
  const clock = systemClock;
  // After an uncaught error the process state is unknown: shut down, and let the next start continue.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (fault) => {
      log.error('process.fault', { event, ...describeFault(fault) });
      void stop(1);
    });

  if (cluster.isPrimary) await checkPort(env);
  const isApiOnly = process.argv.includes('--api-only');
  if (!isApiOnly) await buildWhenNeeded((message) => console.log(message));
  const newDatabase = !env.databaseUrl && !hasDatabase(env.dataDir) ? newDatabaseMessage(env.dataDir) : null;
  const pools = await openDatabase(env, {
    note: (message) => log.warn('database.note', { message }),
    announce: (message) => console.warn(message),
  });
  if (newDatabase !== null) console.warn(newDatabase);
  closers.unshift(() => pools.close());
  if (env.workers > 1 && cluster.isPrimary) {
    // This process keeps the database, which is migrated now, and the processes.
    const demo = await seed();
    const workers = startWorkers(env.workers, log);
    closers.unshift(() => workers.close());
    await announce(addressOf(env.host, await workers.ready), demo);
    return;
  }
  const secrets = await rotateSecrets(pools.owner, env);
  if (secrets.moved > 0 || secrets.lost > 0) log.warn('secrets.rotated', secrets);
  const bus = createBus();
  const metrics = createMetrics();
  const watching = watchProcess(metrics, pools);
  closers.unshift(() => watching.close());
  const jobs = await startIntegrationJobs({ pools, bus, env, clock, log, metrics });
  closers.unshift(() => jobs.stop());
  const relay = startRelay({ owner: pools.owner, bus, log });
  closers.unshift(() => relay.close());
  const tasks = periodicTasks({ pools, bus, env, clock, log, jobs, providers: openProviders(env, clock) });
  const presence = await enterDatabase({
    owner: pools.owner,
    log,
    store: storeName(env),
    lead: () => startPeriodic(tasks, { clock, log, metrics }),
  });
  closers.unshift(() => presence.close());
  const demo = cluster.isPrimary ? await seed() : null;
  const site = isApiOnly ? undefined : await readSite(builtFolder, env);
  const pages = isApiOnly ? undefined : await createPages({ dist: builtFolder, env, site });
  // Vite serves the current one under this name (tools/site-pages.ts).
  const websiteScript = isApiOnly ? '/site/website.js' : undefined;
  const gatherMetrics = cluster.isWorker ? gatherFromWorkers(metrics) : undefined;
  const app = createApp({ pools, env, clock, log, jobs, bus, metrics, gatherMetrics, pages, site, websiteScript });
  const server = await listen(app.fetch, env);
  closers.unshift(() => server.stop(GRACE_MS));
  closers.unshift(() => app.close());
  if (cluster.isPrimary) await announce(server.address, demo);

  async function seed(): Promise<string | null> {
    return env.isDemo ? (await import('../demo/seed.ts')).seedDemo({ pools, clock, env, log }) : null;
  }

  async function announce(address: string, restaurant: string | null) {
    console.log(`Galley serves at ${address}`);
    // With Vite in front, its address.
    if (hasMailbox(env))
      console.log(`Mails are kept, not sent: ${isApiOnly ? env.publicUrl : address}${mailboxPath(env)}`);
    console.log(await describeLastBackup(env, clock.now()));
    if (restaurant) console.log(`Demo restaurant: ${restaurant}`);
  }
}

/** Runs once, in reverse order of the start. A second signal changes nothing. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    process.exitCode = code;
    // Stopped during the start: what is being opened must exist before it can be closed.
    await starting.catch(() => {});
    for (const close of closers) {
      try {
        await close();
      } catch (error) {
        console.error(error);
        process.exitCode = 1;
      }
    }
    process.exit();
  })();
  return stopping;
}
