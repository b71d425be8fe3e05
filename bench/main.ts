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
import type { Tap, Taps } from './page/taps.ts';
import { coldOpen } from './cold-open.ts';
import { median, ms, percentile, table, times } from './figures.ts';
import { startFront } from './front.ts';
import { measureAppTaps } from './app-taps.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const TAPS = 100;

await buildApp();
const pages = await buildPages();
const galley = await startGalley();
const front = await startFront(pages, galley.port);
const owner = ownerPool(galley);
let device: Device | null = null;
try {
  const account = await openAccount(galley, 'bench@galley.test', 'Bench Kitchen');
  const file = join(galley.dataDir, 'past-orders.csv');
  await writeFile(file, pastOrders({ seed: 1 }).csv);
  console.info(await galley.run('server/import/main.ts', file, '--restaurant', account.email));
  device = await openDevice({ origin: front.origin });
  await device.signIn(account);
  await device.waitForStatus('All changes saved', { timeoutMs: 120_000 });
  await device.go('/restaurant/orders?date=all');
  await device.page.getByText(FULL_SIZE.orders.toLocaleString('en-GB')).first().waitFor({ timeout: 60_000 });
  await keepBenchPages(device);
  const query = `user=${account.userId}&restaurant=${account.restaurantId}&db=galley:app:${account.userId}:${account.restaurantId}`;

  const items = await storedItems(owner, account.restaurantId);
  await device.goOffline();
  const opens = await measureOpens(device, query);
  const appTaps = await measureAppTaps(device, items, TAPS);
  await device.go(`/bench/taps.html?${query}`);
  const taps = await device.page.evaluate((count) => window.measureTaps(count), TAPS);
  await report(opens, taps, appTaps);
} finally {
  await device?.dispose();
  await owner.end();
  await front.close();
  await galley.dispose();
  await rm(pages, { recursive: true });
}

interface Opens {
  raw: number[];
  layer: number[];
  app: number[];
}

/** In turns, so that a slow minute of the machine falls on all three. The first round warms up and is not counted. */
async function measureOpens(on: Device, query: string): Promise<Opens> {
  const opens: Opens = { raw: [], layer: [], app: [] };
  const ways = [
    ['raw', `/bench/open-raw.html?${query}`],
    ['layer', `/bench/open-layer.html?${query}`],
    ['app', '/restaurant/orders?date=all'],
  ] as const;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [way, path] of round % 2 ? ways : ways.toReversed()) {
      const took = await coldOpen(on, path);
      if (round > 0) opens[way].push(took);
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

async function report(opens: Opens, taps: Taps, appTaps: { inDomMs: number; isInNextFrame: boolean }[]): Promise<void> {
  const dom = (of: { inDomMs: number }[]) => of.map((tap) => tap.inDomMs);
  const durable = (of: Tap[]) => of.map((tap) => tap.durableMs);
  const inFrame = (of: { isInNextFrame: boolean }[]) =>
    `${of.filter((tap) => tap.isInNextFrame).length} of ${of.length}`;
  const base = {
    dom: median(dom(taps.raw)),
    durable: median(durable(taps.raw)),
    p95: percentile(durable(taps.raw), 0.95),
    open: median(opens.raw),
  };
  const both = (values: number[], p: number, against: number) =>
    `${ms(percentile(values, p))} ${times(percentile(values, p), against)}`;
  console.info(
    `\n${FULL_SIZE.orders} orders, ${FULL_SIZE.lines} lines, ${FULL_SIZE.dishes} dishes; ${TAPS} taps, ${ROUNDS} cold opens each, offline; ${cpus().length} cores\n`,
  );
  console.info(
    table([
      [
        '',
        'in the DOM before the next frame',
        'tap to DOM, median',
        'tap to durable, median',
        'tap to durable, p95',
        'cold open to 15 rows, median',
      ],
      ['raw IndexedDB', inFrame(taps.raw), ms(base.dom), ms(base.durable), ms(base.p95), ms(base.open)],
      [
        'the layer (Dexie, overlay, React)',
        inFrame(taps.layer),
        both(dom(taps.layer), 0.5, base.dom),
        both(durable(taps.layer), 0.5, base.durable),
        both(durable(taps.layer), 0.95, base.p95),
        both(opens.layer, 0.5, base.open),
      ],
      ['the whole app', inFrame(appTaps), both(dom(appTaps), 0.5, base.dom), '', '', both(opens.app, 0.5, base.open)],
    ]),
  );
  const folder = join(import.meta.dirname, 'results');
  if (!existsSync(folder)) await mkdir(folder);
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(/[:.]/g, '-')}.json`);
  await writeFile(
    file,
    `${JSON.stringify({ at, node: process.version, cores: cpus().length, size: FULL_SIZE, opens, taps, appTaps }, null, 1)}\n`,
  );
  console.info(`\n${file}`);
}
