// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Ratings } from '../../../contract/dashboard/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { rendered } from '../../../tests/components/rendered.ts';
import { id } from '../../../tests/support/rows.ts';
import { RatingsCard } from './RatingsCard.tsx';

const AT = '2026-11-20T18:00:00.000Z';
const restaurant = { id: id(1), timezone: 'Europe/London' } as Restaurant;
const server = vi.hoisted(() => ({ answer: {} as unknown }));
vi.mock('../../api/send.ts', () => ({ send: async () => server.answer }));

beforeEach(() => localStorage.clear());

const many = (count: number): Ratings => ({
  as_of: AT,
  count,
  average: 4.5,
  by_rating: [0, 0, 0, 1, count - 1],
  ratings: Array.from({ length: count }, (_, n) => ({
    order_id: id(n + 10),
    order_no: String(n + 1),
    customer_id: n === 0 ? null : id(n + 100),
    customer_name: n === 0 ? '' : `Guest ${n}`,
    rating: 5,
    comment: `Said ${n}`,
    rated_at: AT,
  })),
});

async function show() {
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <RatingsCard restaurant={restaurant} now={Date.parse(AT)} />
    </FluentProvider>,
  );
  await act(async () => undefined);
  return page;
}

test('lists the newest ratings with their orders, and more on request', async () => {
  server.answer = { ok: true, data: many(7) };
  const page = await show();
  expect(page.text()).toContain('4.5 of 5 on average, from 7 ratings: very good 6, good 1');
  const items = () => [...page.place.querySelectorAll('li')].map((item) => item.textContent);
  expect(items()).toHaveLength(5);
  expect(items()[0]).toMatch(/^Very good: Said 0Order #1 · Unknown customer/);
  expect(page.place.querySelectorAll('a[href*="customer="]')).toHaveLength(4);
  page.press('Show the newest 7');
  expect(items()).toHaveLength(7);
});

test('offline shows the figures that the server gave last; no name or comment stays on the device', async () => {
  server.answer = { ok: true, data: many(2) };
  await show();
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Guest 1|Said/);
  server.answer = { ok: false, kind: 'offline', error: { code: 'offline', message: '' } };
  const page = await show();
  expect(page.text()).toContain('from 2 ratings:');
  expect(page.text()).toContain('As of');
});
