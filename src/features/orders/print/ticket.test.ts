import { describe, expect, test } from 'vitest';
import { order } from '../../../../tests/support/rows.ts';
import type { Order, OrderEvent, OrderLine } from '../../../../contract/orders/calls.ts';
import { changedTicket, kitchenTicket, newestChange, receipt, type Printing, type TicketLine } from './ticket.ts';

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
  },
  now: Date.parse('2026-11-20T19:00:00.000Z'),
  printedAt: null,
};

/** The lines of a ticket as text. */
const told = (lines: TicketLine[]) =>
  lines.map((one) => {
    if (one.kind === 'rule') return '---';
    if (one.kind === 'dish') return [one.quantity, one.text, one.amount].filter(Boolean).join(' ');
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
      '  > Ring bell 4',
      '---',
      '4 items | 18:56',
      'Joanna P. SW2 2TH',
    ]);
  });

  test('that is printed again says so, with the time', () => {
    expect(told(kitchenTicket({ ...printing, printedAt: '2026-11-20T18:57:00.000Z' }))).toContain('REPRINT 19:00');
  });

  test('of a correction holds only what changed, under CHANGED', () => {
    const change = (name: string | null, from: number | null, to: number | null) => ({
      field: 'lines',
      name,
      from,
      to,
    });
    const edited = {
      type: 'edited',
      changes: [change('Chapati', 1, 2), change('Onion bhaji', 2, null), change('Veg samosa', null, 1)],
    } as OrderEvent;
    expect(newestChange({ events: [edited, { ...edited, type: 'status' }] })).toBe(edited);
    expect(told(changedTicket(printing, edited))).toEqual([
      'CHANGED',
      'SPICE ROUTE',
      '#142',
      'DELIVERY, DUE 19:35',
      '---',
      '!! ALLERGY: NUTS !!',
      '---',
      '2 CHAPATI',
      '  INSTEAD OF 1',
      '  NO butter',
      '0 ONION BHAJI',
      '  NO MORE',
      '1 VEG SAMOSA',
      '  NEW',
      '  + tamarind',
      '  > pack separately',
      '---',
      '4 items | 18:56',
      'Joanna P. SW2 2TH',
    ]);
  });

  test('of a correction tells lines of one dish apart', () => {
    const dosa = (id: string, name: string) => ({ ...line('Dosa', { modifiers: [modifier(name, 'none')] }), id });
    const corrected = order(143, { lines: [dosa('a', 'potato'), dosa('b', 'paneer')] });
    const changes = [{ field: 'line', name: 'Dosa', line_id: 'b', from: 0, to: 1 }];
    const lines = told(changedTicket({ ...printing, order: corrected }, { type: 'edited', changes } as OrderEvent));
    expect(lines).toContain('  paneer');
    expect(lines).not.toContain('  potato');
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

  test('for the customer adds up, with tax and payment', () => {
    const lines = told(receipt(printing));
    expect(lines.slice(lines.indexOf('Subtotal | £20.00'))).toEqual([
      'Subtotal | £20.00',
      'Delivery | £3.50',
      'Total | £23.50',
      'Includes VAT 20% | £3.92',
      '---',
      'Paid by card',
      '18:56',
    ]);
    expect(lines).toContain('2 Chapati £10.00');
  });
});
