import { createApp } from './app.ts';
import { startDailyBackups } from './backup/daily.ts';
import { describeLastBackup } from './backup/folder.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './db/open.ts';
import { readEnv } from './env.ts';
import { startIntegrationJobs } from './jobs/integration-jobs.ts';
import { checkPort, listen } from './http/listen.ts';
import { createLog, describeFault } from './platform/log.ts';
import { rotateSecrets } from './platform/rotate-secrets.ts';
import { whenOrphaned } from './platform/orphaned.ts';
import { startFailure } from './platform/start-error.ts';
import { createBus } from './sync/bus.ts';
import { startBackground } from './sync/background-sync.ts';
import { buildWhenNeeded, builtFolder } from './web/build.ts';
import { createPages } from './web/pages.ts';
import { readSite } from './web/site.ts';

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
  console.error(startFailure(error));
  await stop(1);
}

/** `--api-only`: the pages come from Vite (tools/dev.ts). */
async function start() {
  const env = readEnv();
  const log = createLog(env.logLevel);
  const clock = systemClock;
  // A fault that nobody caught leaves the process in a state that nobody knows: end in good order, and let the next start go on.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (fault) => {
      log.error('process.fault', { event, ...describeFault(fault) });
      void stop(1);
    });

  await checkPort(env);
  const isApiOnly = process.argv.includes('--api-only');
  if (!isApiOnly) await buildWhenNeeded((message) => console.log(message));
  const pools = await openDatabase(env, { note: (message) => log.warn('database.note', { message }) });
  closers.unshift(() => pools.close());
  const secrets = await rotateSecrets(pools.owner, env);
  if (secrets.moved > 0 || secrets.lost > 0) log.warn('secrets.rotated', secrets);
  const bus = createBus();
  const jobs = await startIntegrationJobs({ pools, bus, env, clock, log });
  closers.unshift(() => jobs.stop());
  const background = startBackground({ pools, bus, log, clock, jobs });
  closers.unshift(() => background.close());
  const backups = startDailyBackups({ owner: pools.owner, env, clock, log });
  closers.unshift(() => backups.close());
  const demo = env.isDemo ? await (await import('../demo/seed.ts')).seedDemo({ pools, clock, env, log }) : null;
  const site = isApiOnly ? undefined : await readSite(builtFolder, env);
  const pages = isApiOnly ? undefined : await createPages({ dist: builtFolder, env, site });
  const app = createApp({ pools, env, clock, log, jobs, bus, pages, site });
  const server = await listen(app.fetch, env);
  closers.unshift(() => server.stop(GRACE_MS));
  closers.unshift(() => app.close());
  console.log(`Galley serves at ${server.address}`);
  console.log(await describeLastBackup(env, clock.now()));
  if (demo) console.log(`Demo restaurant: sign in as ${demo.email} with the password ${demo.password}`);
}

/** Once, in the order opposite to the start; a second signal while it runs changes nothing. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    process.exitCode = code;
    // Asked to stop in the middle of the start: what it is opening has to be there before it can be closed.
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
