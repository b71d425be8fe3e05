import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import type { DeadLetter, DoneEntry, OutboxEntry } from '../../data/db.ts';
import { describerOf } from './describe.ts';
import { DoneList } from './DoneList.tsx';
import { NeedsYou } from './NeedsYou.tsx';

const restaurant = { timezone: 'Europe/London', currency: 'GBP' } as Restaurant;
const describer = describerOf(
  { rows: new Map(), categories: new Map() },
  restaurant,
  Date.parse('2026-11-20T19:36:00.000Z'),
);
const textOf = (element: React.ReactNode) =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <FluentProvider theme={webLightTheme}>{element}</FluentProvider>
    </Router>,
  ).replaceAll(/<[^>]*>/g, '|');

const butterChicken = dish(100, { name: 'Butter chicken', price_amount: 1150, description: 'Mild' });
const standing = { at: '2026-11-20T19:10:00.000Z', by: null, device_name: 'Ravi’s phone' };
const deadLetter = (n: number): DeadLetter => ({
  key: id(n),
  seq: n,
  at: '2026-11-20T19:20:00.000Z',
  entry: {
    call: 'menu.editItem',
    path: pathOf(butterChicken),
    body: { price_amount: 1195, expected_price_amount: 999, description: 'Mild' },
    touches: [`menu_items:${butterChicken.id}`],
    occurredAt: '2026-11-20T19:12:00.000Z',
  } as unknown as OutboxEntry,
  reason: 'superseded',
  error: null,
  notice: { code: 'superseded', fields: { price_amount: standing } },
  theirs: butterChicken,
  yours: null,
});
const needsYou = (...deadLetters: DeadLetter[]) =>
  textOf(<NeedsYou deadLetters={deadLetters} describer={describer} timezone="Europe/London" onLeave={() => {}} />);

describe('a superseded price', () => {
  test('shows both values, the device and how to restore it', () => {
    const said = needsYou(deadLetter(1));
    for (const words of [
      'Butter chicken, price|',
      'changed 19:12',
      'Someone changed it first, on Ravi’s phone at 19:10.',
      'Theirs, in use now|£11.50',
      'Yours|£11.95',
      'Keep theirs',
      'Restore £11.95',
    ])
      expect(said.replaceAll(/\|+/g, '|')).toContain(words);
  });

  test('can be dismissed with the others', () => {
    expect(needsYou(deadLetter(1))).not.toContain('Dismiss all');
    expect(needsYou(deadLetter(1), deadLetter(2))).toContain('Dismiss all');
  });
});

test('a superseded strike says who changed it, when, to what', () => {
  const line = { id: id(900), menu_item_id: null, name: 'Garlic naan', quantity: 1, unit_amount: 1, total_amount: 1 };
  const stands = order(500, {
    lines: [
      {
        ...line,
        line_status: 'new',
        line_status_at: '2026-11-20T19:20:00.000Z',
        line_status_device: 'Ravi’s phone',
      },
    ],
  });
  const entry = {
    key: id(1),
    call: 'orders.setLineStatus',
    path: { id: stands.id, lineId: line.id },
    body: { line_status: 'ready' },
    touches: [`orders:${stands.id}`],
    occurredAt: '2026-11-20T19:12:00.000Z',
    sentAt: '2026-11-20T19:30:00.000Z',
    outcome: 'overtaken',
    standing: stands,
  } as unknown as DoneEntry;
  const said = textOf(
    <DoneList entries={[entry]} hasMore={false} describer={describer} timezone="Europe/London" onLeave={() => {}} />,
  );
  expect(said).toContain('Order #500: Garlic naan is done');
  expect(said).toContain('Tapped 19:12, not needed any more');
  expect(said).toContain('Not done now, changed on Ravi’s phone at 19:20.');
});
