import { expect, test } from 'vitest';
import { readExpected } from './expected.ts';
import { compareMenus, simplify } from './compare.ts';

const found = (name: string, price_amount: number) => ({ name, price_amount, variants: [], isCertain: true });

test('compares names without case, accents and punctuation', () => {
  expect(simplify('12. Crème Brûlée!')).toBe(simplify('CREME BRULEE'));
});

test('counts what was found, missed and invented', () => {
  const expected = {
    categories: [
      {
        items: [
          { name: 'Soup', price_amount: 450 },
          { name: 'Steak Pie', price_amount: 1200 },
          { name: 'Trifle', price_amount: 600 },
        ],
      },
    ],
  };
  const compared = compareMenus(expected, [found('SOUP', 450), found('Steak Ple', 1200), found('Car Park', 300)]);
  expect(compared.names).toEqual({ found: 1, all: 3, missed: ['Steak Pie -> Steak Ple', 'Trifle'] });
  expect(compared.prices).toEqual({ found: 2, all: 3, missed: ['Trifle 600'] });
  expect(compared.invented.map(({ name }) => name)).toEqual(['Car Park']);
});

test('reads expectations in other shapes', () => {
  const menu = { categories: [{ name: '', items: [{ name: 'Soup', price_amount: 450 }] }] };
  expect(readExpected('[{"name":"Soup","price":"4,50"}]')).toEqual(menu);
  expect(readExpected('{"items":[{"name":"Soup","price_amount":450}]}')).toEqual(menu);
  expect(readExpected('{"categories":[{"name":"","items":[{"name":"Soup","price":4.5}]}]}')).toEqual(menu);
});
