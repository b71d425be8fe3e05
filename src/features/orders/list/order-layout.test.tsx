import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { Order, OrderLine } from '../../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../../data/db.ts';
import { order } from '../../../../tests/support/rows.ts';
import type { OrderActions } from '../steps/OrderActions.tsx';
import { OrderHead } from '../detail/OrderHead.tsx';
import { applyWriteOff } from '../../../../contract/payments/write-off.ts';
import { withPayment } from '../../../../contract/payments/apply.ts';
import { OrderCard } from './OrderCard.tsx';
import { OrderRow } from './OrderRow.tsx';
import { Placed } from '../Placed.tsx';

const now = Date.parse('2026-11-20T19:30:00.000Z');
const today = { from: '2026-11-20T04:00:00.000Z', to: '2026-11-21T04:00:00.000Z' };
const clock = { timezone: 'Europe/London', now, today };
const placed = { placed_at: '2026-11-20T19:10:00.000Z', due_at: '2026-11-20T20:00:00.000Z' };
const nothing = () => undefined;

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
/** The buttons and links of the markup, by name. */
const pressables = (markup: string) =>
  [...markup.matchAll(/<(?:button|a)\b([^>]*)>(.*?)<\/(?:button|a)>/gs)].map(
    ([, attributes = '', inner = '']) => /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? textOf(inner),
  );

const row = (fields: Parameters<typeof order>[1]) => order(500, { ...placed, ...fields }) as Mirrored<'orders'>;

test('a narrow table moves dishes and "Unpaid" down a line', () => {
  const dish = 'Aloo gobi';
  const lines = [{ id: 'l', name: dish, quantity: 1, unit_amount: 700, total_amount: 700 } as OrderLine]; // fields that are not shown are left out
  const unpaid = row({ order_status: 'accepted', payment_status: 'unpaid', lines });
  const render = (isCompact: boolean) =>
    renderToStaticMarkup(
      <Router ssrPath="/">
        <table>
          <tbody>
            <OrderRow
              {...clock}
              order={unpaid}
              href="/"
              first={null}
              isChosen={false}
              isCompact={isCompact}
              onChoose={nothing}
              onStep={nothing}
              onMore={nothing}
            />
          </tbody>
        </table>
      </Router>,
    );
  for (const isCompact of [true, false]) {
    expect(textOf(render(isCompact))).toContain(dish);
    expect(textOf(render(isCompact))).toContain('Unpaid');
  }
  expect(render(true).match(/<td/g)!.length).toBe(render(false).match(/<td/g)!.length - 2);
});

test('rows, cards and an order’s page say "Unpaid" until it is paid or written off', () => {
  const at = { occurredAt: placed.placed_at, now: placed.placed_at, opId: 'w', actor: null };
  const due = row({ order_status: 'completed', payment_status: 'unpaid', total_amount: 3720, due_amount: 3720 });
  const written = applyWriteOff(due, { is_written_off: true }, at);
  const paid = withPayment(due, { method: 'cash', amount: 3720 });
  const actions = { first: null, isChosen: false, onChoose: nothing, onStep: nothing, onMore: nothing };
  const says = (one: Order) => {
    const given = { ...clock, ...actions, order: one as Mirrored<'orders'>, href: '/' };
    const cells = [<OrderRow key="1" {...given} />, <OrderRow key="2" {...given} isCompact />];
    return [
      ...cells.map((cell) => (
        <table key={cell.key}>
          <tbody>{cell}</tbody>
        </table>
      )),
      <OrderCard key="3" {...given} />,
    ].map((part) => textOf(renderToStaticMarkup(<Router ssrPath="/">{part}</Router>)).includes('Unpaid'));
  };
  expect(says(due)).toEqual([true, true, true]);
  expect(written.kind).toBe('changed');
  for (const done of [
    written.kind === 'changed' ? written.order : due,
    paid,
    { ...due, order_status: 'cancelled' as const },
  ])
    expect(says(done).slice(1)).toEqual([false, false]);
});

test('a finished order shows when it was placed, no age', () => {
  const textFor = (fields: Parameters<typeof order>[1]) =>
    textOf(renderToStaticMarkup(<Placed order={row(fields)} {...clock} />));
  expect(textFor({ order_status: 'preparing' })).toBe('19:10 20 min');
  expect(textFor({ order_status: 'completed' })).toBe('19:10');
  expect(textFor({ order_status: 'rejected' })).toBe('19:10');
});

const actions: OrderActions = { onStep: nothing, onMore: nothing, onPrint: nothing, floating: null };
const restaurant = {
  timezone: 'Europe/London',
  order_type: ['pickup', 'delivery'],
  default_prep_minutes: { pickup: 20, delivery: 40, dine_in: 20 },
  extra_prep_minutes: 0,
  extra_prep_until: null,
} as unknown as Restaurant; // fields that the head does not read are left out
/** The buttons of an order's page, without the minutes. */
const headOf = (fields: Parameters<typeof order>[1]) =>
  pressables(
    renderToStaticMarkup(
      <Router ssrPath="/">
        <OrderHead
          order={row(fields)}
          restaurant={restaurant}
          now={now}
          actions={actions}
          minutes={null}
          onMinutes={nothing}
        />
      </Router>,
    ),
  ).filter((name) => !/^\d+/.test(name));
const more = expect.stringMatching(/^More for #/);

test('a new order has one row: "…", Reject, Accept', () => {
  expect(headOf({ order_status: 'pending', payment_status: 'unpaid' })).toEqual([more, 'Reject', 'Accept']);
});

test('an order has its actions in one order, the next step last', () => {
  const lines = [{ id: 'l', name: 'Dal', quantity: 1, unit_amount: 700, total_amount: 700 } as OrderLine]; // as above
  const headAt = (order_status: 'accepted' | 'preparing' | 'ready' | 'completed') =>
    headOf({ order_status, payment_status: 'paid', lines, completed_at: placed.placed_at });
  expect(headAt('accepted')).toEqual(['Change', 'Print', 'Cancel', 'Ready', 'Start']);
  expect(headAt('preparing')).toEqual(['Change', 'Print', 'Cancel', 'Ready']);
  expect(headAt('ready')).toEqual(['Recall', 'Print', 'Cancel', 'Complete']);
});
