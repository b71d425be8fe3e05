// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SentMenu } from '../../contract/menu/upload-calls.ts';
import type { Result } from '../../src/api/send.ts';
import { SentUploads } from '../../src/features/menu/upload/SentUploads.tsx';
import { id } from '../support/rows.ts';
import { rendered } from './rendered.ts';

const seen = vi.hoisted(() => ({
  isOnline: true,
  answer: null as Result<SentMenu[]> | null,
}));
vi.mock('../../src/sync/runtime/client.ts', () => ({ useIsOnline: () => seen.isOnline }));
vi.mock('../../src/features/menu/upload/requests.ts', () => ({ listUploads: () => Promise.resolve(seen.answer) }));
vi.mock('../../src/ui/use-minute.ts', () => ({ useMinute: () => Date.parse('2026-11-20T18:30:00.000Z') }));

const sent: SentMenu[] = [
  { id: id(3), status: 'uploaded', pages_done: 0, pages_count: null, created_at: '2026-11-20T18:29:30.000Z' },
  { id: id(2), status: 'reading', pages_done: 1, pages_count: 4, created_at: '2026-11-20T18:25:00.000Z' },
  { id: id(1), status: 'needs_review', pages_done: 2, pages_count: 2, created_at: '2026-11-18T12:00:00.000Z' },
];
const offline = { ok: false, kind: 'offline' } as Result<SentMenu[]>;

beforeEach(() => {
  localStorage.clear();
  seen.isOnline = true;
  seen.answer = { ok: true, data: sent } as Result<SentMenu[]>;
});

async function open() {
  const screen = rendered(<SentUploads restaurantId={id(900)} />);
  await act(() => Promise.resolve());
  return screen;
}
const rowsOf = ({ place }: { place: HTMLElement }) =>
  [...place.querySelectorAll('li')].map((row) => [row.textContent, row.querySelector('a')?.getAttribute('href')]);

test('menus that were sent are listed with state, age and link', async () => {
  const to = (n: number) => `/restaurant/menu/upload?upload=${id(n)}`;
  expect(rowsOf(await open())).toEqual([
    ['Waiting to be readSent 0 min ago', to(3)],
    ['Reading, 1 of 4 pagesSent 5 min ago', to(2)],
    ['Ready for your reviewSent 2 d ago', to(1)],
  ]);
});

test('offline the list says what the server had', async () => {
  await open();
  seen.isOnline = false;
  seen.answer = offline;
  const screen = await open();
  expect(rowsOf(screen)).toHaveLength(3);
  expect(screen.text()).toContain('You are offline. This is what the server had when you last looked.');
});

test('without menus there is no list', async () => {
  seen.answer = { ok: true, data: [] } as unknown as Result<SentMenu[]>;
  expect((await open()).place.innerHTML).toBe('');
});
