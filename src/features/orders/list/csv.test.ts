import { expect, test } from 'vitest';
import { id, order } from '../../../../tests/support/rows.ts';
import { ordersCsv } from './csv.ts';

const line = { id: id(9), menu_item_id: null, name: 'Naan, plain', quantity: 2, unit_amount: 295, total_amount: 590 };

test('has a BOM, one row per order and decimal amounts', () => {
  const csv = ordersCsv([
    order(500, {
      order_no: '148',
      lines: [line],
      total_amount: 3840,
      customer: { name: 'Zoë "Z"', phone: null, email: null },
    }),
  ]);
  const [head, row, end] = csv.split('\r\n');
  expect(head).toMatch(/^\uFEFFOrder Number,Placed,Due,/);
  expect(row).toContain('148,2026-11-20T18:00:00.000Z');
  expect(row).toContain('"Zoë ""Z"""');
  expect(row).toContain('"2 x Naan, plain"');
  expect(row).toContain('38.40,GBP');
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
  const csv = ordersCsv([order(500, { lines: [dosa], taxes: [tax, { ...tax, rate_bp: 550, is_inclusive: false }] })]);
  expect(csv).toContain('"2 x Dosa, Large (no onions, Paneer, > 2 x Fried egg, > > Soft; well done)"');
  expect(csv).toContain('"20% included 1.00; 5.5% added 1.00"');
});

test.each(['=HYPERLINK("http://evil")', '+44 7700', '@cmd', '-1+2'])(
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
  expect(ordersCsv([order(500, { currency: 'JPY', total_amount: 1200 })])).toContain(',1200,JPY');
});
