// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Payment } from '../../../contract/payments/rows.ts';
import { rendered } from '../../../tests/components/rendered.ts';
import * as api from '../../api/send.ts';
import { RefundDialog } from './RefundDialog.tsx';

vi.mock('../../api/send.ts');
const send = vi.mocked(api.send);
beforeEach(() => {
  send.mockReset();
  // The document rejects a promise of each cancelled animation, which nobody awaits; browsers do not.
  vi.spyOn(Animation.prototype, 'cancel').mockReturnValue(undefined);
});

const payment = {
  id: 'p-1',
  payment_no: 'P-7',
  provider: 'stripe',
  currency: 'GBP',
  amount: 3600,
  refunded_amount: 600,
  payment_status: 'partially_refunded',
  refunds: [{ id: 'r-1', amount: 600, refund_status: 'succeeded' }],
} as unknown as Payment;
const refusedAs = (code: string, message: string) => ({
  ok: false as const,
  kind: 'refused' as const,
  status: 422,
  error: { code, message },
});

async function refund(answer: Awaited<ReturnType<typeof api.send>>) {
  send.mockResolvedValue(answer);
  const closed = vi.fn<() => void>();
  rendered(
    <FluentProvider theme={webLightTheme}>
      <RefundDialog payment={payment} onClose={closed} />
    </FluentProvider>,
  );
  await act(async () => {
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  return { shown: document.body.textContent, closed };
}

test('offers what is left, and names what was given back before', async () => {
  await refund({ ok: true, data: {} } as never);
  expect(send.mock.calls[0]![1]).toMatchObject({
    path: { id: 'p-1' },
    body: { amount: 3000, expected_refunded_amount: 600, reason: 'customer_request' },
  });
});

test('an answer that is lost is not called a failure', async () => {
  const { shown, closed } = await refund({
    ok: false,
    kind: 'offline',
    status: null,
    error: { code: 'offline' },
  } as never);
  expect(shown).toContain('It may have refunded it anyway');
  expect(closed).not.toHaveBeenCalled();
});

test.each([
  [refusedAs('refund_conflict', 'x'), 'refunded on another device meanwhile'],
  [refusedAs('payment_not_refundable', 'x'), 'refunded already'],
  [refusedAs('provider_refused', 'The charge is disputed'), 'The charge is disputed. Nothing was refunded.'],
  [refusedAs('provider_unavailable', 'Stripe does not answer'), 'Stripe does not answer. Nothing was refunded.'],
])('a refusal says why and keeps the dialog: %j', async (answer, words) => {
  const { shown, closed } = await refund(answer);
  expect(shown).toContain(words);
  expect(closed).not.toHaveBeenCalled();
});
