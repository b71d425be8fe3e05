import { expect, test } from 'vitest';
import { buildFromPages } from './build-from-pages.ts';
import { toSegment, type Segment } from './segments.ts';

const CAPITAL = 30;

/** A run of words at (x, y), as high as `capital`. */
function at(x: number, y: number, text: string, capital = CAPITAL): Segment {
  let left = x;
  return toSegment(
    text.split(' ').map((word) => {
      const right = left + word.length * capital * 0.6;
      const one = { text: word, confidence: 0.96, left, top: y, right, bottom: y + capital, capHeight: capital };
      left = right + capital * 0.4;
      return one;
    }),
  );
}

const build = (...segments: Segment[]) =>
  buildFromPages([segments], 2).categories.map(({ name, items }) => [
    name,
    ...items.map((item) => [
      item.name,
      item.variants.length > 0
        ? item.variants.map((one) => `${one.name} ${one.price_amount}`).join(', ')
        : item.price_amount,
      item.description,
    ]),
  ]);

const names = ['Onion Soup', 'Roast Chicken', 'Lentil Stew', 'Plum Tart'];

test('reads prices that stand before their names', () => {
  const rows = names.flatMap((name, index) => [
    at(100, 200 + index * 70, `${index + 4}.50`),
    at(260, 200 + index * 70, name),
  ]);
  expect(build(at(100, 110, 'Lunch', 44), ...rows)).toEqual([
    ['Lunch', ...names.map((name, index) => [name, (index + 4) * 100 + 50, ''])],
  ]);
});

test('reads dish numbers in a column of their own', () => {
  const rows = names.flatMap((name, index) => [
    at(100, 200 + index * 70, String(index + 1)),
    at(180, 200 + index * 70, name),
    at(900, 200 + index * 70, `£${index + 4}.50`),
  ]);
  expect(build(at(100, 110, 'Mains', 44), ...rows)).toEqual([
    ['Mains', ...names.map((name, index) => [name, (index + 4) * 100 + 50, ''])],
  ]);
});

test('reads prices between name and description in two columns', () => {
  const column = (x: number, heading: string, from: number) => [
    at(x, 200, heading, 42),
    ...names
      .slice(from, from + 2)
      .flatMap((name, index) => [
        at(x, 280 + index * 180, name),
        at(x, 340 + index * 180, `$${index + 7}`),
        at(x, 395 + index * 180, 'with bread', 20),
      ]),
  ];
  expect(build(at(400, 60, 'The Anchor', 70), ...column(100, 'Starters', 0), ...column(900, 'Mains', 2))).toEqual([
    ['Starters', ['Onion Soup', 700, 'with bread'], ['Roast Chicken', 800, 'with bread']],
    ['Mains', ['Lentil Stew', 700, 'with bread'], ['Plum Tart', 800, 'with bread']],
  ]);
});

test('keeps a number with one digit behind the point in the name', () => {
  const priced = (price: (index: number) => string) => [
    ...names.map((name, index) => at(100, 200 + index * 70, `${name} ${price(index)}`)),
    at(100, 500, `Burger 2.0 ${price(9)}`),
    at(100, 570, 'Tonic 1.5'),
    at(900, 570, price(0)),
  ];
  const menu = (amounts: number[]) => [
    ['', ...[...names, 'Burger 2.0', 'Tonic 1.5'].map((name, index) => [name, amounts[index], ''])],
  ];
  expect(build(...priced((index) => `${index + 4}.00`))).toEqual(menu([400, 500, 600, 700, 1300, 400]));
  expect(build(...priced((index) => `£${index + 4}`))).toEqual(menu([400, 500, 600, 700, 1300, 400]));
  // Where prices are written so, there are two.
  const tenths = names.map((name, index) => at(100, 200 + index * 70, `${name} ${index + 4}.5 ${index + 8}.5`));
  expect(build(...tenths)[0]![1]).toEqual(['Onion Soup', 'Size 1 450, Size 2 850', '']);
});

test('is in doubt about two prices of one dish that nothing names', () => {
  const single = names.map((name, index) => at(100, 200 + index * 70, `${name} ${index + 4}.00`));
  const [category] = buildFromPages([[...single, at(100, 500, 'Burger 2.00 13.00')]], 2).categories;
  expect(category!.items.at(-1)!.confidence).toBeLessThan(0.6);
  expect(category!.items[0]!.confidence).toBeGreaterThan(0.9);
});

test('takes the numbers of allergens off the names', () => {
  const rows = names.flatMap((name, index) => [
    at(100, 200 + index * 70, `${name} ${['(1,3,7)', '(A, C)', '1,3,9', '(7)'][index]}`),
    at(900, 200 + index * 70, `${index + 4},50 €`),
  ]);
  const read = build(...rows, at(100, 600, 'Allergene: 1 Gluten, 3 Eier', 18));
  expect(read).toEqual([
    [
      '',
      ['Onion Soup', 450, '(1,3,7)'],
      ['Roast Chicken', 550, '(A, C)'],
      ['Lentil Stew', 650, '1,3,9'],
      ['Plum Tart', 750, '(7)'],
    ],
  ]);
});

test('parts names from descriptions that stand on one line', () => {
  const rows = [...names, 'Leek Pie'].flatMap((name, index) => [
    at(100, 200 + index * 70, `${name}, brown butter, dill – ${index + 11}`),
  ]);
  expect(build(...rows)).toEqual([
    ['', ...[...names, 'Leek Pie'].map((name, index) => [name, (index + 11) * 100, 'brown butter, dill'])],
  ]);
});

test('names sizes after the heading', () => {
  const rows = names.flatMap((name, index) => [
    at(100, 200 + index * 70, name),
    at(800, 200 + index * 70, `£${index + 2}.60 / £${index + 5}.10`),
  ]);
  expect(build(at(100, 110, 'Draught half / pint', 44), ...rows)[0]![1]).toEqual([
    'Onion Soup',
    'Half 260, Pint 510',
    '',
  ]);
});

test('takes addresses, charges and opening hours for no dish', () => {
  const rows = names.flatMap((name, index) => [
    at(100, 300 + index * 70, name),
    at(900, 300 + index * 70, `£${index + 4}.50`),
  ]);
  const notes = [
    'Coperto 2.50 per person',
    'Service charge 12.5 %',
    '22 High Street, Reading RG1 2AB',
    'Mon-Sat 7:00-15:00',
    'Alle Preise inkl. MwSt.',
    'Reservierung: 030 987 65 43',
  ].map((text, index) => at(100, 700 + index * 40, text, 18));
  expect(build(...rows, ...notes)).toEqual([['', ...names.map((name, index) => [name, (index + 4) * 100 + 50, ''])]]);
});

test('takes a column of prices below the name of a size for no column of dishes', () => {
  const rows = names.flatMap((name, index) => [
    at(100, 200 + index * 70, name),
    at(900, 200 + index * 70, `${index + 5}.20`),
    at(1100, 200 + index * 70, `${index + 24}.00`),
  ]);
  const [wine] = build(at(100, 90, 'White', 44), at(900, 145, 'Glass', 27), at(1100, 145, 'Bottle', 27), ...rows);
  expect(wine![1]).toEqual(['Onion Soup', 'Glass 520, Bottle 2400', '']);
});

/** Rows of a name and a price, as [name, price] of the first category. */
function readRows(prices: string[], exponent: number | undefined, note = ''): unknown[] {
  const rows = prices.flatMap((price, index) => [
    at(100, 200 + index * 70, names[index]!),
    at(900, 200 + index * 70, price),
  ]);
  const { categories } = buildFromPages([[...rows, ...(note ? [at(100, 700, note, 20)] : [])]], exponent);
  return categories.flatMap(({ items }) => items.map(({ name, price_amount }) => [name, price_amount]));
}
const withNames = (...amounts: number[]) => amounts.map((amount, index) => [names[index], amount]);

test.each([
  ['of a currency with three digits', ['1.250', '0.500', '12.750'], 3, [1250, 500, 12_750]],
  ['with a code of its own word', ['KD 2.500', 'KD 0.750', 'KD 1,250.000'], undefined, [2500, 750, 1_250_000]],
  ['with a code behind them', ['2.500 BHD', '0.750 BHD', '3.000 BHD'], undefined, [2500, 750, 3000]],
  ['of a currency without digits', ['¥1,200', '¥950', '¥2,480'], undefined, [1200, 950, 2480]],
  ['with spaces between thousands', ['3 500 FCFA', '12 000 FCFA', '800 FCFA'], undefined, [3500, 12_000, 800]],
  ['with a code before them', ['CHF 11.50', 'CHF 9.00', 'CHF 28.50'], undefined, [1150, 900, 2850]],
  ['with a dash for the digits', ['185:-', '95:-', '45:-'], 2, [18_500, 9500, 4500]],
  ['with the Indian ending', ['₹280/-', '₹320/-', '₹90/-'], undefined, [28_000, 32_000, 9000]],
  ['in whole thousands', ['45K', '60K', '25K'], 2, [4_500_000, 6_000_000, 2_500_000]],
])('reads prices %s', (_, prices, exponent, amounts) => {
  expect(readRows(prices, exponent)).toEqual(withNames(...amounts));
});

test('takes the currency from the note that names it', () => {
  expect(readRows(['1.250', '2.500', '3.750'], undefined, 'All prices in BHD and subject to VAT')).toEqual(
    withNames(1250, 2500, 3750),
  );
});

test('takes measures in two words for no price', () => {
  const rows = ['0,3 l', '0,5 l'].map((text, index) => at(800 + index * 200, 130, text, 24));
  const prices = names.flatMap((name, index) => [
    at(100, 200 + index * 70, name),
    at(800, 200 + index * 70, `${index + 3},40`),
    at(1000, 200 + index * 70, `${index + 4},60`),
  ]);
  const [beers] = build(at(100, 60, 'Biere', 44), ...rows, ...prices);
  expect(beers![1]).toEqual(['Onion Soup', '0,3 l 340, 0,5 l 460', '']);
});

test('takes a bare number with decimals for no price where prices are whole and have a sign', () => {
  const rows = names.flatMap((name, index) => [
    at(100, 200 + index * 90, name),
    at(900, 200 + index * 90, `${index + 7}5 Kč`),
    at(100, 240 + index * 90, 'Croutons, 0,33', 20),
  ]);
  expect(build(...rows)).toEqual([
    ['', ...names.map((name, index) => [name, (index + 7) * 1000 + 500, 'Croutons, 0,33'])],
  ]);
});
