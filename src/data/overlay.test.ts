import { describe, expect, test } from 'vitest';
import type { Row } from '../../contract/entity.ts';
import { dish, id } from '../../tests/support/rows.ts';
import { makeOverlay } from './overlay.ts';

const korma = dish(100);
const cost = (price_amount: number) => (row: Row | null) => row && { ...row, price_amount };
const mutation = (key: string, change: (row: Row | null) => Row | null) => ({
  key,
  table: 'menu_items' as const,
  ids: [korma.id],
  change,
});

describe('the overlay', () => {
  test('shows a mutation and leaves other rows identical (R19)', () => {
    const overlay = makeOverlay(() => 0);
    const startedAt = overlay.count();
    overlay.add(mutation('a', cost(1)));
    expect(overlay.over('menu_items', korma.id, korma, startedAt)).toEqual({
      ...korma,
      price_amount: 1,
      _sync: { op_ids: ['a'] },
    });
    const other = dish(101);
    expect(overlay.over('menu_items', other.id, other, startedAt)).toBe(other);
  });

  test('shows several mutations of one row in order', () => {
    const overlay = makeOverlay(() => 0);
    overlay.add(mutation('a', cost(1)));
    overlay.add(mutation('b', cost(2)));
    const row = overlay.over('menu_items', korma.id, korma, 0);
    expect(row).toMatchObject({ price_amount: 2, _sync: { op_ids: ['a', 'b'] } });
  });

  test('shows created rows and hides deleted ones', () => {
    const overlay = makeOverlay(() => 0);
    overlay.add({ ...mutation('a', () => dish(900)), ids: [id(900)] });
    overlay.add(mutation('b', () => null));
    expect(overlay.over('menu_items', id(900), null, 0)).toMatchObject({ name: 'Dish 900' });
    expect(overlay.over('menu_items', korma.id, korma, 0)).toBeNull();
  });

  test('masks queries that began before the commit (R9)', () => {
    const overlay = makeOverlay(() => 0);
    overlay.add(mutation('a', cost(1)));
    const before = overlay.count();
    overlay.commit('a');
    expect(overlay.over('menu_items', korma.id, korma, before)).toMatchObject({ price_amount: 1 });
  });

  test('never masks queries that began after the commit (R9)', () => {
    const overlay = makeOverlay(() => 0);
    overlay.add(mutation('a', cost(1)));
    overlay.commit('a');
    const fromServer = { ...korma, price_amount: 77, version: 9 };
    expect(overlay.over('menu_items', korma.id, fromServer, overlay.count())).toBe(fromServer);
  });

  test('does not apply a mutation twice to a row', () => {
    const overlay = makeOverlay(() => 0);
    overlay.add(mutation('a', (row) => row && { ...row, sort_order: (row as typeof korma).sort_order + 1 }));
    const stored = { ...korma, sort_order: 1, _sync: { op_ids: ['a'] } };
    expect(overlay.over('menu_items', korma.id, stored, 0)).toBe(stored);
  });

  test('shows no mutation over a later stored one (R6)', () => {
    const overlay = makeOverlay(() => 0);
    overlay.add(mutation('a', cost(1)));
    overlay.add(mutation('b', cost(2)));
    overlay.add(mutation('c', (row) => row && { ...row, sort_order: 7 }));
    const stored = { ...korma, price_amount: 2, _sync: { op_ids: ['b'] } };
    expect(overlay.over('menu_items', korma.id, stored, 0)).toEqual({
      ...stored,
      sort_order: 7,
      _sync: { op_ids: ['b', 'c'] },
    });
  });

  test('forgets a dropped mutation and notifies listeners', () => {
    const overlay = makeOverlay(() => 0);
    let told = 0;
    const leave = overlay.subscribe(() => (told += 1));
    overlay.add(mutation('a', cost(1)));
    overlay.drop('a');
    expect(told).toBe(2);
    expect(overlay.over('menu_items', korma.id, korma, 0)).toBe(korma);
    leave();
    overlay.add(mutation('b', cost(1)));
    expect(told).toBe(2);
  });

  test('shows the row unchanged if the mutation throws', () => {
    const overlay = makeOverlay(() => 0);
    overlay.add(
      mutation('a', () => {
        throw new Error('not_found');
      }),
    );
    expect(overlay.over('menu_items', korma.id, korma, 0)).toBe(korma);
  });

  test('keeps a committed mutation while older rows are shown (R9)', () => {
    let now = 0;
    let startedAt = 0;
    const overlay = makeOverlay(() => now);
    overlay.subscribe(() => undefined, { table: 'menu_items', startedAt: () => startedAt });
    overlay.add(mutation('a', () => null));
    overlay.commit('a');
    // The device has slept.
    now = 3_600_000;
    overlay.add({ ...mutation('b', cost(3)), ids: [id(101)] });
    expect(overlay.over('menu_items', korma.id, korma, startedAt)).toBeNull();
    startedAt = overlay.count();
    overlay.add({ ...mutation('c', cost(4)), ids: [id(101)] });
    expect(overlay.over('menu_items', korma.id, korma, 0)).toBe(korma);
  });

  test('keeps uncommitted mutations and lets committed ones expire', () => {
    let now = 0;
    const overlay = makeOverlay(() => now);
    overlay.add(mutation('stuck', cost(1)));
    overlay.add(mutation('kept', (row) => row && { ...row, sort_order: 5 }));
    overlay.commit('kept');
    now = 3_600_000;
    overlay.add({ ...mutation('other', cost(3)), ids: [id(101)] });
    expect(overlay.over('menu_items', korma.id, korma, 0)).toEqual({
      ...korma,
      price_amount: 1,
      _sync: { op_ids: ['stuck'] },
    });
  });
});
