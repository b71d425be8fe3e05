// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AnswerTime } from '../../src/features/orders/AnswerTime.tsx';
import { setServerOffset } from '../../src/lib/server-now.ts';
import { rendered } from './rendered.ts';

const DAY_MS = 24 * 3_600_000;

afterEach(() => {
  setServerOffset(0);
  vi.useRealTimers();
});

test('the time to answer follows the server’s clock, also if that is known only later (R44)', () => {
  const now = Date.parse('2026-11-20T19:00:00.000Z');
  vi.useFakeTimers({ now: now + DAY_MS });
  const order = { order_status: 'pending', answer_by_at: new Date(now + 600_000).toISOString() } as const;
  const { text } = rendered(<AnswerTime order={order} />);
  expect(text()).toContain('Time is up');
  act(() => setServerOffset(-DAY_MS, now + DAY_MS));
  expect(text()).toContain('10 min left');
});
