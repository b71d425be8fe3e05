import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { makeServer } from '../../../../tests/support/reference-server.ts';
import { order } from '../../../../tests/support/rows.ts';
import { openTablet } from '../../../../tests/support/tablet.ts';
import { printFrom } from '../../../session/this-printer.ts';
import type { DueTicket } from './printed.ts';
import { startSpool } from './spool.ts';
import { soon } from '../../../../tests/support/soon.ts';

const NOW = Date.parse('2026-11-20T19:00:00.000Z');
const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});
/** With a timeout long enough for a busy machine. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 60));

const accepted = (n: number) =>
  order(n, { order_status: 'accepted', accepted_at: new Date(NOW - (1000 - n) * 1000).toISOString() });

async function kitchen() {
  const { store, db } = await openTablet({ transport: makeServer().transport });
  await printFrom(db, '2026-11-20T18:00:00.000Z');
  /** A tab that may print. `dialog`: how long its print dialog stays open. */
  const tab = (dialog: () => Promise<void> = async () => undefined) => {
    const printed: string[] = [];
    const print = async ({ order: { order_no } }: DueTicket) => {
      printed.push(order_no);
      await dialog();
    };
    const close = startSpool({ store, kinds: ['kitchen'], print, now: () => NOW });
    leaves.push(close);
    return { printed, close };
  };
  return { db, tab };
}

test('prints what is accepted while it runs, one after the other', async () => {
  const { db, tab } = await kitchen();
  await db.orders.add(accepted(501));
  let finish = () => {};
  const { printed } = tab(() => new Promise((resolve) => (finish = resolve)));
  await soon(() => expect(printed).toEqual(['501']));
  await db.orders.bulkAdd([accepted(502), accepted(503)]);
  await rest();
  expect(printed).toEqual(['501']);
  finish();
  await soon(() => expect(printed).toEqual(['501', '502']));
  finish();
  await soon(() => expect(printed).toEqual(['501', '502', '503']));
});

test('nothing is printed twice by a second tab, after a reload or when the order changes', async () => {
  const { db, tab } = await kitchen();
  const orders = Array.from({ length: 6 }, (_, n) => accepted(501 + n));
  await db.orders.bulkAdd(orders);
  const [first, second] = [tab(), tab()];
  await soon(() => expect(first.printed.length + second.printed.length).toBe(6));
  first.close();
  second.close();
  const again = tab();
  await db.orders.update(orders[0]!.id, { order_status: 'preparing' });
  await db.orders.add(accepted(600));
  await soon(() => expect(again.printed).toEqual(['600']));
  await rest();
  expect([...first.printed, ...second.printed].toSorted()).toEqual(orders.map(({ order_no }) => order_no));
  expect(again.printed).toEqual(['600']);
});

test('a tab that was closed prints nothing more', async () => {
  const { db, tab } = await kitchen();
  const { printed, close } = tab();
  await db.orders.add(accepted(501));
  await soon(() => expect(printed).toEqual(['501']));
  close();
  await db.orders.add(accepted(502));
  await rest();
  expect(printed).toEqual(['501']);
});
