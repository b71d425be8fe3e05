// @vitest-environment happy-dom
import { act } from 'react';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../../contract/orders/calls.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { order } from '../../../../tests/support/rows.ts';
import { soon } from '../../../../tests/support/soon.ts';
import { CompleteUnpaid } from './CompleteUnpaid.tsx';

const mutate = vi.hoisted(() => vi.fn<(mutation: unknown, args: { path: object; body: object }) => void>());
vi.mock('../../../data/mutate.ts', async (original) => ({ ...(await original<object>()), mutate }));
beforeEach(() => {
  mutate.mockReset();
  // The document rejects a promise of each cancelled animation, which nobody awaits; browsers do not.
  vi.spyOn(Animation.prototype, 'cancel').mockReturnValue(undefined);
});

const owes = (n: number, due_amount: number): Order => order(n, { order_status: 'ready', due_amount });
const complete = vi.fn<() => void>();

async function ask(orders: Order[]) {
  complete.mockReset();
  rendered(
    <FluentProvider theme={webLightTheme}>
      <CompleteUnpaid orders={orders} onComplete={complete} onClose={() => undefined} />
    </FluentProvider>,
  );
  return dialogWith('is not paid');
}

const dialogWith = (text: string) =>
  soon(async () => {
    await act(async () => undefined);
    const found = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((one) =>
      one.textContent.includes(text),
    );
    if (!found) throw new Error('The dialog is not open');
    return found;
  });

const press = (dialog: HTMLElement, name: string) =>
  act(async () => [...dialog.querySelectorAll('button')].find((one) => one.textContent === name)!.click());
const submit = (dialog: HTMLElement) =>
  act(
    async () =>
      void dialog.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

test('asks what becomes of the money, and completes unpaid', async () => {
  const dialog = await ask([owes(501, 3720), owes(502, 0)]);
  expect(dialog.textContent).toContain('£37.20 is not paid');
  expect([...dialog.querySelectorAll('button')].map((one) => one.textContent)).toEqual([
    'Cancel',
    'Complete unpaid',
    'Take payment',
  ]);
  await press(dialog, 'Complete unpaid');
  expect([complete.mock.calls.length, mutate.mock.calls.length]).toEqual([1, 0]);
});

test('takes the payment and completes after it', async () => {
  await submit(await ask([owes(501, 3720)]));
  const payment = await dialogWith('Payment for #501');
  expect(complete).not.toHaveBeenCalled();
  await submit(payment);
  expect(mutate.mock.calls.map(([, { body }]) => body)).toMatchObject([{ method: 'cash', amount: 3720 }]);
  expect(complete).toHaveBeenCalledOnce();
});

test('of several orders names what is due in all', async () => {
  const dialog = await ask([owes(501, 3720), owes(502, 280)]);
  expect(dialog.textContent).toContain('£40.00 is not paid');
  await submit(dialog);
  await submit(await dialogWith('Mark 2 orders as paid'));
  expect(mutate.mock.calls.map(([, { body }]) => body)).toMatchObject([{ amount: 3720 }, { amount: 280 }]);
  expect(complete).toHaveBeenCalledOnce();
});
