import { expect, test } from 'vitest';
import { printedLink, readTableNames, tableLink } from './table-link.ts';

test.each(['12', 'Bar & 1', 'Tisch 3 é?#', '50%'])('the link of table “%s” names it', (name) => {
  const link = new URL(tableLink('https://galley.example', 'the-anchor', name));
  expect([link.pathname, link.searchParams.get('table')]).toEqual(['/site/the-anchor', name]);
  expect(printedLink(link.href)).toMatch(/^galley\.example\/site\/the-anchor\?table=/);
});

test.each<[string, string[]]>([
  ['1-3, Bar', ['1', '2', '3', 'Bar']],
  ['T9 – 11\n t10 ; Window  seat', ['T9', 't10', 'T11', 'Window seat']],
  ['4-2', ['4-2']],
  [' \n,', []],
])('names typed as “%s”', (typed, names) => {
  expect(readTableNames(typed)).toEqual(names);
});

test('reads no more names than can be printed, and none that no order takes', () => {
  expect(readTableNames('1-9999')).toHaveLength(200);
  expect(readTableNames('x'.repeat(80))).toEqual(['x'.repeat(40)]);
});
