import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeServer } from '../../../../tests/support/reference-server.ts';
import { book, category, dish, id, order, pathOf } from '../../../../tests/support/rows.ts';
import { openTablet, START, type Tablet } from '../../../../tests/support/tablet.ts';
import { instant } from '../../../data/clock.ts';
import { mutateIn } from '../../../data/mutate.ts';
import { definitionOf } from '../../../sync/runtime/registry.ts';
import { retryFailedChange } from '../../../sync/recovery/retry-failed-change.ts';
import { withdrawEntry } from '../../../sync/recovery/withdraw.ts';
import { editItem, setAvailability } from '../../menu/mutations.ts';
import { setStatus } from '../../orders/mutations.ts';
import { addsUp, readComparisons, readMutationCounts, type MutationCounts } from './queries.ts';
import { queueFile } from './queue-file.ts';
import { comparisonLabel, savedLabel } from './labels.ts';

async function kitchen() {
  const server = makeServer();
  server.put('menu_books', book);
  server.put('menu_categories', category);
  server.put('menu_items', dish(100), dish(101), dish(102));
  server.put('orders', order(500));
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  return { server, tablet };
}

async function soldOut({ store }: Tablet, n: number): Promise<string> {
  const body = { availability_status: 'sold_out' as const };
  const { key, durable } = mutateIn(store, setAvailability, { path: pathOf(dish(n)), body });
  await durable;
  return key;
}

async function accept({ store }: Tablet): Promise<string> {
  const { key, durable } = mutateIn(store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } });
  await durable;
  return key;
}

const line = (made: number, rest: Partial<MutationCounts> = {}): MutationCounts => ({
  made,
  waiting: 0,
  sent: 0,
  refused: 0,
  withdrawn: 0,
  ...rest,
});

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

test('made equals waiting, sent, refused and withdrawn (R1, R46)', async () => {
  const { server, tablet } = await kitchen();
  const { db } = tablet;
  const stands = async (expected: MutationCounts) => {
    expect(await readMutationCounts(db)).toEqual(expected);
    expect(addsUp(expected)).toBe(true);
  };
  await stands(line(0));
  await soldOut(tablet, 100);
  await stands(line(1, { waiting: 1 }));
  await soldOut(tablet, 100);
  await stands(line(2, { waiting: 1, withdrawn: 1 }));
  const takenBack = await soldOut(tablet, 101);
  await withdrawEntry({ db, definitions: definitionOf, at: instant(START) }, takenBack);
  await stands(line(3, { waiting: 1, withdrawn: 2 }));
  server.refusals.set('orders.setStatus', { code: 'status_changed', message: 'Changed' });
  await accept(tablet);
  await stands(line(4, { waiting: 2, withdrawn: 2 }));
  await tablet.push();
  await stands(line(4, { waiting: 1, refused: 1, withdrawn: 2 }));
  await tablet.sync();
  await stands(line(4, { sent: 1, refused: 1, withdrawn: 2 }));
});

test('the sum survives tabs, reloads, restores and retries (R1, R36, R46)', async () => {
  const { server, tablet } = await kitchen();
  const backup = server.save();
  const lost = await soldOut(tablet, 100);
  await tablet.sync();
  await soldOut(tablet, 101);
  const tab = await openTablet({ transport: server.transport, disk: tablet.disk, time: tablet.time });
  expect(await readMutationCounts(tab.db)).toEqual(line(2, { waiting: 1, sent: 1 }));
  tablet.kill();
  server.restore(backup, 'epoch-2');
  await tab.sync();
  expect(await readMutationCounts(tab.db)).toEqual(line(2, { sent: 1, refused: 1 }));
  await (await retryFailedChange(tab.store, definitionOf, lost))!.durable;
  expect(await readMutationCounts(tab.db)).toEqual(line(3, { waiting: 1, sent: 1, refused: 1 }));
  tab.kill();
  const next = await openTablet({ transport: server.transport, disk: tablet.disk, time: tablet.time });
  await next.sync();
  expect(await readMutationCounts(next.db)).toEqual(line(3, { sent: 2, refused: 1 }));
  expect([server.get('menu_items', id(100)), server.get('menu_items', id(101))]).toMatchObject([
    { availability_status: 'sold_out' },
    { availability_status: 'sold_out' },
  ]);
});

describe('the queue as a file', () => {
  test('has waiting, failed and unsaved changes (R46)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('orders.setStatus', { code: 'status_changed', message: 'Changed' });
    const refused = await accept(tablet);
    await tablet.sync();
    const first = await soldOut(tablet, 100);
    const second = await soldOut(tablet, 101);
    vi.spyOn(tablet.db, 'transaction').mockImplementation(
      () => Promise.reject(new Error('QuotaExceededError')) as never,
    );
    const { key: unwritten } = mutateIn(tablet.store, editItem, { path: pathOf(dish(102)), body: { price_amount: 5 } });
    vi.mocked(tablet.db.transaction).mockRestore();
    const file = await queueFile(tablet.store, 'The New Pier');
    const said = JSON.parse(file.text) as Record<string, { key: string }[]> & { counted: MutationCounts };
    expect(file).toMatchObject({ name: 'galley queue 2026-11-20 1900.json', waiting: 3, deadLetters: 1 });
    expect(said).toMatchObject({ restaurant: 'The New Pier', device: 'Kitchen tablet', saved_at: instant(START) });
    expect(said.counted).toEqual(line(3, { waiting: 2, refused: 1 }));
    expect(said.waiting!.map(({ key }) => key)).toEqual([first, second]);
    expect(said.not_stored!.map(({ key }) => key)).toEqual([unwritten]);
    expect(said.needs_you).toMatchObject([
      {
        key: refused,
        error: { code: 'status_changed' },
        entry: { call: 'orders.setStatus', body: { order_status: 'accepted' } },
        yours: { order_status: 'accepted' },
        theirs: { order_status: 'pending' },
      },
    ]);
  });

  test('is named after its contents', () => {
    expect(savedLabel({ waiting: 1, deadLetters: 0 })).toBe('Saved with 1 waiting change.');
    expect(savedLabel({ waiting: 0, deadLetters: 1 })).toBe('Saved with 0 waiting changes and 1 that needs you.');
    expect(savedLabel({ waiting: 12, deadLetters: 2 })).toBe('Saved with 12 waiting changes and 2 that need you.');
  });
});

test('describes the comparison with the server', async () => {
  const { tablet } = await kitchen();
  const none = await readComparisons(tablet.db);
  const when = (at: string) => `${at.slice(0, 10)} at ${at.slice(11, 16)}`;
  expect(comparisonLabel(none, when)).toMatch(/ Nothing has had to be put right so far\.$/);
  const once = { repairs: 1, repairedAt: instant(START), isOff: false };
  expect(comparisonLabel(once, when)).toMatch(
    / Once something differed and was loaded again by itself, last on 2026-11-20 at 19:00\.$/,
  );
  expect(comparisonLabel({ ...once, repairs: 3 }, when)).toMatch(/ 3 times something differed/);
  expect(comparisonLabel({ ...once, isOff: true }, when)).toMatch(/^What this device holds differs from the server/);
});
