import { setTimeout as sleep } from 'node:timers/promises';
import { ownerPool, postmasterPid } from '../e2e/database.ts';
import { startGalley } from '../e2e/galley.ts';
import { openKitchen, stayOpen } from '../e2e/kitchen.ts';
import { seeded } from '../support/seeded.ts';
import { findFaults } from './find-faults.ts';
import { makeCustomer, makeDevice, type Writer } from './writers.ts';

// npm run kills [-- --seed S]
// Kills the server, its PostgreSQL and both (kill -9) while four devices and two customers write, and compares what was acknowledged with
// what is stored.

const kinds = ['server', 'database', 'both', 'server', 'database', 'both', 'server', 'database'] as const;
type Kind = (typeof kinds)[number];

const DEVICES = 4;
const CUSTOMERS = 2;
/** From the moment at which the server answers again, or at which PostgreSQL alone was killed, to the first acknowledged write. */
const FIRST_WRITE_MS = 2000;

const sinceWhen: Record<Kind, string> = {
  server: 'the server answered again',
  database: 'the kill',
  both: 'the server answered again',
};

const at = process.argv.indexOf('--seed');
const seed = at < 0 ? 1 : Number(process.argv[at + 1]);

const galley = await startGalley();
const owner = ownerPool(galley);
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await owner.end();
  await galley.dispose();
}

async function run(): Promise<boolean> {
  const random = seeded(seed);
  const kitchen = await openKitchen(galley, owner, { email: 'kills@galley.test', name: 'Last Orders', seed: 33 });
  await stayOpen(owner, kitchen.restaurantId);
  const { rows } = await owner.query<{ slug: string }>('SELECT slug FROM restaurants');
  const place = { origin: galley.origin, kitchen, slug: rows[0]!.slug };
  const devices = Array.from({ length: DEVICES }, (_, n) => makeDevice(place, n + 1));
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => makeCustomer(place, n + 1));
  const writers: Writer[] = [...devices, ...customers];
  const running = writers.map((writer) => writer.run());
  // A writer that throws ends the run at once.
  const failed = Promise.all(running).then(() => undefined);
  failed.catch(() => undefined);

  let slowest = 0;
  for (const kind of kinds) {
    await Promise.race([sleep(random.between(1000, 3000)), failed]);
    const firstMs = await firstWriteAfter(writers, await kill(kind));
    slowest = Math.max(slowest, firstMs);
    console.log(`${kind.padEnd(8)} killed; first write ${Math.round(firstMs)} ms after ${sinceWhen[kind]}`);
  }
  await Promise.race([sleep(1000), failed]);
  for (const writer of writers) writer.stop();
  await failed;

  const { writes, lost, doubled, refused } = await findFaults(owner, kitchen.restaurantId, devices, customers);
  for (const line of [...lost, ...doubled, ...refused].slice(0, 20)) console.log(line);
  console.log(
    `${kinds.length} kills, ${writes} acknowledged writes: ${lost.length} lost, ${doubled.length} doubled, ${refused.length} refused; slowest first write ${Math.round(slowest)} ms`,
  );
  return lost.length + doubled.length + refused.length === 0 && slowest < FIRST_WRITE_MS && writes > 0;
}

interface Return {
  /** From when on a write is due, by `performance.now()`. */
  dueSince: number;
  /** What was acknowledged before it is no sign of the return. */
  backAt: number;
}

async function kill(kind: Kind): Promise<Return> {
  const pid = postmasterPid(galley);
  if (kind !== 'server') process.kill(pid, 'SIGKILL');
  const killedAt = performance.now();
  if (kind === 'database') {
    // Until the next one starts, the processes that the killed one had started go on answering.
    while (readPid() === pid) await sleep(5);
    return { dueSince: killedAt, backAt: performance.now() };
  }
  await galley.kill();
  await galley.start();
  const backAt = performance.now();
  return { dueSince: backAt, backAt };
}

/** The file is missing for a moment between two postmasters. */
function readPid(): number | null {
  try {
    return postmasterPid(galley) || null;
  } catch {
    return null;
  }
}

/** Returns how long the first acknowledged write took, ms. */
async function firstWriteAfter(writers: Writer[], { dueSince, backAt }: Return): Promise<number> {
  const end = dueSince + 60_000;
  for (;;) {
    const acks = writers.map((writer) => writer.lastAck()).filter((ms) => ms > backAt);
    if (acks.length > 0) return Math.min(...acks) - dueSince;
    if (performance.now() > end)
      throw new Error(`No write is acknowledged for a minute\n${galley.output().slice(-2000)}`);
    await sleep(5);
  }
}
