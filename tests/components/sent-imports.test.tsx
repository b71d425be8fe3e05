// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SentCustomers } from '../../src/features/customers/import/SentCustomers.tsx';
import { SentOrders } from '../../src/features/settings/data/orders/SentOrders.tsx';
import { rendered } from './rendered.ts';

const send = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('../../src/api/send.ts', () => ({ send }));
vi.mock('../../src/sync/runtime/client.ts', () => ({ useIsOnline: () => true }));

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset();
  // The document rejects a promise of each cancelled animation, which nobody awaits; browsers do not.
  vi.spyOn(Animation.prototype, 'cancel').mockReturnValue(undefined);
});
afterEach(() => void vi.useRealTimers());

const unknown = { ok: false, kind: 'refused', status: 404, error: { code: 'not_found', message: 'Not found' } };
const common = { import_id: 'i', file_name: 'list.csv', failed: 0, errors: [], errors_csv_url: null, created_at: '' };
const customers = (status: string, rows_done = 0) => ({
  ok: true,
  data: { ...common, status, rows_done, rows_total: 1200, created: 1200, updated: 0, skipped: 0 },
});

/** What the screen says after each answer. */
async function textsOf(screen: ReactNode, answers: unknown[]): Promise<string[]> {
  for (const answer of answers) send.mockResolvedValueOnce(answer);
  const { text } = rendered(screen);
  const texts: string[] = [];
  for (const [at] of answers.entries()) {
    await act(() => vi.advanceTimersByTimeAsync(at === 0 ? 0 : 1000));
    texts.push(text());
  }
  return texts;
}

test('an import of customers waits for its file, tells how far it is, and is read no more when it is done', async () => {
  const answers = [unknown, customers('running', 500), customers('done', 1200)];
  const texts = await textsOf(<SentCustomers id="i" />, answers);
  expect(texts).toEqual([
    expect.stringContaining('The file is being sent …'),
    expect.stringContaining('500 of 1,200 rows imported'),
    expect.stringContaining('list.csv has been imported'),
  ]);
  expect(texts[2]).toContain('Added1,200');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(send).toHaveBeenCalledTimes(3);
});

test('an import that failed says why', async () => {
  const errors = [{ row: 1, column: null, code: 'file_unreadable', message: 'The file is empty.' }];
  const { data } = customers('failed');
  expect(await textsOf(<SentCustomers id="i" />, [{ ok: true, data: { ...data, errors } }])).toEqual([
    'Nothing was imported. The file is empty.',
  ]);
});

test('an import of orders that the server does not know is over', async () => {
  const [text] = await textsOf(<SentOrders id="i" onLeave={() => {}} />, [unknown]);
  expect(text).toContain('The import was not finished.');
});
