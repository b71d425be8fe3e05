// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Column } from '../../src/components/DataTable.tsx';
import { ListScreen } from '../../src/components/ListScreen.tsx';
import { rendered } from './rendered.ts';

interface Supplier {
  id: string;
  name: string;
}
interface Filters {
  search: string;
  page: number;
  limit: number;
  sort: { field: 'name'; descending: boolean };
}

const complete = { gate: 'open', isComplete: true, nextTryAt: null, lastPullAt: '2026-11-20T12:04:00.000Z' };
const now = vi.hoisted(() => ({ sync: {} as object, tryNow: vi.fn<() => void>() }));
vi.mock('../../src/sync/runtime/client.ts', () => ({
  tryNow: now.tryNow,
  useSyncState: () => now.sync,
  isFirstLoad: (sync: { isComplete: boolean }) => !sync.isComplete,
}));
vi.mock('../../src/session/use-restaurant.ts', () => ({ useRestaurant: () => ({ timezone: 'Europe/London' }) }));

beforeEach(() => void (now.sync = complete));

const columns: Column<Supplier, 'name'>[] = [{ head: 'Name', sort: 'name', width: 90, cell: ({ name }) => name }];
const suppliers = Array.from({ length: 20 }, (_, at) => ({ id: `s${at}`, name: `Supplier ${at}` }));
const change = vi.fn<(patch: Partial<Filters>) => void>();

/** All that a new list has to bring, besides its line in the routes. */
const list = (all: Supplier[] | undefined, { search = '', matching = all ?? [], page = 1 } = {}) => (
  <ListScreen
    nouns={{ one: 'supplier', many: 'suppliers' }}
    all={all}
    matching={matching}
    filters={{ search, page, limit: 15, sort: { field: 'name', descending: false } }}
    change={change}
    placeholder="Name"
    empty={{ icon: null, title: 'No suppliers yet', hint: 'Add the first.' }}
    columns={columns}
    renderCard={({ id, name }) => <li key={id}>{name}</li>}
  />
);

test('shows a page of rows, counts them and turns pages', () => {
  const screen = rendered(list(suppliers));
  expect(screen.place.querySelectorAll('tbody tr[data-row]')).toHaveLength(15);
  expect(screen.text()).toContain('1–15 of 20');
  screen.press('Next page');
  expect(change).toHaveBeenLastCalledWith({ page: 2 });
  // The last row of a page may be gone: the last page takes its place.
  screen.rerender(list(suppliers, { page: 9 }));
  expect(screen.place.querySelectorAll('tbody tr[data-row]')).toHaveLength(5);
});

test('sorts by the head that is pressed', () => {
  rendered(list(suppliers)).press('Name');
  expect(change).toHaveBeenLastCalledWith({ sort: { field: 'name', descending: true } });
});

test('says what was searched when nothing matches, and clears it', () => {
  const screen = rendered(list(suppliers, { search: 'fish', matching: [] }));
  expect(screen.text()).toContain('No supplier matches “fish”');
  expect(screen.text()).toContain('20 suppliers are hidden by these filters.');
  screen.press('Clear filters');
  expect(change).toHaveBeenLastCalledWith({ search: '' });
});

test('shows grey rows while rows load, and the next step when there are none', () => {
  now.sync = { ...complete, isComplete: false };
  const screen = rendered(list([]));
  expect(screen.place.querySelectorAll('tbody[aria-hidden] tr')).toHaveLength(10);
  now.sync = complete;
  screen.rerender(list([], { page: 2 }));
  expect(screen.text()).toContain('No suppliers yetAdd the first.');
});

test('says offline as of when, and what has not reached this device', () => {
  now.sync = { ...complete, gate: 'offline' };
  const screen = rendered(list([]));
  expect(screen.text()).toContain('Add the first. As of 12:04.');
  now.sync = { ...complete, gate: 'offline', isComplete: false };
  screen.rerender(list([], { page: 2 }));
  expect(screen.text()).toContain('Suppliers have not reached this device');
});

test('says that the server refused, and asks again', () => {
  now.sync = { ...complete, gate: 'backoff', isComplete: false };
  const screen = rendered(list([]));
  expect(screen.text()).toContain('The server could not list the suppliers');
  screen.press('Try again');
  expect(now.tryNow).toHaveBeenCalledOnce();
});
