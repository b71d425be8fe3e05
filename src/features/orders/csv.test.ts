import { expect, test } from 'vitest';
import { id, order } from '../../../tests/support/rows.ts';
import { ordersCsv } from './csv.ts';

const line = { id: id(9), menu_item_id: null, name: 'Naan, plain', quantity: 2, unit_amount: 295, total_amount: 590 };

test('a spreadsheet has a mark for its encoding, one row an order, and amounts as decimals', () => {
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

test.each(['=HYPERLINK("http://evil")', '+44 7700', '@cmd', '-1+2'])(
  'a name such as %s is not run as a formula',
  (name) => {
    const row = ordersCsv([order(500, { customer: { name, phone: null, email: null } })]).split('\r\n')[1]!;
    expect(row).toMatch(/,"?'[=+@-]/);
  },
);

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '−'];

/** The cells of the first row as a program reads them that separates by `separator` and knows no quotes. */
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

test.each(['Anna-Lena', 'A + B', "O'Neill", 'Mill; Lane'])('%s stays as it is', (name) => {
  expect(ordersCsv([order(500, { customer: { name, phone: null, email: null } })])).toContain(name);
});

test('a yen has no decimals', () => {
  expect(ordersCsv([order(500, { currency: 'JPY', total_amount: 1200 })])).toContain(',1200,JPY');
});
