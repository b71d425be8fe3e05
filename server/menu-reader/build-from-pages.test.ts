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
