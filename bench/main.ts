import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { openAccount } from '../tests/e2e/api.ts';
import { buildApp } from '../tests/e2e/built.ts';
import { startGalley } from '../tests/e2e/galley.ts';
import { ownerPool } from '../tests/e2e/database.ts';
import { storedItems } from '../tests/e2e/truth.ts';
import { openDevice, type Device } from '../tests/support/device.ts';
import { FULL_SIZE, pastOrders } from '../tests/support/traffic.ts';
import { dexieForToday, leanDexie } from '../tools/lean-dexie.ts';
import { coldOpen } from './cold-open.ts';
import { measureDrain } from './drain.ts';
import { firstSyncOfApp } from './first-sync.ts';
import { startFront } from './front.ts';
import { measureAppClicks } from './app-clicks.ts';
import { measureSearch } from './search.ts';
import { measureMenuList } from './menu-list.ts';
import { measureArriving } from './arriving-changes.ts';
import { measureOtherTab } from './other-tab.ts';
import { type Figures, report } from './report.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const CLICKS = 100;
/** What the server has: the first load. The rest is copied on the device up to the required size. */
const STORED = { orders: 50_000, dishes: 700 };
/** For the search: what a large restaurant has besides its orders. */
const SEARCHED = { customers: 20_000, dishes: 1_500 };
const QUEUED = 100;
/** `npm run bench -- taps 'other tab'` runs only these measurements. */
const wanted = process.argv.slice(2);
const ORDERS = '/restaurant/orders?date=all';

await buildApp();
const pages = await buildPages();
const galley = await startGalley();
const front = await startFront(pages, galley.port);
const owner = ownerPool(galley);
const figures: Partial<Figures> = {};
let device: Device | null = null;
try {
  const account = await openAccount(galley, 'bench@galley.test', 'Bench Kitchen');
  const file = join(galley.dataDir, 'past-orders.csv');
  await writeFile(file, pastOrders({ seed: 1 }).csv);
  console.info(await galley.run('server/commands/import-orders.ts', file, '--restaurant', account.email));
  device = await openDevice({ origin: front.origin });
  // On a busy machine the service worker takes longer than a test would wait.
  await device
    .signIn(account)
    .catch(() => device!.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined)));
  await device.isLoaded({ timeoutMs: 120_000 });
  await keepBenchPages(device);
  const database = `galley:app:${account.userId}:${account.restaurantId}`;
  const query = `user=${account.userId}&restaurant=${account.restaurantId}&db=${database}`;
  const measures = `/bench/measures.html?${query}`;

  await step('first sync', async () => {
    const app = await firstSyncOfApp(device!, front, { database, measures, orders: ORDERS });
    figures.firstSync = { app, raw: await rawFirstSync(device!, measures, account.token) };
  });
  await step('queue', async () => {
    figures.drain = await measureDrain(device!, front, account, { measures, screen: ORDERS, queued: QUEUED });
  });
  await step('menu list', async () => {
    const other = await openAccount(galley, 'menu@galley.test', 'The Long List');
    figures.menuList = await measureMenuList(owner, { account: other, origin: front.origin, slower: 4 });
  });
  await step('arriving changes', async () => {
    const other = await openAccount(galley, 'board@galley.test', 'The Long Board');
    figures.arriving = await measureArriving(owner, galley, { account: other, origin: front.origin, slower: 4 });
  });
  await device.goOffline();
  await device.go(measures);
  await device.page.evaluate(({ orders, dishes }) => window.measures.fill(orders, dishes), STORED);
  await step('filtered pages', async () => {
    figures.filtered = await device!.page.evaluate(() => window.measures.pages());
  });
  await step('remote changes', async () => {
    figures.changes = await device!.page.evaluate((rounds) => window.measures.changes(rounds), ROUNDS);
  });
  await step('taps in the app', async () => {
    figures.appClicks = await measureAppClicks(device!, await storedItems(owner, account.restaurantId), CLICKS);
  });
  await device.go(`/bench/mutations.html?${query}`);
  await step('taps', async () => {
    figures.mutations = await device!.page.evaluate((count) => window.measureMutations(count), CLICKS);
  });
  await step('other tab', async () => {
    figures.otherTab = await measureOtherTab(device!, `/bench/mutations.html?${query}`, CLICKS);
  });
  await step('cold starts', async () => {
    // No tablet runs PostgreSQL beside the app: the server's periodic work must not count for the device.
    await stopServer();
    figures.opens = { 1: await measureOpens(device!, query, 1), 4: await measureOpens(device!, query, 4) };
  });
  await step('search', async () => {
    await device!.go(measures);
    await device!.page.evaluate(({ customers, dishes }) => window.measures.fillMore(customers, dishes), SEARCHED);
    figures.search = await measureSearch(device!, ORDERS, 4);
  });
} finally {
  // A run that fails reports what it has.
  await printFigures(figures);
  await device?.dispose();
  await front.close();
  await stopServer();
  await rm(pages, { recursive: true });
}

async function stopServer(): Promise<void> {
  if (!owner.ended) await owner.end();
  await galley.dispose();
}

async function step(name: string, run: () => Promise<void>): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const start = performance.now();
  await run();
  console.info(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function rawFirstSync(on: Device, measures: string, token: string): Promise<Figures['firstSync']['raw']> {
  await on.go(measures);
  return on.page.evaluate((bearer) => window.measures.firstSync(bearer), token);
}

/** Measures in turns, so that a slow phase of the machine affects all three. The first round warms up and does not count. */
async function measureOpens(on: Device, query: string, slower: number): Promise<Figures['opens'][1]> {
  const opens: Figures['opens'][1] = { raw: [], layer: [], app: [] };
  const variants = [
    ['raw', `/bench/open-raw.html?${query}`],
    ['layer', `/bench/open-layer.html?${query}`],
    ['app', ORDERS],
  ] as const;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [variant, path] of round % 2 ? variants : variants.toReversed()) {
      const took = await coldOpen(on, path, slower, false);
      if (round > 0) opens[variant].push(took);
      if (round > 0) opens[variant].push(await coldOpen(on, path, slower, true));
    }
  }
  return opens;
}

async function buildPages(): Promise<string> {
  const root = join(import.meta.dirname, 'page');
  const outDir = await mkdtemp(join(tmpdir(), 'galley-bench-'));
  const html = (await readdir(root)).filter((name) => name.endsWith('.html'));
  await build({
    configFile: false,
    root,
    base: '/bench/',
    logLevel: 'warn',
    // As in the app's own build.
    resolve: { alias: [...dexieForToday] },
    plugins: [leanDexie()],
    worker: { format: 'es', plugins: () => [leanDexie()] },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      rolldownOptions: { input: html.map((name) => join(root, name)) },
    },
  });
  await cp(join(root, 'sw.js'), join(outDir, 'sw.js'));
  return outDir;
}

async function keepBenchPages(on: Device): Promise<void> {
  const files = (await readdir(pages, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
    .map((entry) => join(entry.parentPath, entry.name).replace(pages, '/bench'));
  await on.go(files.find((path) => path.endsWith('open-raw.html'))!);
  await on.page.evaluate(async (list) => {
    const registration = await navigator.serviceWorker.register(`/bench/sw.js?files=${list}`, { scope: '/bench/' });
    const worker = registration.installing ?? registration.waiting ?? registration.active!;
    while (worker.state !== 'activated')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }, files.join(','));
}

async function printFigures(found: Partial<Figures>): Promise<void> {
  console.info(
    `\n${STORED.orders} orders and ${STORED.dishes} dishes on the device (${FULL_SIZE.orders} and ${FULL_SIZE.dishes} of them from the server); ${CLICKS} taps, ${ROUNDS} rounds; ${cpus().length} cores\n`,
  );
  console.info(report(found));
  const folder = join(import.meta.dirname, 'results');
  if (!existsSync(folder)) await mkdir(folder);
  const at = new Date().toISOString();
  const path = join(folder, `${at.replaceAll(/[:.]/g, '-')}.json`);
  const about = { at, node: process.version, cores: cpus().length, stored: STORED };
  await writeFile(path, `${JSON.stringify({ ...about, ...found }, null, 1)}\n`);
  console.info(`\n${path}`);
}
