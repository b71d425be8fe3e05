// @vitest-environment happy-dom
import { act } from 'react';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { rendered } from '../../../tests/components/rendered.ts';
import { current, subscribe } from '../../../contract/subscriptions/calls.ts';
import { planOf, plans } from '../../../contract/subscriptions/plans.ts';
import type { Subscription } from '../../../contract/subscriptions/rows.ts';
import { changeText, describeFailure } from './labels.ts';
import { send } from '../../api/send.ts';
import { SubscriptionTab } from './SubscriptionTab.tsx';

vi.mock('../../api/send.ts');
vi.mock('../../session/use-restaurant.ts', () => ({ useRestaurant: () => ({ timezone: 'Europe/London' }) }));

const usage = { orders: 312, bot_messages: 40 };
const none = { ok: true as const, data: { is_available: true, subscription: null, usage } };
const started = {
  ok: true as const,
  data: {
    is_available: true,
    usage,
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
  // The document rejects a promise of each cancelled animation, which nobody awaits; browsers do not.
  vi.spyOn(Animation.prototype, 'cancel').mockReturnValue(undefined);
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

test('says what a change of plan costs and when, and asks before it is made', async () => {
  answer(started);
  const page = await show('?tab=subscription');
  const changes = () => vi.mocked(send).mock.calls.filter(([call]) => call === subscribe).length;
  await act(async () => {
    page.button(/^Change to Pro, £69.00 a month/).click();
    // It is loaded when it is first opened.
    await import('../../components/dialogs/FormDialog.tsx');
  });
  await page.pass(1000);
  expect(document.body.textContent).toContain('Nothing is charged now. £69.00 a month is charged from');
  expect(changes()).toBe(0);
  const form = document.querySelector('[role="dialog"] form')!;
  await act(async () => void form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  await page.pass(0);
  expect(changes()).toBe(1);
});

test('a change is charged at once only with another interval', () => {
  const open = { ...(started.data.subscription as Subscription), status: 'active' as const };
  const text = (id: string) => changeText(open, planOf(id)!, 'Europe/London', Date.parse('2026-11-20T18:30:00Z'));
  expect(text('pro_month')).toMatch(/^Nothing is charged now. The difference until then is on your next invoice/);
  expect(text('pro_year')).toMatch(/^£690.00 is charged now, less what is left of the period/);
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

test('shows what the month has of what the plan counts, and stops nothing', async () => {
  answer(started);
  const within = await show('?tab=subscription');
  expect(within.text()).toContain('This month so far: 312 of 1,000 orders, 40 of 500 messages of the chatbot.');
  expect(within.text()).not.toContain('more than Starter includes');
  answer({ ...started, data: { ...started.data, usage: { orders: 1001, bot_messages: 40 } } });
  expect((await show('?tab=subscription')).text()).toContain('That is more than Starter includes. Nothing stops');
});

test('a plan promises what is counted, and no people or restaurants', async () => {
  expect(plans.map(({ limits }) => [limits.staff, limits.locations])).toEqual(plans.map(() => [null, null]));
  expect((await show('?tab=subscription')).text()).toContain(
    'All features of GalleyUp to 1,000 orders a monthUp to 500 messages of the chatbot a month',
  );
});
