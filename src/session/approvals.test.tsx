// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { id } from '../../tests/support/rows.ts';
import { rendered } from '../../tests/components/rendered.ts';
import type { Sign } from '../../contract/kitchen-mode/proof.ts';
import { askApproval, useCanAsk, useQuestion } from './approvals.ts';
import { lockKitchen } from './kitchen-mode.ts';
import { unlockKitchen } from './unlock.ts';
import { session } from './session.ts';

const sign: Sign = () => ({ person: 'p', name: 'P', proof: 'proof' });
function Asked() {
  const question = useQuestion();
  return (
    question && (
      <p>
        {question.what}, {question.permission}
        <button type="button" onClick={() => question.answer(sign)}>
          Approve
        </button>
        <button type="button" onClick={() => question.answer(null)}>
          Not now
        </button>
      </p>
    )
  );
}
const CanAsk = () => (useCanAsk() ? 'can ask' : 'cannot ask');

beforeEach(() => {
  Object.assign(session, { kitchenMode: { pinFor: 'money' }, authToken: 'token' });
});
afterEach(() =>
  act(async () => {
    lockKitchen();
    Object.assign(session, { kitchenMode: null, authToken: null });
  }),
);

const ask = (what: string) => act(async () => ({ answer: askApproval('orders.cancel', what) }));
function asked() {
  const shown = rendered(<Asked />);
  const press = async (name: string) => {
    shown.press(name);
    await act(async () => undefined);
  };
  return { ...shown, press };
}

test('shows a question until it is answered', async () => {
  const shown = asked();
  expect(shown.text()).toBe('');
  const { answer } = await ask('Cancel order #12');
  expect(shown.text()).toContain('Cancel order #12, orders.cancel');
  await shown.press('Approve');
  expect(await answer).toBe(sign);
  expect(shown.text()).toBe('');
});

test('a question that nobody approves is answered with null', async () => {
  const shown = asked();
  const { answer } = await ask('Cancel order #12');
  await shown.press('Not now');
  expect(await answer).toBeNull();
  expect(shown.text()).toBe('');
});

test('the next question takes the place of an open one, which nobody approved', async () => {
  const shown = asked();
  const first = await ask('Cancel order #12');
  const second = await ask('Refund £5.00');
  expect(await first.answer).toBeNull();
  expect(shown.text()).toContain('Refund £5.00');
  expect(shown.text()).not.toContain('#12');
  await shown.press('Approve');
  expect(await second.answer).toBe(sign);
});

test('somebody can be asked only while a PIN has opened the device', async () => {
  const shown = rendered(<CanAsk />);
  expect(shown.text()).toBe('cannot ask');
  await act(async () => unlockKitchen({ id: id(1), name: 'Mia', role: 'waiter' }, sign));
  expect(shown.text()).toBe('can ask');
  await act(async () => lockKitchen());
  expect(shown.text()).toBe('cannot ask');
});
