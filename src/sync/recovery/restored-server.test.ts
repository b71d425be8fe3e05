import { describe, expect, test } from 'vitest';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { book, category, dish, pathOf } from '../../../tests/support/rows.ts';
import { breaches, openTablet, type Tablet } from '../../../tests/support/tablet.ts';
import { mutateIn } from '../../data/mutate.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { editItem } from '../../features/menu/mutations.ts';
import { renameClient } from '../protocol/identity.ts';
import type { Answer, PushBody, PushReply } from '../protocol/transport.ts';

/** Three dishes of 895 each, and a tablet that has them. */
async function kitchen() {
  const server = makeServer();
  server.put('menu_books', book);
  server.put('menu_categories', category);
  for (const n of [100, 101, 102]) server.put('menu_items', dish(n));
  const tablet = await openTablet({ transport: server.transport });
  server.now = tablet.time.now;
  await tablet.load();
  return { server, tablet };
}

const tap = (tablet: Tablet, n: number, price_amount: number) =>
  mutateIn(tablet.store, editItem, { path: pathOf(dish(n)), body: { price_amount } });

/** Makes a mutation that the server confirms. */
async function sent(tablet: Tablet, n: number, price_amount: number) {
  const made = tap(tablet, n, price_amount);
  await made.durable;
  await tablet.sync();
  return made;
}

const prices = async ({ db }: Tablet) =>
  Object.fromEntries((await db.menu_items.toArray()).map((row) => [row.name, row.price_amount]));

describe('another epoch of the server', () => {
  test('loads afresh and resends under a new client id (R36)', async () => {
    const { server, tablet } = await kitchen();
    const backup = server.save();
    await sent(tablet, 100, 1);
    const acked = tap(tablet, 101, 2);
    await acked.durable;
    await tablet.push();
    const waiting = tap(tablet, 102, 3);
    await waiting.durable;
    const clientId = (await tablet.db.sync.get('clientId'))?.value;
    server.restore(backup, 'epoch-2');
    server.effects.length = 0;
    await tablet.pull();
    expect(await tablet.db.outbox.orderBy('seq').toArray()).toMatchObject([
      { key: acked.key, state: 'queued', mid: null, ackVersion: null },
      { key: waiting.key, state: 'queued', mid: null },
    ]);
    expect((await tablet.db.sync.get('clientId'))?.value).not.toBe(clientId);
    expect(await breaches(tablet.db)).toEqual([]);
    await tablet.sync();
    expect(server.effects.map(({ mid, key }) => [mid, key])).toEqual([
      [1, acked.key],
      [2, waiting.key],
    ]);
    expect(await prices(tablet)).toEqual({ 'Dish 100': 895, 'Dish 101': 2, 'Dish 102': 3 });
    expect((await tablet.db.sync.get('cursor'))?.value).toEqual({ epoch: 'epoch-2', version: server.version() });
  });

  test('is detected by a push whose results are ignored (R36)', async () => {
    const { server, tablet } = await kitchen();
    const backup = server.save();
    const waiting = tap(tablet, 100, 1);
    await waiting.durable;
    server.restore(backup, 'epoch-2');
    await tablet.push();
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ key: waiting.key, state: 'queued', mid: null }]);
    await tablet.sync();
    expect(server.effects).toHaveLength(1);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });

  test('is detected by a cursor ahead of the server (R36)', async () => {
    const { server, tablet } = await kitchen();
    const backup = server.save();
    server.put('menu_items', dish(100, { price_amount: 1 }));
    await tablet.load();
    server.restore(backup, 'epoch-1');
    await tablet.sync();
    expect(await prices(tablet)).toMatchObject({ 'Dish 100': 895 });
  });

  test('removes rows that it does not have', async () => {
    const { server, tablet } = await kitchen();
    const backup = server.save();
    server.put('menu_items', dish(150));
    await tablet.load();
    server.restore(backup, 'epoch-2');
    await tablet.sync();
    expect(Object.keys(await prices(tablet))).toEqual(['Dish 100', 'Dish 101', 'Dish 102']);
  });

  test('lists what was lost of the last day (R36)', async () => {
    const { server, tablet } = await kitchen();
    const backup = server.save();
    await sent(tablet, 100, 1);
    await tablet.time.pass(25 * 3_600_000);
    const lost = await sent(tablet, 101, 2);
    server.restore(backup, 'epoch-2');
    await tablet.sync();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key: lost.key, reason: 'lost' }]);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 1, dead: 1, withdrawn: 0 });
  });

  test('lists exactly the losses despite newer writes (R36)', async () => {
    const { server, tablet } = await kitchen();
    await sent(tablet, 100, 1);
    const backup = server.save();
    const lost = await sent(tablet, 101, 2);
    server.restore(backup, 'epoch-2');
    for (let n = 0; n < 9; n++) server.put('menu_items', dish(300 + n));
    await tablet.sync();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key: lost.key, reason: 'lost' }]);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 1, dead: 1, withdrawn: 0 });
  });

  test('is detected by the count under the same name (R32, R36)', async () => {
    const { server, tablet } = await kitchen();
    await sent(tablet, 100, 1);
    const backup = server.save();
    const lost = await sent(tablet, 101, 2);
    server.restore(backup, server.epoch);
    for (let n = 0; n < 9; n++) server.put('menu_items', dish(300 + n));
    const next = await sent(tablet, 100, 3);
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key: lost.key, reason: 'lost' }]);
    expect(await prices(tablet)).toMatchObject({ 'Dish 100': 3, 'Dish 101': 895, 'Dish 308': 895 });
    expect(server.effects.filter(({ key }) => key === next.key)).toHaveLength(1);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('lists nothing that was resent and stands (R36)', async () => {
    const { server, tablet } = await kitchen();
    for (const n of [100, 101]) await tap(tablet, n, n).durable;
    const { transport } = server;
    const unanswered = async (body: PushBody): Promise<Answer<PushReply>> => {
      await transport.push(body);
      return { kind: 'unanswered' };
    };
    tablet.engine.transport = { ...transport, push: unanswered };
    await tablet.push();
    tablet.engine.transport = transport;
    await writeTransaction(tablet.db, ['outbox', 'sync'], () => renameClient(tablet.db, tablet.engine.newId));
    const backup = server.save();
    await tablet.sync();
    const clientId = (await tablet.db.sync.get('clientId'))!.value as string;
    // A backup between the two, after the resend under the new client id.
    server.restore({ ...backup, lastMids: new Map([...backup.lastMids, [clientId, 1]]) }, 'epoch-2');
    await tablet.sync();
    expect(await tablet.db.dead_letters.toArray()).toEqual([]);
    expect(await prices(tablet)).toMatchObject({ 'Dish 100': 100, 'Dish 101': 101 });
  });

  test('lists what a second restore lost of the resent (R36)', async () => {
    const { server, tablet } = await kitchen();
    const first = server.save();
    for (const n of [100, 101]) await tap(tablet, n, n).durable;
    await tablet.push();
    server.restore(first, 'epoch-2');
    await tablet.pull();
    const { transport } = server;
    const onlyOne = (body: PushBody) => transport.push({ ...body, mutations: body.mutations.slice(0, 1) });
    tablet.engine.transport = { ...transport, push: onlyOne };
    await tablet.push();
    tablet.engine.transport = transport;
    const second = server.save();
    await tablet.sync();
    server.restore(second, 'epoch-3');
    for (let n = 0; n < 9; n++) server.put('menu_items', dish(300 + n));
    await tablet.sync();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([
      { entry: { path: pathOf(dish(101)) }, reason: 'lost' },
    ]);
    expect(await prices(tablet)).toMatchObject({ 'Dish 100': 100, 'Dish 101': 895 });
  });

  test('does not list a mutation contained in the backup (R36)', async () => {
    const { server, tablet } = await kitchen();
    await sent(tablet, 100, 1);
    const backup = server.save();
    const lost = await sent(tablet, 101, 2);
    server.restore(backup, 'epoch-2');
    await tablet.sync();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key: lost.key, reason: 'lost' }]);
  });
});
