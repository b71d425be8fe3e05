// @vitest-environment happy-dom
import { act } from 'react';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { beforeEach, expect, test, vi } from 'vitest';
import { ownChannels } from '../../../contract/orders/order-channel.ts';
import type { MenuBook } from '../../../contract/menu/calls.ts';
import type { FormProps } from '../../components/dialogs/FormDialog.tsx';
import { book } from '../../../tests/support/rows.ts';
import { rendered } from '../../../tests/components/rendered.ts';
import { BookDialog } from './BookDialog.tsx';

const made = vi.hoisted(() => ({ bodies: [] as Partial<MenuBook>[] }));
vi.mock('../../data/mutate.ts', () => ({
  mutate: (_definition: unknown, { body }: { body: Partial<MenuBook> }) => void made.bodies.push(body),
}));
// The library's dialog is animated, which needs a real screen.
vi.mock('../../components/dialogs/FormDialog.tsx', () => ({
  FormDialog: ({ children, submitLabel, onDo }: FormProps) => (
    <div>
      {children}
      <button type="button" onClick={onDo}>
        {submitLabel}
      </button>
    </div>
  ),
}));

beforeEach(() => void (made.bodies = []));

const dialog = (of: MenuBook | null) =>
  rendered(
    <FluentProvider theme={webLightTheme}>
      <BookDialog book={of} nextPlace={0} usualTaxMode="exclusive" onClose={() => undefined} />
    </FluentProvider>,
  );

test('a new menu is sent with the tax mode of the tax settings, so that it is the same offline', () => {
  const screen = dialog(null);
  screen.type(screen.place.querySelector('input')!, 'Lunch');
  screen.press('Add menu');
  expect(made.bodies).toMatchObject([{ name: 'Lunch', tax_mode: 'exclusive' }]);
});

test('a menu that exists keeps its own', () => {
  const screen = dialog({ ...book, tax_mode: 'inclusive' });
  screen.type(screen.place.querySelector('input')!, 'Supper');
  screen.press('Save menu');
  expect(made.bodies).toEqual([{ name: 'Supper' }]);
});

test('a menu is for the order types that are ticked, in the order of the list', () => {
  const screen = dialog({ ...book, order_types: ['delivery'] });
  const tick = (label: string) =>
    act(() => [...screen.place.querySelectorAll('label')].find((one) => one.textContent === label)!.click());
  tick('Dine in');
  tick('Pickup');
  screen.press('Save menu');
  expect(made.bodies).toEqual([{ order_types: ['pickup', 'delivery', 'dine_in'] }]);
});

test('a menu without a choice is sold everywhere: all are ticked, and one stays', () => {
  const screen = dialog(book);
  const boxes = () =>
    [...screen.place.querySelectorAll('fieldset')]
      .find((one) => one.textContent.startsWith('Where it is sold'))!
      .querySelectorAll('input');
  expect([...boxes()].every(({ checked }) => checked)).toBe(true);
  for (const at of boxes().keys()) act(() => boxes()[at]!.click());
  expect([...boxes()].filter(({ checked }) => checked)).toHaveLength(1);
  screen.press('Save menu');
  expect(made.bodies).toEqual([{ channels: [ownChannels.at(-1)] }]);
});

test('order types that are ticked and cleared again are not sent', () => {
  const screen = dialog({ ...book, order_types: [] });
  const label = [...screen.place.querySelectorAll('label')].find((one) => one.textContent === 'Delivery')!;
  act(() => label.click());
  act(() => label.click());
  screen.press('Save menu');
  expect(made.bodies).toEqual([]);
});
