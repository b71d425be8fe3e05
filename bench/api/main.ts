import { parseArgs } from 'node:util';
import { cpus } from 'node:os';
import { openAccount, type Account } from '../../tests/e2e/api.ts';
import { ownerPool } from '../../tests/e2e/database.ts';
import { startGalley } from '../../tests/e2e/galley.ts';
import { ms, table } from '../figures.ts';
import { measureCosts } from './cost.ts';
import { fillOrders, makeMenu, makeOrder, SEARCHED, type Menu } from './fill.ts';
import { closeConnections, READERS, send, underLoad, type Load } from './load.ts';
import { statementOfList, toggleRaw } from './raw.ts';

// npm run bench:api, or npm run bench:api -- --sizes 10000,100000, or --sizes '' for the costs alone
// Starts the server with a database of its own and measures what one request of each call costs, then fills it and measures calls with
// eight readers at once.

/** The slowest size may take so many times the quickest. */
const SPREAD_MAX = 2;
/** Of the rate of the same SQL without the API. */
const SHARE_MIN = 0.4;

interface Measured {
  size: number;
  calls: Record<string, Load>;
  raw: Record<string, Load>;
}

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '10000,100000,1000000' } } });
const sizes = values.sizes
  .split(',')
  .filter(Boolean)
  .map(Number)
  .toSorted((a, b) => a - b);

const share = ({ calls, raw }: Measured, name: string): number =>
  raw[name] ? calls[name]!.perSecond / raw[name].perSecond : NaN;
const figure = (load: Load) => `${ms(load.ms)}, ${load.perSecond.toFixed(load.perSecond < 10 ? 1 : 0)}/s`;
const count = (size: number) => size.toLocaleString('en-GB');

const galley = await startGalley();
const owner = ownerPool(galley, 12);
const measured: Measured[] = [];
try {
  const costs = await measureCosts(galley, owner);
  console.info(`${costs.report}\n`);
  const account = await openAccount(galley, 'bench@galley.test', 'Bench Kitchen');
  const menu = await makeMenu(galley, account);
  await makeOrder(galley, account, menu);
  for (const size of sizes) {
    const began = performance.now();
    await fillOrders(owner, account.restaurantId, size);
    console.info(`${count(size)} orders filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    measured.push(await measure(size, account, menu));
    console.info(`${report(measured)}\n`);
  }
  console.info(`${cpus().length} cores, PostgreSQL and the readers among them\n`);
  for (const [what, isMet] of [...costs.targets, ...targets(measured)]) {
    console.info(`${isMet ? 'ok  ' : 'FAIL'}  ${what}`);
    if (!isMet) process.exitCode = 1;
  }
} finally {
  closeConnections();
  await owner.end();
  await galley.dispose();
}

async function measure(size: number, { token, restaurantId }: Account, menu: Menu): Promise<Measured> {
  const api = `${galley.origin}/backend`;
  const get = (path: string) => () => () => send(`${api}${path}`, { token });
  const today = new Date().toISOString().slice(0, 10);
  const items = `${api}/menu/books/${menu.bookId}/categories/${menu.categoryId}/items`;
  const toggle = (n: number) =>
    send(`${items}/${menu.itemIds[n % menu.itemIds.length]}/update-availability`, {
      token,
      method: 'PUT',
      body: { is_available: Math.floor(n / menu.itemIds.length) % 2 === 0 },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  const list = await statementOfList(owner, restaurantId);
  const clients = await Promise.all(Array.from({ length: READERS }, () => owner.connect()));
  try {
    const lists = await underLoad({
      api: get('/orders'),
      raw: (reader) => () => clients[reader]!.query(list),
    });
    const reads = await underLoad({
      'one day': get(`/orders?date=${today}`),
      'search by words': get(`/orders?orders=${encodeURIComponent(SEARCHED)}`),
      menu: get('/menu'),
    });
    const toggles = await underLoad({
      api: counting((n) => toggle(n)),
      raw: (reader) => counting((n) => toggleRaw(clients[reader]!, restaurantId, menu, n))(reader),
    });
    return {
      size,
      calls: { 'list of 15': lists.api, ...reads, toggle: toggles.api },
      raw: { 'list of 15': lists.raw, toggle: toggles.raw },
    };
  } finally {
    for (const client of clients) client.release();
  }
}

/** Each reader has numbers of its own. */
function counting(run: (n: number) => Promise<unknown>): (reader: number) => () => Promise<unknown> {
  return (reader) => {
    let n = reader;
    return () => run((n += READERS));
  };
}

function report(all: Measured[]): string {
  const names = Object.keys(all[0]!.calls);
  return table([
    ['', ...all.map(({ size }) => count(size))],
    ...names.flatMap((name) => [
      [name, ...all.map(({ calls }) => figure(calls[name]!))],
      ...(all[0]!.raw[name]
        ? [
            [`${name}, raw`, ...all.map(({ raw }) => figure(raw[name]!))],
            [`${name}, share of raw`, ...all.map((one) => share(one, name).toFixed(2))],
          ]
        : []),
    ]),
  ]);
}

function targets(all: Measured[]): [string, boolean][] {
  return Object.keys(all[0]?.calls ?? {}).flatMap((name) => {
    const times = all.map(({ calls }) => calls[name]!.ms);
    const spread = Math.max(...times) / Math.min(...times);
    const least = Math.min(...all.map((one) => share(one, name)));
    return [
      [`${name}: x${spread.toFixed(2)} between sizes (at most x${SPREAD_MAX})`, spread <= SPREAD_MAX],
      ...(all[0]!.raw[name]
        ? ([[`${name}: ${least.toFixed(2)} of raw (at least ${SHARE_MIN})`, least >= SHARE_MIN]] as [string, boolean][])
        : []),
    ] as [string, boolean][];
  });
}
