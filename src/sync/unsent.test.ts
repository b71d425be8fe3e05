import { expect, test } from 'vitest';
import { bookId, item, itemPath, order } from '../../tests/sim/rows.ts';
import { applied, BEGIN, makeTablet, rejected, type Tablet } from '../../tests/sim/tablet.ts';
import { mutateIn } from '../data/mutate.ts';
import * as menu from '../features/menu/mutations.ts';
import { setStatus } from '../features/orders/mutations.ts';
import { pushOnce } from './push.ts';
import { definitionOf } from './registry.ts';
import { restoreLetter } from './restore.ts';
import { withdrawEntry } from './withdraw.ts';

const rebase = ({ db }: Tablet) => ({ db, definitions: definitionOf, at: BEGIN });

test('a change taken back before it was sent leaves the row as if it had never been made', async () => {
  const tablet = await makeTablet();
  await tablet.load({ menu_items: [item(1)] });
  const tap = mutateIn(tablet.store, menu.editItem, { path: itemPath(item(1)), body: { name: 'Madras' } });
  await tap.durable;
  expect(await withdrawEntry(rebase(tablet), tap.key)).toBe(true);
  expect(await tablet.db.menu_items.toArray()).toEqual([item(1)]);
  expect(await tablet.db.outbox.count()).toBe(0);
  expect(await tablet.db.shadow.count()).toBe(0);
  expect(await tablet.db.done.toArray()).toEqual([expect.objectContaining({ key: tap.key, outcome: 'withdrawn' })]);
});

test('what was built upon a withdrawn creation goes with it', async () => {
  const tablet = await makeTablet();
  const id = '019f0000-0000-7000-8000-00000000abcd';
  const made = mutateIn(tablet.store, menu.createCategory, { path: { id: bookId }, body: { id, name: 'Starters' } });
  await made.durable;
  await mutateIn(tablet.store, menu.editCategory, { path: { id: bookId, categoryId: id }, body: { name: 'Snacks' } })
    .durable;
  expect(await withdrawEntry(rebase(tablet), made.key)).toBe(true);
  expect(await tablet.db.outbox.count()).toBe(0);
  expect(await tablet.db.menu_categories.count()).toBe(0);
  expect(await tablet.db.counters.get('withdrawn')).toEqual({ name: 'withdrawn', value: 2 });
});

test('a change that is on its way cannot be taken back', async () => {
  const tablet = await makeTablet();
  await tablet.load({ orders: [order(1)] });
  const tap = mutateIn(tablet.store, setStatus, { path: { id: order(1).id }, body: { order_status: 'accepted' } });
  await tap.durable;
  await pushOnce(tablet.engine);
  expect(await withdrawEntry(rebase(tablet), tap.key)).toBe(false);
  expect(await tablet.db.outbox.count()).toBe(1);
});

test('a refused change is made good as a new one, of this moment, under a key of its own', async () => {
  const tablet = await makeTablet();
  await tablet.load({ menu_items: [item(1)] });
  const first = mutateIn(tablet.store, menu.editItem, { path: itemPath(item(1)), body: { name: 'Madras' } });
  await first.durable;
  tablet.pushAnswers.push(rejected('changed_elsewhere'));
  await pushOnce(tablet.engine);
  expect(await tablet.db.menu_items.toArray()).toEqual([item(1)]);

  await tablet.time.pass(60_000);
  const again = await restoreLetter(tablet.store, definitionOf, first.key);
  await again?.durable;
  expect(again?.key).not.toBe(first.key);
  expect(await tablet.db.dead_letters.count()).toBe(0);
  expect(await tablet.db.menu_items.get(item(1).id)).toMatchObject({ name: 'Madras' });
  tablet.pushAnswers.push(applied(11));
  await pushOnce(tablet.engine);
  expect(tablet.pushed[1]?.mutations[0]?.body).toEqual({
    name: 'Madras',
    occurred_at: '2026-11-20T18:31:00.000Z',
    op_id: again?.key,
  });
});

test('a letter that is gone cannot be made good', async () => {
  const tablet = await makeTablet();
  expect(await restoreLetter(tablet.store, definitionOf, 'no such key')).toBeUndefined();
});

test('the journal keeps the newest two hundred', async () => {
  const tablet = await makeTablet();
  await tablet.load({ menu_items: [item(1)] });
  const path = itemPath(item(1));
  for (let i = 0; i < 205; i++) {
    const tap = mutateIn(tablet.store, menu.editItem, { path, body: { price_amount: 100 + i } });
    await tap.durable;
    await withdrawEntry(rebase(tablet), tap.key);
  }
  const journal = await tablet.db.done.orderBy('seq').toArray();
  expect(journal).toHaveLength(200);
  expect(journal[0]?.body['price_amount']).toBe(105);
  expect(await tablet.db.counters.get('withdrawn')).toEqual({ name: 'withdrawn', value: 205 });
});
