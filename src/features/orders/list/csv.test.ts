import { expect, test } from 'vitest';
import { id, order } from '../../../../tests/support/rows.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import * as csv from './csv.ts';

const london = { timezone: 'Europe/London', business_day_cutoff_time: '04:00' };
const ordersCsv = (orders: readonly Order[], clock = london) => csv.ordersCsv(orders, clock);

const line = { id: id(9), menu_item_id: null, name: 'Naan, plain', quantity: 2, unit_amount: 295, total_amount: 590 };

test('has a BOM, one row per order and decimal amounts', () => {
  const text = ordersCsv([
    order(500, {
      order_no: '148',
      lines: [line],
      total_amount: 3840,
      customer: { name: 'Zoë "Z"', phone: null, email: null },
    }),
  ]);
  const [head, row, end] = text.split('\r\n');
  expect(head).toMatch(/^\uFEFFOrder Number,Placed,Placed \(local time\),Business day,Due,/);
  expect(row).toContain('148,2026-11-20T18:00:00.000Z');
  expect(row).toContain('"Zoë ""Z"""');
  expect(row).toContain('"2 x Naan, plain"');
  expect(row).toContain('38.40,0.00,0.00,GBP');
  expect(end).toBe('');
});

test('says what was chosen, with what lies below it, and the tax of each rate', () => {
  const chosen = {
    modifier_id: null,
    group_name: 'Fillings',
    prefix: 'none',
    quantity: 1,
    unit_amount: 0,
    total_amount: 0,
  } as const;
  const dosa = {
    ...line,
    name: 'Dosa, Large',
    note: 'well done',
    modifiers: [
      { ...chosen, prefix: 'no' as const, name: 'onions' },
      { ...chosen, name: 'Paneer' },
      { ...chosen, name: 'Fried egg', depth: 1, quantity: 2 },
      { ...chosen, name: 'Soft', depth: 2 },
    ],
  };
  const tax = { name: 'Tax', rate_bp: 2000, is_inclusive: true, taxable_amount: 500, tax_amount: 100 };
  const text = ordersCsv([order(500, { lines: [dosa], taxes: [tax, { ...tax, rate_bp: 550, is_inclusive: false }] })]);
  expect(text).toContain('"2 x Dosa, Large (no onions, Paneer, > 2 x Fried egg, > > Soft; well done)"');
  expect(text).toContain('"20% included 1.00; 5.5% added 1.00"');
});

test.each(['=HYPERLINK("http://evil")', '+44-7700', '@cmd', '-1+2'])(
  'a name such as %s cannot run as a formula',
  (name) => {
    const row = ordersCsv([order(500, { customer: { name, phone: null, email: null } })]).split('\r\n')[1]!;
    expect(row).toMatch(/,"?'[=+@-]/);
  },
);

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '−'];

/** The cells of the first row, as a program reads them that splits at `separator` and does not know quotes. */
const cellsBy = (separator: RegExp, name: string) =>
  ordersCsv([order(500, { customer: { name, phone: null, email: null } })])
    .split('\r\n')
    .slice(1)
    .join('\r\n')
    .split(separator);

test.each([
  ...signs,
  ...signs.map((sign) => ` ${sign}`),
  ...signs.map((sign) => `"${sign}`),
  ...signs.map((sign) => `'${sign}`),
  ...signs.map((sign) => `\u200B\u202E${sign}`),
  ...signs.map((sign) => `\t${sign}`),
])('no cell begins a formula with %j, whatever separates', (start) => {
  const isFormula = /^[\s\p{Cf}"]*[=+\-@＝＋－＠﹦−]/u;
  for (const separator of [/,/, /;/, /\t/, /\|/, /[\r\n]+/])
    for (const before of ['', 'A;', 'A\t', 'A|', 'A\n', 'A\r'])
      expect(
        cellsBy(separator, `${before}${start}HYPERLINK("http://evil")`).filter((one) => isFormula.test(one)),
      ).toEqual([]);
});

test.each(['Anna-Lena', 'A + B', "O'Neill", 'Mill; Lane'])('%s stays unchanged', (name) => {
  expect(ordersCsv([order(500, { customer: { name, phone: null, email: null } })])).toContain(name);
});

test('yen have no decimals', () => {
  expect(ordersCsv([order(500, { currency: 'JPY', total_amount: 1200 })])).toContain(',1200,0,0,JPY');
});

test('has the local time and the business day beside the instant', () => {
  const row = order(500, { placed_at: '2026-07-04T01:30:00.000Z', due_at: '2026-07-04T03:10:00.000Z' });
  expect(ordersCsv([row])).toContain(
    ',2026-07-04T01:30:00.000Z,2026-07-04 02:30,2026-07-03,2026-07-04T03:10:00.000Z,2026-07-04 04:10,2026-07-04,',
  );
  expect(ordersCsv([row], { ...london, timezone: 'America/New_York' })).toContain(',2026-07-03 21:30,2026-07-03,');
});

test('adds up to revenue: without refunds, and nothing that was not sold', () => {
  const amounts = { total_amount: 4000, refunded_amount: 600, service_charge_amount: 350, packaging_fee_amount: 50 };
  const [head, ...rows] = ordersCsv([
    order(1, { ...amounts, order_status: 'completed' }),
    order(2, { ...amounts, order_status: 'cancelled' }),
  ])
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const cells = rows.map((row) =>
    ['Service charge', 'Packaging', 'Total', 'Refunded', 'Revenue'].map((name) => row[head!.indexOf(name)]),
  );
  expect(cells).toEqual([
    ['3.50', '0.50', '40.00', '6.00', '34.00'],
    ['3.50', '0.50', '40.00', '6.00', '0.00'],
  ]);
});
