// @vitest-environment happy-dom
import { act } from 'react';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { rendered } from '../../../../tests/components/rendered.ts';
import { current } from '../../../../contract/subscriptions/calls.ts';
import { describeFailure } from './labels.ts';
import { send } from '../../../api/send.ts';
import { SubscriptionTab } from './SubscriptionTab.tsx';

vi.mock('../../../api/send.ts');
vi.mock('../../../session/use-restaurant.ts', () => ({ useRestaurant: () => ({ timezone: 'Europe/London' }) }));

const none = { ok: true as const, data: { is_available: true, subscription: null } };
const started = {
  ok: true as const,
  data: {
    is_available: true,
    subscription: {
      plan_id: 'starter_month',
      status: 'trialing',
      trial_ends_at: '2026-12-12T10:00:00.000Z',
      current_period_end_at: '2026-12-12T10:00:00.000Z',
      cancel_at_period_end: false,
      payment_method_label: null,
    } as never, // the fields that are shown
  },
};

/** What the server says of the subscription from now on; there are no invoices. */
const answer = (state: { ok: true; data: object }) =>
  vi.mocked(send).mockImplementation(async (call) => (call === current ? state : { ok: true, data: [] }) as never);

beforeEach(() => {
  vi.useFakeTimers();
  answer(none);
});
afterEach(() => void vi.useRealTimers());

async function show(search: string) {
  const { hook, searchHook } = memoryLocation({ path: `/restaurant/settings${search}` });
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <Router hook={hook} searchHook={searchHook}>
        <SubscriptionTab />
      </Router>
    </FluentProvider>,
  );
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  await pass(0);
  return { ...page, pass };
}
const isOffered = (page: { button(name: RegExp): HTMLButtonElement }) =>
  page.button(/^Subscribe to Starter/).getAttribute('aria-disabled') !== 'true';

test('waits for a subscription that was just paid for, and begins no second one', async () => {
  const page = await show('?tab=subscription&subscribed=1');
  expect(page.text()).toContain('Stripe is confirming your subscription.');
  expect(isOffered(page)).toBe(false);
  answer(started);
  await page.pass(5000);
  expect(page.text()).not.toContain('Stripe is confirming');
  expect(page.text()).toContain('Starter');
});

test('offers the plans again when nothing came of it', async () => {
  const page = await show('?tab=subscription&subscribed=1');
  for (let times = 0; times < 12; times++) await page.pass(5000);
  expect(page.text()).toContain('You have no subscription yet.');
  expect(isOffered(page)).toBe(true);
});

test('says that nothing was changed only after a refusal', () => {
  const failure = (kind: 'offline' | 'refused', code: string) =>
    describeFailure({ ok: false, kind, error: { code, message: 'Your card was declined.' } } as never);
  expect(failure('refused', 'provider_refused')).toEqual({
    title: 'Nothing was changed',
    detail: 'Your card was declined.',
  });
  expect(failure('refused', 'provider_unavailable').title).toBe('Stripe did not answer');
  expect(failure('offline', 'offline').title).toBe('The server did not answer');
});
