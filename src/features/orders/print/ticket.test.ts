import { describe, expect, test } from 'vitest';
import { id, order } from '../../../../tests/support/rows.ts';
import { applyEdit, type EditBody } from '../../../../contract/orders/edit.ts';
import { newLine, type PricedLine } from '../../../../contract/orders/manual-order.ts';
import { changedLabel } from '../changed-label.ts';
import type { Order, OrderLine } from '../../../../contract/orders/calls.ts';
import { changedTicket, changesToPrint, kitchenTicket, receipt, type Printing, type TicketLine } from './ticket.ts';

const line = (name: string, more: Partial<OrderLine> = {}): OrderLine => ({
  id: name,
  menu_item_id: null,
  name,
  quantity: 1,
  unit_amount: 500,
  total_amount: 500,
  ...more,
});
const modifier = (name: string, prefix: 'none' | 'extra' | 'less' | 'no') => ({
  modifier_id: null,
  group_name: 'Extras',
  name,
  prefix,
  quantity: 1,
  unit_amount: 0,
  total_amount: 0,
});

const delivery: Order = order(142, {
  order_type: 'delivery',
  customer: { name: 'Joanna Price', phone: '+447700900123', email: null },
  delivery_address: {
    line_1: 'Flat 4, 27 Tulse Hill',
    line_2: null,
    city: 'London',
    postal_code: 'SW2 2TH',
    country_code: 'GB',
    instructions: null,
  },
  placed_at: '2026-11-20T18:56:00.000Z',
  due_at: '2026-11-20T19:35:00.000Z',
  allergens: ['tree_nuts'],
  lines: [
    line('Prawn madras', { modifiers: [modifier('hot', 'none')] }),
    line('Chapati', { quantity: 2, total_amount: 1000, modifiers: [modifier('butter', 'no')] }),
    line('Veg samosa', { modifiers: [modifier('tamarind', 'extra')], note: 'pack separately' }),
  ],
  customer_note: 'Ring bell 4',
  subtotal_amount: 2000,
  delivery_fee_amount: 350,
  total_amount: 2350,
  due_amount: 0,
  paid_amount: 2350,
  payment_status: 'paid',
  payment_method: 'card',
  taxes: [{ name: 'VAT', rate_bp: 2000, is_inclusive: true, taxable_amount: 1958, tax_amount: 392 }],
});
const printing: Printing = {
  order: delivery,
  restaurant: {
    name: 'Spice Route',
    timezone: 'Europe/London',
    address: '14 Coldharbour Lane',
    city: 'London',
    postal_code: 'SW9 8LF',
    phone_number_business: '+442079460142',
    business_registration_no: '08812345',
    tax_number: 'GB 123 4567 89',
    vat_registered: true,
  },
  now: Date.parse('2026-11-20T19:00:00.000Z'),
  printedAt: null,
};

/** The lines of a ticket as text. */
const told = (lines: TicketLine[]) =>
  lines.map((one) => {
    if (one.kind === 'rule') return '---';
    if (one.kind === 'dish') return [one.quantity, one.text, one.amount].filter(Boolean).join(' ');
    if (one.kind === 'columns') return `${one.first} ${one.second} ${one.third}`;
    if (one.kind === 'pair') return [one.left, one.right].filter(Boolean).join(' | ');
    return one.kind === 'detail' ? `  ${one.text}` : one.text;
  });

describe('a ticket', () => {
  test('shows the kitchen the food without prices or phone number', () => {
    expect(told(kitchenTicket(printing))).toEqual([
      'SPICE ROUTE',
      '#142',
      'DELIVERY, DUE 19:35',
      '---',
      '!! ALLERGY: NUTS !!',
      '---',
      '1 PRAWN MADRAS',
      '  hot',
      '2 CHAPATI',
      '  NO butter',
      '1 VEG SAMOSA',
      '  + tamarind',
      '  > pack separately',
      '---',
      'NOTE ON THE ORDER',
      '  > Ring bell 4',
      '---',
      '4 items | 18:56',
      'Joanna P. SW2 2TH',
    ]);
  });

  test('calls dishes as the kitchen does, and the customer’s receipt as the menu does', () => {
    const lines = [
      { ...line('Chicken tikka masala'), menu_item_id: 'a' },
      { ...line('Pizza, Large', { variant_id: 'v', kitchen_name: 'MARG, Large' }), menu_item_id: 'b' },
      { ...line('Pizza, Small', { variant_id: 'w' }), menu_item_id: 'b' },
      line('Off the menu'),
    ];
    const items = new Map([
      ['a', { kitchen_name: 'CTM' }],
      ['b', { kitchen_name: 'Marg' }],
    ]);
    const named = { ...printing, order: order(145, { lines }), items };
    const dishesOf = (ticket: TicketLine[]) => ticket.flatMap((one) => (one.kind === 'dish' ? one.text : []));
    expect(dishesOf(kitchenTicket(named))).toEqual(['CTM', 'MARG, LARGE', 'PIZZA, SMALL', 'OFF THE MENU']);
    expect(dishesOf(receipt(named))).toEqual(lines.map(({ name }) => name));
  });

  test('that is printed again says so, with the time', () => {
    expect(told(kitchenTicket({ ...printing, printedAt: '2026-11-20T18:57:00.000Z' }))).toContain('REPRINT 19:00');
  });

  describe('of a correction', () => {
    const curry = (n: number, more: Partial<OrderLine> = {}) => ({ ...line('Curry', more), id: id(n) });
    const placed = order(143, {
      order_status: 'accepted',
      lines: [
        curry(1, { modifiers: [modifier('extra hot', 'none')] }),
        curry(2),
        { ...line('Naan', { quantity: 2 }), id: id(3) },
      ],
      customer_note: 'Ring bell 4',
    });
    const wanted = ({ id: lineId, name, quantity, unit_amount, note }: OrderLine): PricedLine => ({
      id: lineId,
      menu_item_id: null,
      name,
      quantity,
      unit_amount,
      ...(note === undefined ? {} : { note }),
    });
    /** The order as `edit` leaves it, with the event that it makes. */
    const corrected = (before: Order, minute: number, body: EditBody, lines?: OrderLine[]): Order => {
      const at = `2026-11-20T18:${minute}:00.000Z`;
      const context = { occurredAt: at, opId: id(900 + minute), actor: null, now: at };
      const outcome = applyEdit(before, body, lines?.map(wanted) ?? null, context);
      if (outcome.kind !== 'edited') throw new Error(`It is ${outcome.kind}`);
      return outcome.order;
    };
    const changed = (edited: Order, printedAt: string | null = null) =>
      told(changedTicket({ ...printing, order: edited }, changesToPrint(edited, printedAt))).slice(
        told(changedTicket({ ...printing, order: edited }, [])).indexOf('---') + 1,
      );
    const [hot, plainCurry, naan] = placed.lines as [OrderLine, OrderLine, OrderLine];
    const allergic = { ...naan, note: 'no sesame, allergic' };
    const rice = { ...line('Rice'), id: id(4) };

    test('says what is to be cooked now of each line that changed', () => {
      const edited = corrected(placed, 31, {}, [hot, { ...plainCurry, quantity: 3 }, allergic, rice]);
      expect(told(changedTicket({ ...printing, order: edited }, changesToPrint(edited, null)))).toEqual([
        'CHANGED',
        'SPICE ROUTE',
        '#143',
        'PICKUP, DUE 18:00',
        '---',
        '!! ALLERGY: READ THE NOTE !!',
        '---',
        '3 CURRY',
        '  INSTEAD OF 1',
        '2 NAAN',
        '  NOTE CHANGED',
        '  > no sesame, allergic',
        '1 RICE',
        '  NEW',
        '---',
        '7 items | 18:00',
        'Joanna P.',
      ]);
    });

    test('says which of two lines of one dish is gone, and that a note is', () => {
      const before = { ...placed, lines: [hot, plainCurry, allergic] };
      const edited = corrected(before, 31, {}, [hot, { ...naan, quantity: 3 }]);
      expect(changed(edited).slice(0, -2)).toEqual([
        '0 CURRY',
        '  NO MORE, STAYS:',
        '1 CURRY',
        '  extra hot',
        '3 NAAN',
        '  INSTEAD OF 2',
        '  NOTE TAKEN OFF',
        '---',
      ]);
    });

    test('says what is chosen instead, on one line of its dish', () => {
      const [side, sauce] = [id(60), id(61)];
      const chosen = (group_id: string, n: number, group_name: string, name: string) => ({
        group_id,
        modifier_id: id(n),
        group_name,
        name,
      });
      const burger = { menu_item_id: id(100), unit_amount: 900, id: id(5), quantity: 1, name: 'Burger' };
      const fries = [chosen(side, 70, 'Side', 'Fries'), chosen(sauce, 71, 'Sauce', 'Peanut sauce')];
      const before = { ...placed, lines: [hot, newLine({ ...burger, modifiers: fries })] };
      const correct = (standing: Order, minute: number, modifiers: PricedLine['modifiers']) => {
        const at = `2026-11-20T18:${minute}:00.000Z`;
        const context = { occurredAt: at, opId: id(900 + minute), actor: null, now: at };
        const outcome = applyEdit(standing, {}, [wanted(hot), { ...burger, modifiers }], context);
        return outcome.kind === 'edited' ? outcome.order : standing;
      };
      const edited = correct(before, 31, [chosen(side, 72, 'Side', 'Salad')]);
      const body = ['1 BURGER', '  FRIES → SALAD, NO PEANUT SAUCE', '  Salad', '---'];
      expect(changed(edited).slice(0, -2)).toEqual(body);
      expect(changedLabel(edited.events)).toBe('Changed: Burger: Fries → Salad, no Peanut sauce');
      const again = correct(edited, 32, [
        chosen(side, 72, 'Side', 'Salad'),
        { ...chosen(sauce, 71, 'Sauce', 'Peanut sauce'), prefix: 'extra' as const },
      ]);
      expect(changed(again, '2026-11-20T18:30:00.000Z')[1]).toBe('  FRIES → SALAD, PEANUT SAUCE → EXTRA PEANUT SAUCE');
      expect(changedLabel(correct(again, 33, fries).events)).toBe('Changed');
    });

    test('holds all corrections since it was printed, each line once', () => {
      const first = corrected(placed, 31, {}, [hot, { ...plainCurry, quantity: 3 }, naan]);
      const second = corrected(first, 32, {}, [hot, { ...plainCurry, quantity: 4 }, allergic, rice]);
      const third = corrected(second, 33, {}, [hot, { ...plainCurry, quantity: 4 }, allergic]);
      const body = ['4 CURRY', '  INSTEAD OF 1', '2 NAAN', '  NOTE CHANGED', '  > no sesame, allergic'];
      expect(changed(third, '2026-11-20T18:30:00.000Z')).toEqual(expect.arrayContaining(body));
      expect(changed(third, '2026-11-20T18:30:00.000Z')).not.toContain('1 RICE');
      expect(changed(third, '2026-11-20T18:32:30.000Z')).toContain('0 RICE');
      expect(changed(third, '2026-11-20T18:32:30.000Z')).not.toContain('4 CURRY');
      expect(changed(third, null)).toEqual(changed(third, '2026-11-20T18:32:30.000Z'));
    });

    test('names fields that changed, and those that are empty now', () => {
      const edited = corrected(placed, 31, { customer_note: '', kitchen_note: 'well done' });
      expect(changed(edited)).toEqual([
        'CHANGED: NOTE (NONE NOW), NOTE FOR THE KITCHEN',
        '---',
        'NOTE FOR THE KITCHEN',
        '  > well done',
        '---',
        '4 items | 18:00',
        'Joanna P.',
      ]);
    });

    test('needs no ticket for what the kitchen does not cook by', () => {
      const discount = { promotion_id: id(50), code: null, name: 'Regular', discount_amount: 100 };
      const edited = corrected(placed, 31, { discounts: [{ ...discount, applies_to: 'lines' as const }] });
      expect(edited.events.at(-1)?.changes).toHaveLength(1);
      expect(changesToPrint(edited, null)).toEqual([]);
    });
  });

  test('indents choices below others, and prices them for the customer', () => {
    const below = { ...modifier('fried egg', 'none'), depth: 1, total_amount: 240 };
    const dosa = order(144, { lines: [line('Dosa', { modifiers: [modifier('paneer', 'none'), below] })] });
    const details = (lines: TicketLine[]) => lines.filter((one) => one.kind === 'detail');
    expect(details(kitchenTicket({ ...printing, order: dosa }))).toEqual([
      { kind: 'detail', text: 'paneer' },
      { kind: 'detail', text: 'fried egg', depth: 1 },
    ]);
    expect(details(receipt({ ...printing, order: dosa }))[1]).toEqual({
      kind: 'detail',
      text: 'fried egg (£2.40)',
      depth: 1,
    });
  });

  test('for the customer says who sold what, when, and the tax of each rate by its name', () => {
    const order = {
      ...delivery,
      subtotal_amount: 2000,
      taxes: [{ ...delivery.taxes[0]!, taxable_amount: 1667, tax_amount: 333 }],
    };
    const lines = told(receipt({ ...printing, order }));
    expect(lines.slice(0, lines.indexOf('---'))).toEqual([
      'SPICE ROUTE',
      '14 Coldharbour Lane, London, SW9 8LF',
      '+442079460142',
      'Registration number 08812345',
      'Tax number GB 123 4567 89',
      '#142',
      'Delivery',
      '20 Nov 2026, 18:56',
      'Due 20 Nov 2026, 19:35',
    ]);
    expect(lines.slice(lines.indexOf('Subtotal | £20.00'))).toEqual([
      'Subtotal | £20.00',
      'Delivery | £3.50',
      'Total | £23.50',
      '---',
      'Net Tax Gross',
      'VAT 20%',
      '£16.67 £3.33 £20.00',
      'Without tax',
      '£3.50 £0.00 £3.50',
      '---',
      'Paid by card',
    ]);
    expect(lines).toContain('2 Chapati £10.00');
  });

  test('for the customer names both days of an order that was handed over on another one', () => {
    const order = { ...delivery, order_status: 'completed' as const, completed_at: '2026-11-22T12:10:00.000Z' };
    expect(told(receipt({ ...printing, order }))).toEqual(
      expect.arrayContaining(['Ordered 20 Nov 2026, 18:56', 'Completed 22 Nov 2026, 12:10']),
    );
  });

  test.each([false, null])(
    'of a restaurant that is not registered for VAT (%s) shows no VAT, and the tax on top',
    (vat_registered) => {
      const restaurant = { ...printing.restaurant, vat_registered };
      const onTop = { name: 'Sales tax', rate_bp: 1000, is_inclusive: false, taxable_amount: 1000, tax_amount: 100 };
      const order = { ...delivery, taxes: [...delivery.taxes, onTop], total_amount: 2450, paid_amount: 2450 };
      const lines = told(receipt({ ...printing, restaurant, order }));
      expect(lines.filter((line) => /VAT|GB 123|Net/.test(line))).toEqual([]);
      expect(lines).toContain('Sales tax 10% | £1.00');
      expect(lines).toContain('Total | £24.50');
    },
  );
});

test('the kitchen reads its name of a group before the choice, the customer does not', () => {
  const rare = { ...modifier('rare', 'none'), group_kitchen_name: 'Temp' };
  const without = { ...modifier('garlic', 'no'), group_kitchen_name: 'Dip' };
  const steak = { ...printing, order: order(145, { lines: [line('Steak', { modifiers: [rare, without] })] }) };
  const details = (lines: TicketLine[]) => lines.flatMap((one) => (one.kind === 'detail' ? one.text : []));
  expect(details(kitchenTicket(steak))).toEqual(['Temp: rare', 'NO garlic']);
  expect(details(receipt(steak))).toEqual(['rare', 'NO garlic']);
});
