// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { rendered } from '../../../tests/components/rendered.ts';
import { someInsights } from '../../../tests/support/insights.ts';
import { id } from '../../../tests/support/rows.ts';
import css from './insights.module.css';
import { PeriodFigures } from './PeriodFigures.tsx';

const server = vi.hoisted(() => ({ answer: {} as unknown, asked: [] as unknown[] }));
vi.mock('../../api/send.ts', () => ({
  send: async (call: { path: string }, { query }: { query: unknown }) => {
    if (call.path === '/dashboard/insights') server.asked.push(query);
    return server.answer;
  },
}));

const restaurant = { id: id(1), timezone: 'Europe/London', business_day_cutoff_time: '04:00' } as Restaurant;

beforeEach(() => {
  localStorage.clear();
  server.answer = { ok: true, data: someInsights() };
  server.asked.length = 0;
});

async function show(address: string) {
  history.replaceState(null, '', address);
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <PeriodFigures restaurant={restaurant} now={Date.parse('2026-11-20T18:00:00.000Z')} />
    </FluentProvider>,
  );
  await act(async () => undefined);
  const choose = async (label: string, value: string) => {
    const select = page.place.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)!;
    select.value = value;
    page.fire(select, 'change');
    await act(async () => undefined);
  };
  return { ...page, choose };
}

test('an address names the days and what they are compared with', async () => {
  const page = await show('/restaurant/insights?date=2026-11-19..2026-11-20&compare_date=2025-11-20..2025-11-21');
  expect(server.asked).toEqual([{ date: '2026-11-19..2026-11-20', compare_date: '2025-11-20..2025-11-21' }]);
  // The server says what it compared with.
  expect(page.text()).toContain('than the same days a week before');
});

test('another comparison is chosen, and goes along to another period', async () => {
  const page = await show('/restaurant/insights?date=2026-11-19..2026-11-20');
  await page.choose('Compared with', '2025-11-20..2025-11-21');
  await page.choose('Period', '2026-11-20');
  await page.choose('Compared with', '2026-11-13');
  expect(server.asked).toEqual([
    { date: '2026-11-19..2026-11-20' },
    { date: '2026-11-19..2026-11-20', compare_date: '2025-11-20..2025-11-21' },
    { date: '2026-11-20', compare_date: '2025-11-21' },
    { date: '2026-11-20' },
  ]);
  expect(location.search).toBe('?date=2026-11-20');
});

test('any two days are chosen', async () => {
  const page = await show('/restaurant/insights?date=2026-11-20');
  await page.choose('Period', 'other');
  const [from, to] = [...page.place.querySelectorAll<HTMLInputElement>('input[type="date"]')];
  page.type(from!, '2026-10-25');
  page.type(to!, '2026-10-24');
  expect(page.text()).toContain('Must not be before the first day.');
  page.type(to!, '2026-10-26');
  page.press('Show these days');
  await act(async () => undefined);
  expect(location.search).toBe('?date=2026-10-25..2026-10-26');
  expect(server.asked.at(-1)).toEqual({ date: '2026-10-25..2026-10-26' });
});

test('each chart is beside its table, one of them for paper only', async () => {
  const page = await show('/restaurant/insights?date=2026-11-19..2026-11-20');
  const hidden = () =>
    [...page.place.querySelectorAll(`.${css.onPaper}`)].map((one) => (one.querySelector('svg') ? 'chart' : 'table'));
  expect(page.place.querySelectorAll('svg[role="img"]')).toHaveLength(2);
  expect(hidden()).toEqual(['table', 'table']);
  page.press('Show as table');
  expect(hidden()).toEqual(['chart', 'table']);
});
