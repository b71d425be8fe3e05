import { expect, test } from 'vitest';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { MenuUpload, UploadedItem } from '../../../../contract/menu/upload-calls.ts';
import { compare, findMissing, isReady, toEntries, type ReviewEntry } from './review-entries.ts';

const read = (name: string, price_amount: number | null, more: Partial<UploadedItem> = {}): UploadedItem => ({
  id: name,
  name,
  description: '',
  price_amount,
  variants: [],
  dietary: [],
  confidence: 0.95,
  box: { page: 0, left: 0, top: 0, width: 10, height: 10 },
  ...more,
});
const uploadOf = (...items: UploadedItem[]) =>
  ({ certain_from: 0.8, categories: [{ id: 'c', name: 'Mains', confidence: 1, items }] }) as unknown as MenuUpload; // the fields that it reads
const onMenu = (name: string, price_amount: number) => ({ name, price_amount }) as MenuItem;

test('selects what is certain and new, nothing else', () => {
  const upload = uploadOf(
    read('Korma', 895),
    read('Rogan Josh', 1050, { confidence: 0.5 }),
    read('Dal', null),
    read('Pilau Rice', 350),
  );
  const entries = toEntries(upload, [onMenu('pilau rice', 325)], 'GBP');
  expect(entries.map(({ name, isSelected }) => [name, isSelected])).toEqual([
    ['Korma', true],
    ['Rogan Josh', false],
    ['Dal', false],
    ['Pilau Rice', false],
  ]);
});

const sizes = [
  { name: 'Small', price_amount: 850 },
  { name: 'Large', price_amount: 1250 },
];
const entryOf = (name: string, price: string, of: ReviewEntry['sizes'] = []) => ({ name, price, sizes: of });

test('keeps the sizes of a dish together', () => {
  const [entry] = toEntries(uploadOf(read('Margherita', 850, { variants: sizes })), [], 'GBP');
  expect(entry).toMatchObject({
    name: 'Margherita',
    sizes: [
      { name: 'Small', price: '8.50' },
      { name: 'Large', price: '12.50' },
    ],
    isSelected: true,
  });
});

test('tells new, changed and missing dishes apart', () => {
  const present = [onMenu('Crème Brûlée', 600), onMenu('Trifle', 500)];
  expect(compare(entryOf('CREME BRULEE', '6.50'), present, 'GBP').kind).toBe('price');
  expect(compare(entryOf('Creme brulee', '6.00'), present, 'GBP').kind).toBe('same');
  expect(compare(entryOf('Cheesecake', '6.00'), present, 'GBP').kind).toBe('new');
  const entries = toEntries(uploadOf(read('Creme brulee', 650)), present, 'GBP');
  expect(findMissing(entries, present).map(({ name }) => name)).toEqual(['Trifle']);
});

test('compares each size with the variant of its name', () => {
  const pizza = { ...onMenu('Margherita', 850), variants: sizes } as MenuItem; // the fields that it reads
  const read2 = (price: string) => entryOf('Margherita', '', [{ name: 'large', price }]);
  expect(compare(read2('12.50'), [pizza], 'GBP').kind).toBe('same');
  expect(compare(read2('13.50'), [pizza], 'GBP').kind).toBe('price');
  expect(compare(entryOf('Margherita', '9.00'), [pizza], 'GBP').kind).toBe('same');
  expect(compare(read2('8.50'), [onMenu('Margherita', 850)], 'GBP').kind).toBe('price');
});

test('is not ready without a name or a price for each size', () => {
  expect(isReady(entryOf('Soup', '4.50'), 'GBP')).toBe(true);
  expect(isReady(entryOf(' ', '4.50'), 'GBP')).toBe(false);
  expect(isReady(entryOf('Soup', 'four'), 'GBP')).toBe(false);
  expect(isReady(entryOf('Pizza', '', [{ name: 'Small', price: '' }]), 'GBP')).toBe(false);
});
