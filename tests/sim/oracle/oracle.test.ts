import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { definitionOf } from '../../../src/sync/runtime/registry.ts';
import type { OutboxEntry } from '../../../src/data/db.ts';
import { seeded, type Seeded } from '../../support/seeded.ts';
import { firstRows, idOf } from '../model/rows.ts';
import { mergedWrongly } from '../watch/merge.ts';
import { rules } from './rules.ts';
import type { Mutation, Row } from './verdict.ts';

const at = (seconds: number) => new Date(Date.parse('2026-11-20T18:30:00.000Z') + seconds * 1000).toISOString();
const onDevice = { deliveryType: null, dayOf: null };
const judge = (row: Row, call: string, { seconds, ...mutation }: { seconds: number } & Partial<Mutation>) =>
  rules[call]!.rule(row, { key: `key ${seconds}`, call, path: {}, body: {}, ...mutation, at: at(seconds) }, onDevice);
const bare: Row = { id: 'row', order_status: 'pending', order_type: 'pickup', events: [], lines: [] };

/** The row after mutations made at the given seconds and applied in this order. */
function after(row: Row, call: string, arriving: [seconds: number, told: Partial<Mutation>][]): Row {
  for (const [seconds, mutation] of arriving) {
    const verdict = judge(row, call, { seconds, ...mutation });
    if (verdict.kind === 'set') row = verdict.row;
  }
  return row;
}

const toStatus = (order_status: string, expected_status?: string) => ({
  body: { order_status, ...(expected_status && { expected_status }) },
});

describe('the oracle of the simulation', () => {
  test('imports nothing of the app, which it judges (R50)', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const source = readFileSync(new URL(file, import.meta.url), 'utf8');
      const from = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name!);
      expect([file, from.filter((name) => !/^\.\/[\w-]+\.ts$/.test(name))]).toEqual([file, []]);
    }
  });

  test.for([
    ['a step forward', ['accepted', 'ready'], 'ready', ['accepted_at', 'preparing_at', 'ready_at']],
    ['a step that is passed already', ['ready', 'preparing'], 'ready', ['accepted_at', 'preparing_at', 'ready_at']],
    ['the first final status', ['cancelled', 'accepted'], 'cancelled', ['cancelled_at']],
  ] as const)('knows %s (R50)', ([, steps, status, times]) => {
    const order = after(
      bare,
      'orders.setStatus',
      steps.map((step, n) => [n, toStatus(step)]),
    );
    expect(order['order_status']).toBe(status);
    expect(Object.keys(order).filter((name) => name.endsWith('_at'))).toEqual([...times]);
  });

  test('ignores steps that were made before a recall (R50)', () => {
    const ready = after(bare, 'orders.setStatus', [
      [1, toStatus('ready')],
      [5, toStatus('preparing', 'ready')],
      [3, toStatus('ready')],
    ]);
    expect(ready['order_status']).toBe('preparing');
    expect(after(ready, 'orders.setStatus', [[6, toStatus('ready')]])['order_status']).toBe('ready');
  });

  test('refuses steps that the order status forbids (R50)', () => {
    const codeOf = (row: Row, mutation: Partial<Mutation>) => {
      const verdict = judge(row, 'orders.setStatus', { seconds: 9, ...mutation });
      return verdict.kind === 'refused' ? verdict.code : verdict.kind;
    };
    const cancelled = { ...bare, order_status: 'cancelled' };
    expect([
      codeOf(bare, toStatus('completed')),
      codeOf(bare, toStatus('out_for_delivery')),
      codeOf(bare, toStatus('rejected')),
      codeOf(bare, toStatus('preparing', 'ready')),
      codeOf(cancelled, toStatus('accepted')),
      codeOf({ ...bare, order_status: 'completed', completed_at: at(-901) }, toStatus('ready', 'completed')),
      codeOf({ ...bare, order_status: 'completed', completed_at: at(-890) }, toStatus('ready', 'completed')),
    ]).toEqual([
      'transition_not_allowed',
      'transition_not_allowed',
      'invalid_fields',
      'status_changed',
      'order_already_final',
      'transition_not_allowed',
      'set',
    ]);
  });

  test('keeps the last change, whichever arrives first (R50)', () => {
    const off: [number, Partial<Mutation>] = [4, { body: { is_available: false } }];
    const on: [number, Partial<Mutation>] = [2, { body: { is_available: true } }];
    for (const order of [
      [off, on],
      [on, off],
    ])
      expect(after({}, 'menu.setAvailability', order)['availability_status']).toBe('sold_out');
  });
});

/** A random mutation of the model's first order, dish, chat or restaurant. */
function someMutation(random: Seeded, rows: Map<string, Row>): Pick<OutboxEntry, 'call' | 'path' | 'body' | 'touches'> {
  const [order, item, chat, restaurant] = [idOf(0, 500), idOf(0, 100), idOf(0, 800), idOf(0, 0)];
  const lines = (rows.get(`orders:${order}`)!['lines'] as Row[]).map(({ id, quantity }) => ({ id, quantity }));
  const forward = ['accepted', 'preparing', 'ready', 'completed'];
  const statuses = [...forward, ...forward, 'out_for_delivery', 'rejected', 'cancelled'];
  const stands = rows.get(`orders:${order}`)!['order_status'] as string;
  const order_status = random.pick(statuses);
  const onOrder = { path: { id: order }, touches: [`orders:${order}` as const] };
  const onChat = { path: { id: chat }, touches: [`chats:${chat}` as const] };
  const line = (n: number) => ({ id: idOf(0, n), quantity: random.between(1, 3), menu_item_id: null });
  const step = () => ({
    ...onOrder,
    call: 'orders.setStatus',
    body: {
      order_status,
      ...(order_status === 'rejected' && random.chance(0.8) ? { reason: 'busy' } : {}),
      ...(random.chance(0.5) ? { expected_status: random.pick([...statuses, stands, stands, stands]) } : {}),
    },
  });
  return random.pick([
    ...Array.from({ length: 12 }, () => step),
    () => ({
      ...onOrder,
      call: 'orders.setLineStatus',
      path: { id: order, lineId: idOf(0, random.pick([50010, 50020, 50030])) },
      body: { line_status: random.pick(['new', 'ready']) },
    }),
    () => ({
      ...onOrder,
      call: 'orders.edit',
      body: {
        lines: [50010, 50020, 50030]
          .filter(() => random.chance(0.7))
          .map((n) => ({ ...line(n), name: 'Dal', unit_amount: 1 })),
        ...(random.chance(0.7) ? { lines_before: random.chance(0.5) ? lines : [line(50010), line(50020)] } : {}),
      },
    }),
    () => ({ ...onOrder, call: 'orders.acknowledge', body: { device_id: idOf(9, random.between(1, 3)) } }),
    () => ({ ...onChat, call: random.pick(['chats.pause', 'chats.resume']), body: {} }),
    () => ({ ...onChat, call: 'chats.markAsRead', body: { read_upto: at(random.between(0, 9)) } }),
    () => ({
      call: 'orders.setOrdering',
      path: {},
      touches: [`restaurants:${restaurant}` as const],
      body: {
        restaurant_id: restaurant,
        ordering_status: random.pick(['open', 'paused']),
        extra_prep_minutes: random.between(0, 3),
      },
    }),
    () => ({
      call: 'menu.setAvailability',
      path: { id: idOf(0, 1), categoryId: idOf(0, 2), itemId: item },
      touches: [`menu_items:${item}` as const],
      body: random.pick([
        { is_available: true },
        { is_available: false, reason: 'quality' },
        { availability_status: 'hidden', unavailable_until: at(99) },
      ]),
    }),
  ])();
}

test.for([1, 2, 3, 4])('the device merges random mutations like the oracle, seed %i (R50)', (seed) => {
  const random = seeded(seed);
  for (let n = 0; n < 300; n++) {
    const rows = new Map(firstRows(0).map(({ table, row }) => [`${table}:${row.id}`, row as unknown as Row]));
    const pending = new Map<string, OutboxEntry[]>();
    const shown = new Map(rows);
    const refused = new Map<string, string>();
    for (let k = 0; k < 12; k++) {
      // Few distinct seconds, so that some times are equal.
      const entry = {
        ...someMutation(random, shown),
        key: idOf(8, random.between(1, 40) * 100 + k),
        occurredAt: at(random.between(0, 9) * (random.chance(0.1) ? 150 : 1)),
        deviceName: 'Tablet',
      } as OutboxEntry;
      const [touch] = entry.touches as [string];
      try {
        const { key, occurredAt, deviceName, path, body } = entry;
        const next = definitionOf(entry.call)!.change(
          shown.get(touch) as never,
          { path, body },
          { key, occurredAt, deviceName },
        );
        shown.set(touch, next as unknown as Row);
      } catch (error) {
        refused.set(entry.key, (error as Error).message);
      }
      pending.set(touch, [...(pending.get(touch) ?? []), entry]);
      const applied = { shown: shown.get(touch)!, refused };
      expect(mergedWrongly(touch, rows.get(touch)!, pending.get(touch)!, applied)).toBeNull();
    }
  }
});
