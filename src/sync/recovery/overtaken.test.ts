import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../contract/errors.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { id, order } from '../../../tests/support/rows.ts';
import { breaches, openTablet, type Tablet } from '../../../tests/support/tablet.ts';
import { mutateIn } from '../../data/mutate.ts';
import { acknowledge } from '../../features/notifications/mutations.ts';
import { setLineStatus, setStatus } from '../../features/orders/mutations.ts';

const line = { id: id(900), menu_item_id: null, name: 'Naan', quantity: 1, unit_amount: 350, total_amount: 350 };
const shown = order(500, { order_status: 'ready', lines: [line] });

async function kitchen() {
  const server = makeServer();
  server.put('orders', shown);
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  return { server, tablet };
}

const strike = ({ store }: Tablet) =>
  mutateIn(store, setLineStatus, { path: { id: shown.id, lineId: line.id }, body: { line_status: 'ready' } });
const recall = ({ store }: Tablet) =>
  mutateIn(store, setStatus, {
    path: { id: shown.id },
    body: { order_status: 'preparing', expected_status: 'ready' },
  });
const ends = async ({ db }: Tablet) => ({
  deadLetters: (await db.dead_letters.toArray()).map(({ error }) => error?.code),
  done: (await db.done.toArray()).map(({ outcome, standing }) => [outcome, standing]),
});

/** The server adds this notice to each positive result. */
function notices(tablet: Tablet, server: ReturnType<typeof makeServer>, notice: Notice) {
  const { push } = server.transport;
  tablet.engine.transport = {
    ...server.transport,
    async push(body) {
      const answer = await push(body);
      if (answer.kind === 'ok') for (const result of answer.data.results) result.notice = notice;
      return answer;
    },
  };
}

describe('a mutation that another device’s overtook', () => {
  test('is done with the current row if superseded (R1, R26)', async () => {
    const { server, tablet } = await kitchen();
    const struck: Order = { ...shown, lines: [{ ...line, line_status: 'new', line_status_device: 'Ravi’s phone' }] };
    notices(tablet, server, { code: 'superseded', current: struck });
    await strike(tablet).durable;
    await tablet.sync();
    expect(await ends(tablet)).toEqual({ deadLetters: [], done: [['overtaken', struck]] });
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('is done if a struck line’s order is gone (R26)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('orders.setLineStatus', { code: 'not_found', message: 'Gone' });
    await strike(tablet).durable;
    await tablet.sync();
    expect((await ends(tablet)).deadLetters).toEqual([]);
  });

  test('is done if somebody else recalled the order (R26)', async () => {
    const { server, tablet } = await kitchen();
    const recalled = order(500, { order_status: 'preparing' });
    server.refusals.set('orders.setStatus', { code: 'status_changed', message: 'No', current: recalled });
    await recall(tablet).durable;
    await tablet.sync();
    expect(await ends(tablet)).toEqual({ deadLetters: [], done: [['overtaken', recalled]] });
  });

  test('is done if it no longer fits before sending (R28)', async () => {
    const { server, tablet } = await kitchen();
    await recall(tablet).durable;
    server.put('orders', order(500, { order_status: 'preparing' }));
    await tablet.load();
    const { deadLetters, done } = await ends(tablet);
    expect([deadLetters, done]).toMatchObject([[], [['overtaken', { order_status: 'preparing' }]]]);
    expect(await tablet.db.outbox.count()).toBe(0);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('names who was first if already done (R26)', async () => {
    const { server, tablet } = await kitchen();
    notices(tablet, server, { code: 'already_done', current: shown });
    await mutateIn(tablet.store, setStatus, { path: { id: shown.id }, body: { order_status: 'ready' } }).durable;
    await tablet.sync();
    expect(await ends(tablet)).toEqual({ deadLetters: [], done: [['done', shown]] });
  });

  test('is done if the acknowledged order is deleted (R26)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('orders.acknowledge', { code: 'not_found', message: 'Gone' });
    await mutateIn(tablet.store, acknowledge, { path: { id: shown.id }, body: { device_id: id(1) } }).durable;
    await tablet.sync();
    expect((await ends(tablet)).deadLetters).toEqual([]);
  });
});

describe('a failed change needs a person', () => {
  test.for(['order_already_final', 'transition_not_allowed', 'internal'])(
    'when a step meets %s (R26)',
    async (code) => {
      const { server, tablet } = await kitchen();
      server.refusals.set('orders.setStatus', {
        code,
        message: 'No',
        current: order(500, { order_status: 'cancelled' }),
      });
      await recall(tablet).durable;
      await tablet.sync();
      expect((await ends(tablet)).deadLetters).toEqual([code]);
    },
  );

  test('when an order to be cancelled has moved on (R26)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('orders.setStatus', { code: 'status_changed', message: 'No', current: shown });
    const body = { order_status: 'cancelled', expected_status: 'ready' } as const;
    await mutateIn(tablet.store, setStatus, { path: { id: shown.id }, body }).durable;
    await tablet.sync();
    expect((await ends(tablet)).deadLetters).toEqual(['status_changed']);
  });
});
