import { expect, test } from 'vitest';
import { moved, type Placed, placesOf } from './places.ts';

const list = (...keys: number[]): Placed[] => keys.map((sort_order, at) => ({ id: 'abcdefgh'[at]!, sort_order }));
const apply = (rows: readonly Placed[], places: readonly Placed[]) =>
  rows
    .map((row) => places.find(({ id }) => id === row.id) ?? row)
    .toSorted((a, b) => a.sort_order - b.sort_order)
    .map(({ id }) => id)
    .join('');

test('gives a moved row a key between its neighbours and leaves the others', () => {
  expect(placesOf(moved(list(0, 1, 2, 3), 3, 1))).toEqual([{ id: 'd', sort_order: 0.5 }]);
  expect(placesOf(moved(list(0, 1, 2, 3), 0, 2))).toEqual([{ id: 'a', sort_order: 2.5 }]);
  expect(placesOf(moved(list(0, 1, 2), 2, 0))).toEqual([{ id: 'c', sort_order: -1 }]);
  expect(placesOf(moved(list(0, 1, 2), 0, 2))).toEqual([{ id: 'a', sort_order: 3 }]);
  expect(placesOf(list(0, 1, 2))).toEqual([]);
});

test('orders any list, of equal keys too', () => {
  for (const keys of [
    [0, 0, 0, 0],
    [5, 1, 1, 7],
    [3, 2, 1, 0],
    [0, 0.5, 0.25, 9],
  ]) {
    const order = list(...keys);
    expect(apply(order, placesOf(order))).toBe('abcd');
  }
});

test('numbers the list afresh where neighbours lie too close', () => {
  let rows = list(0, 1, 2);
  let most = 0;
  for (let i = 0; i < 60; i += 1) {
    const places = placesOf(moved(rows, 2, 1));
    most = Math.max(most, places.length);
    rows = moved(rows, 2, 1).map((row) => places.find(({ id }) => id === row.id) ?? row);
    expect(rows.map(({ sort_order }) => sort_order)).toEqual(
      rows.map(({ sort_order }) => sort_order).toSorted((a, b) => a - b),
    );
    expect(new Set(rows.map(({ sort_order }) => sort_order)).size).toBe(3);
  }
  expect(most).toBe(3);
});

test('keeps the moves of two devices, and a row that was added meanwhile', () => {
  const rows = list(0, 1, 2, 3, 4);
  const first = placesOf(moved(rows, 4, 1)); // e after a
  const second = placesOf(moved(rows, 0, 3)); // a after d
  const added = { id: 'x', sort_order: 5 };
  expect(apply([...rows, added], [...first, ...second])).toBe('ebcdax');
  expect(apply([...rows, added], [...second, ...first])).toBe('ebcdax');
});
