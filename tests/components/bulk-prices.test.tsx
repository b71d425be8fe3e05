// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { beforeEach, expect, test, vi } from 'vitest';
import { newItem } from '../../contract/menu/new-rows.ts';
import type { FormProps } from '../../src/components/dialogs/FormDialog.tsx';
import { BulkPriceDialog } from '../../src/features/menu/bulk/BulkPriceDialog.tsx';
import { chunksOf } from '../../src/features/menu/bulk/save-bulk.ts';
import { rendered } from './rendered.ts';

const made = vi.hoisted(() => ({
  bodies: [] as { items: object[] }[],
  toasts: [] as { title: string; undo?: () => void }[],
}));
vi.mock('../../src/data/mutate.ts', () => ({
  mutate: (_definition: unknown, { body }: { body: { items: object[] } }) => void made.bodies.push(body),
}));
// The library's dialog is animated, which needs a real screen.
vi.mock('../../src/components/dialogs/FormDialog.tsx', () => ({
  FormDialog: ({ children, submitLabel, onDo }: FormProps) => (
    <div>
      {children}
      <button type="button" onClick={onDo}>
        {submitLabel}
      </button>
    </div>
  ),
}));
vi.mock('../../src/ui/page/toast.ts', () => ({
  showToast: (toast: { title: string }) => void made.toasts.push(toast),
}));

beforeEach(() => {
  made.bodies = [];
  made.toasts = [];
});

const item = (id: string, price_amount: number) =>
  newItem(
    { name: `Dish ${id}`, price_amount },
    { id, at: '2026-11-20T19:42:00.000Z', actor: null, version: 1 },
    {
      bookId: 'b',
      categoryId: 'c',
      currency: 'GBP',
    },
  );

const cells = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
test('shows each price before and after, stores them absolute, and takes them back', () => {
  const screen = rendered(
    <FluentProvider theme={webLightTheme}>
      <BulkPriceDialog
        items={[item('1', 1150), item('2', 0)]}
        currency="GBP"
        onDone={() => undefined}
        onClose={() => undefined}
      />
    </FluentProvider>,
  );
  expect(cells()).toEqual(['Dish 1£11.50£11.50', 'Dish 2£0.00£0.00']);
  screen.type(document.querySelector('input[inputmode=decimal]')!, '10');
  expect(cells()).toEqual(['Dish 1£11.50£12.65', 'Dish 2£0.00£0.00']);
  expect(document.body.textContent).toContain('1 stay as they are.');
  screen.press('Change 1 price');
  expect(made.bodies).toEqual([{ items: [{ id: '1', price_amount: 1265, expected_price_amount: 1150 }] }]);
  expect(made.toasts[0]?.title).toBe('1 price changed');
  made.toasts[0]?.undo?.();
  expect(made.bodies[1]).toEqual({ items: [{ id: '1', price_amount: 1150, expected_price_amount: 1265 }] });
});

test('divides an edit by the limits of a call', () => {
  const many = Array.from({ length: 250 }, (_, i) => ({ id: `item ${i}`, tax_rate_bp: 500 }));
  expect(chunksOf(many).map(({ length }) => length)).toEqual([100, 100, 50]);
  const long = Array.from({ length: 3 }, (_, i) => ({ id: `item ${i}`, kitchen_station: 'x'.repeat(40_000) }));
  expect(chunksOf(long).map(({ length }) => length)).toEqual([2, 1]);
});
