// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import type { FormProps } from '../../src/components/dialogs/FormDialog.tsx';
import { TakePaymentDialog } from '../../src/features/orders/detail/TakePaymentDialog.tsx';
import { order } from '../support/rows.ts';
import { rendered } from './rendered.ts';

const taken = vi.hoisted(() => ({ list: [] as object[], due: 5750 }));
vi.mock('../../src/data/mutate.ts', () => ({
  mutate: (_definition: unknown, { body }: { body: { amount: number } }) => {
    taken.list.push(body);
    taken.due -= body.amount;
  },
}));
vi.mock('../../src/data/live.ts', async (original) => ({
  ...(await original<object>()),
  useRow: () => order(500, { total_amount: 5750, due_amount: taken.due }),
}));
vi.mock('../../src/features/orders/detail/use-why-no-link.ts', () => ({ useWhyNoLink: () => 'Not set up' }));
vi.mock('../../src/components/dialogs/FormDialog.tsx', () => ({
  FormDialog: ({ children, submitLabel, onDo, onClose }: FormProps) => (
    <section>
      {children}
      <button type="button" onClick={() => onDo() === true && onClose()}>
        {submitLabel}
      </button>
    </section>
  ),
}));

test('a split bill shows what was paid and the change of each part, and what is left', async () => {
  const onClose = vi.fn<() => void>();
  const { press, text, place } = rendered(
    <TakePaymentDialog order={order(500, { total_amount: 5750, due_amount: 5750 })} onClose={onClose} />,
  );
  press('1 of 2');
  press('£30.00');
  await act(async () => press('Record £28.75'));
  expect(text()).toMatch(/1\. Cash, change £1\.25£28\.75.*£28\.75 is due/);
  expect(onClose).not.toHaveBeenCalled();
  press('Card');
  await act(async () => press('Record £28.75'));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(taken.list).toMatchObject([
    { method: 'cash', amount: 2875, tendered_amount: 3000 },
    { method: expect.stringMatching(/card/), amount: 2875 },
  ]);
  expect(place.querySelectorAll('ol li')).toHaveLength(1);
});
