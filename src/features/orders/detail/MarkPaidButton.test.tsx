// @vitest-environment happy-dom
import { act } from 'react';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../../contract/orders/calls.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { order } from '../../../../tests/support/rows.ts';
import { soon } from '../../../../tests/support/soon.ts';
import { MarkPaidButton } from './MarkPaidButton.tsx';

const mutate = vi.hoisted(() => vi.fn<(mutation: unknown, args: { path: object; body: object }) => void>());
vi.mock('../../../data/mutate.ts', async (original) => ({ ...(await original<object>()), mutate }));
beforeEach(() => {
  mutate.mockReset();
  // The document rejects a promise of each cancelled animation, which nobody awaits; browsers do not.
  vi.spyOn(Animation.prototype, 'cancel').mockReturnValue(undefined);
});

const owes = (n: number, due_amount: number, fields: Partial<Order> = {}): Order =>
  order(n, { order_status: 'completed', due_amount, ...fields });

test('marks the orders that owe something as paid, each with what it owes', async () => {
  const done = vi.fn<() => void>();
  const orders = [owes(1, 1800), owes(2, 0), owes(3, 950), owes(4, 700, { order_status: 'cancelled' })];
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <MarkPaidButton orders={orders} onDone={done} />
    </FluentProvider>,
  );
  await act(async () => page.button('Mark 2 orders as paid').click());
  const dialog = await soon(async () => {
    await act(async () => undefined);
    const form = document.querySelector<HTMLFormElement>('[role=dialog] form');
    if (!form) throw new Error('The dialog is not open');
    return form;
  });
  expect(dialog.textContent).toContain('£27.50');
  const method = dialog.querySelector('select')!;
  act(() => {
    method.value = 'card';
    method.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await act(async () => void dialog.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  expect(mutate.mock.calls.map(([, { path, body }]) => [path, body])).toEqual([
    [{ id: orders[0]!.id }, { id: expect.any(String), method: 'card', amount: 1800 }],
    [{ id: orders[2]!.id }, { id: expect.any(String), method: 'card', amount: 950 }],
  ]);
  expect(done).toHaveBeenCalledOnce();
});

test('offers nothing when nothing is owed', () => {
  const page = rendered(<MarkPaidButton orders={[owes(1, 0)]} />);
  expect(page.text()).toBe('');
});
