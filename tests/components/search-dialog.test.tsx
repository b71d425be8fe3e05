// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PinFor } from '../../contract/kitchen-mode/calls.ts';
import { closeDb, openFor } from '../../src/data/current.ts';
import { SearchDialog } from '../../src/features/search/SearchDialog.tsx';
import { readFilters } from '../../src/features/orders/list/filters.ts';
import { order } from '../support/rows.ts';
import { rendered } from './rendered.ts';

afterEach(() => {
  act(() => closeDb());
  history.replaceState(null, '', '/');
});

/** The dialog on a device with these customers and orders. */
async function opened(names: string[], lock: PinFor | null = null, orders: ReturnType<typeof order>[] = []) {
  const { db } = openFor(crypto.randomUUID(), 'restaurant');
  await db.open();
  await db.table('customers').bulkPut(
    names.map((name, i) => ({
      id: `c${i}`,
      name,
      phone: `+44770090014${i}`,
      phone_raw: null,
      email: null,
      tags: [],
      orders_count: 1,
      last_order_at: null,
    })),
  );
  await db.orders.bulkPut(orders);
  const [onOrdering, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const shell = {
    places: [],
    role: 'owner' as const,
    lock,
    onOrdering,
    onNews: () => undefined,
    onUnsent: () => undefined,
    onHelp: () => undefined,
  };
  const dialog = rendered(<SearchDialog {...shell} onClose={onClose} />);
  const field = dialog.place.querySelector('input')!;
  const options = () => [...dialog.place.querySelectorAll<HTMLElement>('[role=option]')];
  return {
    ...dialog,
    field,
    onOrdering,
    onClose,
    options,
    search: async (typed: string, done: string | RegExp) => {
      dialog.type(field, typed);
      const state = () => dialog.place.querySelector('[aria-live]')?.textContent;
      for (let tries = 0; tries < 200 && !state()?.match(done); tries++)
        await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
      expect(state()).toMatch(done);
    },
    key: (key: string) => act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))),
    chosen: () => options().filter((option) => option.getAttribute('aria-selected') === 'true'),
  };
}

test('the arrows choose an option of the listbox, and Enter opens it', async () => {
  const dialog = await opened(['Zoë Brontë', 'Zoe Turing']);
  await dialog.search('ZOE', '2 results');
  expect(dialog.field.getAttribute('role')).toBe('combobox');
  expect(dialog.options()).toHaveLength(2);
  expect([...dialog.place.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Zoë', 'Zoe']);
  const [first, second] = dialog.options();
  expect(dialog.chosen()).toEqual([first]);
  dialog.key('ArrowDown');
  expect(dialog.chosen()).toEqual([second]);
  expect(dialog.field.getAttribute('aria-activedescendant')).toBe(second!.id);
  dialog.key('ArrowDown');
  dialog.key('ArrowUp');
  const name = dialog.chosen()[0]!.textContent;
  dialog.key('Enter');
  expect(dialog.onClose).toHaveBeenCalledOnce();
  expect(location.search).toBe(name.startsWith('Zoë') ? '?customer=c0' : '?customer=c1');
});

test('what was opened comes first the next time, and an action runs', async () => {
  const dialog = await opened(['Ann One', 'Ann Two', 'Ann Three']);
  await dialog.search('ann two', '1 result');
  dialog.key('Enter');
  await dialog.search('ann', '3 results');
  expect(dialog.options()[0]!.textContent).toContain('Ann Two');
  await dialog.search('pause', '1 result');
  dialog.key('Enter');
  expect(dialog.onOrdering).toHaveBeenCalledOnce();
});

test('the link to all orders opens them with what was typed', async () => {
  const { customer } = order(600);
  const dialog = await opened(
    [],
    null,
    Array.from({ length: 9 }, (_, n) => order(600 + n, { customer: { ...customer, name: 'Nora Webb' } })),
  );
  await dialog.search('nora webb', '9 results');
  const all = dialog.options().find((option) => option.textContent.includes('See all 9 in Orders'))!;
  act(() => all.click());
  expect(readFilters(location.search)).toMatchObject({ search: 'nora webb', date: 'all', status: null });
});

test('says when nothing matches', async () => {
  const dialog = await opened(['Ann']);
  await dialog.search('xyzzy', /Nothing on this device matches “xyzzy”/);
  expect(dialog.options()).toEqual([]);
});

test('a locked kitchen tablet gets no settings and no way out', async () => {
  const dialog = await opened(['Ann'], 'money');
  await dialog.search('log out', /Nothing on this device/);
  await dialog.search('bank', /Nothing on this device/);
  await dialog.search('ann', '1 result');
});
