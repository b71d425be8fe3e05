import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherPhoneSearches, phoneSearches } from '../../../tests/support/phone-searches.ts';
import type { PinFor } from '../../../contract/kitchen-mode/calls.ts';
import { matchRoute } from '../../../contract/routes.ts';
import { makeDb } from '../../data/db.ts';
import type { Role } from '../../../contract/people/permissions.ts';
import { settingsTabs } from '../settings/SettingsTabs.tsx';
import { commandsOf, searchCommands, settings } from './commands.ts';
import { highlight, lineOf, parseSearch, scoreLine } from './search-query.ts';
import { blockOf, Hits, searchBlock } from './text-index.ts';
import { emptyIndex, fillIndex, searchIndex, type Found, type SearchIndex } from './search-index.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

const order = lineOf({
  codes: ['148', 'K7'],
  words: ['Zoë Brontë', null, 'Jalapeño poppers', 'Pilau rice'],
  phone: '+44 7700 900142',
});
const score = (typed: string, line = order) => scoreLine(line, parseSearch(typed));

test.each([
  ['148', 4],
  ['#148', 4],
  ['k7', 4],
  ['14', 1],
  ['#14', 0],
  ['ZOE bronte', 3],
  ['JALAPENO', 2],
  ['poppers zoë', 2],
  ['eno', 1],
  ['07700 900 142', 2],
  ['900142', 2],
  ['zoe 900', 1],
  ['020 7946 0958', 0],
  ['zoe tikka', 0],
])('scores "%s" with %i', (typed, expected) => {
  expect(score(typed)).toBe(expected);
});

test('finds a telephone number by any spelling', () => {
  expect(phoneSearches.filter((typed) => score(typed) !== 2)).toEqual([]);
  expect(otherPhoneSearches.filter((typed) => score(typed) > 0)).toEqual([]);
  const block = blockOf([{ id: '1', line: order, rank: 0 }]);
  for (const typed of phoneSearches) {
    const hits = new Hits(3, new Map());
    searchBlock(block, parseSearch(typed), hits);
    expect([typed, hits.count]).toEqual([typed, 1]);
  }
});

test('highlights what was found, whatever its case and accents', () => {
  expect(highlight('O’Brien', parseSearch("o'br"))).toEqual([
    { text: 'O’Br', isHit: true },
    { text: 'ien', isHit: false },
  ]);
  expect(highlight('Jalapeño & Zoë', parseSearch('PENO zoe'))).toEqual([
    { text: 'Jala', isHit: false },
    { text: 'peño', isHit: true },
    { text: ' & ', isHit: false },
    { text: 'Zoë', isHit: true },
  ]);
});

const shell = (lock: PinFor | null, role: Role = 'owner') => ({
  places: [{ label: 'Orders', href: '/restaurant/orders' }],
  role,
  lock,
  onOrdering: () => undefined,
  onNews: () => undefined,
  onUnsent: () => undefined,
  onHelp: () => undefined,
});
const found = (typed: string, lock: PinFor | null = null, role: Role = 'owner') => {
  const { actions, settings: cards } = commandsOf(shell(lock, role));
  return searchCommands([...actions, ...cards], parseSearch(typed)).map(({ label }) => label);
};

test.each([
  ['sold out', 'Sold out'],
  ['REFUND', 'Refund a payment'],
  ['bank account', 'Bank accounts'],
  ['pause', 'Pause orders'],
  ['sign out', 'Log out'],
  ['password', 'Signing in'],
])('finds "%s"', (typed, label) => {
  expect(found(typed)).toContain(label);
});

test('a locked kitchen tablet is offered only what it may open', () => {
  expect(found('refund', 'money')).toEqual([]);
  expect(found('bank', 'money')).toEqual([]);
  expect(found('log out', 'money')).toEqual([]);
  expect(found('sold out', 'money')).toEqual(['Sold out']);
  expect(commandsOf(shell('money')).settings).toEqual([]);
});

test('a role is offered only what it may open or do', () => {
  expect(found('refund', null, 'waiter')).toEqual([]);
  expect(found('wallet', null, 'waiter')).toEqual([]);
  expect(found('wallet', null, 'accountant')).toEqual(['Wallet']);
  expect(found('pause', null, 'waiter')).toEqual([]);
  expect(found('pause', null, 'kitchen')).toEqual(['Pause orders']);
  expect(found('sold out', null, 'waiter')).toEqual(['Sold out']);
  expect(found('upload', null, 'waiter')).toEqual([]);
});

test('the settings name every tab, and every card that they name exists', () => {
  // The tabs belong to their areas.
  const folder = join(import.meta.dirname, '..');
  const source = globSync('**/*.tsx', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const cards = settings.map(({ href }) => href!.split('#'));
  expect(cards.filter(([path]) => matchRoute(path!.split('?')[0]!)?.path !== '/restaurant/settings')).toEqual([]);
  expect(cards.filter(([, id]) => id !== undefined && !source.some((text) => text.includes(`id="${id}"`)))).toEqual([]);
  const tabs = settings.map(({ href }) => new URL(href!, 'https://x.invalid').searchParams.get('tab') ?? 'general');
  expect(new Set(tabs)).toEqual(new Set(Object.keys(settingsTabs)));
});

/** A device with this many orders; #1 is the oldest. */
async function device(orders: number) {
  const db = makeDb(`search-${Math.random()}`);
  await db.open();
  ends.push(() => db.close());
  await db.table('orders').bulkPut(
    Array.from({ length: orders }, (_, i) => ({
      id: `o${i + 1}`,
      order_no: String(i + 1),
      short_code: null,
      placed_at: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
      order_status: 'completed',
      customer: { name: i % 2 ? 'Ada Lovelace' : 'Zoë Brontë', phone: null },
      table_name: null,
      external_id: null,
      lines: [{ name: i === 0 ? 'Old dish' : 'Curry' }],
    })),
  );
  return db;
}

function startIndex(db: Awaited<ReturnType<typeof device>>): SearchIndex {
  const index = emptyIndex(db);
  fillIndex(db, index, new AbortController().signal);
  return index;
}

async function search(index: SearchIndex, typed: string, recent: string[] = []) {
  const reports: { found: Found; isDone: boolean }[] = [];
  const { signal } = new AbortController();
  await searchIndex(index, parseSearch(typed), { limit: 3, recent, signal }, (some, isDone) =>
    reports.push({ found: some, isDone }),
  );
  return reports;
}

test('reports all hits with the newest first, and what was opened lately before them', async () => {
  const index = startIndex(await device(1000));
  const last = (await search(index, 'zoe', ['o5', 'o7'])).at(-1)!;
  expect(last).toMatchObject({ isDone: true, found: { orders: { ids: ['o7', 'o5', 'o999'], count: 500 } } });
  expect((await search(index, '17')).at(-1)!.found.orders.ids[0]).toBe('o17');
});

test('searches while rows are still being read, and finds the last of them', async () => {
  const index = startIndex(await device(2000));
  expect(index.isComplete).toBe(false);
  const reports = await search(index, 'old dish');
  expect(reports.at(-1)!.found.orders).toEqual({ ids: ['o1'], count: 1 });
});

test('answers from the former index until the new one is complete, without counting twice', async () => {
  const db = await device(1000);
  const first = startIndex(db);
  await search(first, 'zoe');
  await db.table('orders').update('o2', { 'customer.name': 'Zoë Two' });
  const second = startIndex(db);
  expect(second.previous).toBe(first);
  const reports = await search(second, 'zoe');
  expect(reports.at(-1)!.found.orders.count).toBe(501);
  expect(second.previous).toBe(null);
});

test('says so when the rows cannot be read', async () => {
  const db = await device(1);
  db.close({ disableAutoOpen: true });
  const index = startIndex(db);
  const reports = await search(index, 'zoe');
  expect(reports.at(-1)!.isDone).toBe(true);
  expect(index.failure).not.toBe(null);
});
