// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FormProps } from '../../src/components/dialogs/FormDialog.tsx';
import { ItemDrawer } from '../../src/features/menu/item/ItemDrawer.tsx';
import { createGroup, createItem } from '../../src/features/menu/mutations.ts';
import * as filled from './filled-rows.ts';
import { rendered } from './rendered.ts';

const made = vi.hoisted(() => ({ list: [] as { definition: unknown; body: Record<string, unknown> }[] }));
vi.mock('../../src/data/mutate.ts', () => ({
  mutate: (definition: unknown, { body }: { body: Record<string, unknown> }) =>
    void made.list.push({ definition, body }),
}));
vi.mock('../../src/components/dialogs/FormDrawer.tsx', () => ({
  FormDrawer: ({ title, children, submitLabel, onDo, onClose }: FormProps) => (
    <section aria-label={title}>
      {children}
      <button type="button" onClick={() => onDo() && onClose()}>
        {submitLabel}
      </button>
    </section>
  ),
}));
beforeEach(() => void made.list.splice(0));

const form = () =>
  rendered(
    <ItemDrawer
      item={null}
      category={filled.category}
      restaurant={filled.restaurant}
      now={Date.parse('2026-11-20T19:30:00.000Z')}
      nextPlace={3}
      onClose={() => undefined}
    />,
  );
const fieldOf = (place: Element, label: string) => {
  const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label));
  return place.querySelector<HTMLInputElement>(`[id="${found!.htmlFor}"]`)!;
};
const bodyOf = (definition: unknown) => made.list.find((one) => one.definition === definition)!.body;

test('a price that was entered becomes that of the first size', () => {
  const { place, type, press } = form();
  type(fieldOf(place, 'Name'), 'Lamb korma');
  type(fieldOf(place, 'Price'), '9.50');
  press('Add a size');
  type(fieldOf(place.querySelector('li')!, 'Name'), 'Large');
  press('Add item');
  expect(bodyOf(createItem)).toMatchObject({
    pricing_type: 'variants',
    variants: [{ name: 'Large', price_amount: 950 }],
  });
});

test('a set of choices that is made in the form of a dish is one of the dish', async () => {
  const { place, type, press } = form();
  type(fieldOf(place, 'Name'), 'Lamb korma');
  type(fieldOf(place, 'Price'), '9.50');
  press('New set of choices');
  await vi.waitFor(() => expect(place.querySelector('[aria-label="New set of choices"]')).not.toBeNull());
  const drawer = place.querySelector('[aria-label="New set of choices"]')!;
  type(fieldOf(drawer, 'Name'), 'Sauce');
  press('Add a choice');
  type(fieldOf(drawer.querySelector('li')!, 'Name'), 'Mint');
  await act(async () => press('Add choices'));
  press('Add item');
  expect(bodyOf(createItem)).toMatchObject({ modifier_groups: [{ id: bodyOf(createGroup)['id'] }] });
});

test('a part opens when a field in it is to be corrected', () => {
  const { place, type, press } = form();
  const part = () => [...place.querySelectorAll('details')].find((one) => one.textContent.startsWith('Kitchen'))!;
  type(fieldOf(place, 'Name'), 'Lamb korma');
  type(fieldOf(place, 'Price'), '9.50');
  type(fieldOf(place, 'Preparation time'), 'soon');
  expect(part().open).toBe(false);
  press('Add item');
  expect([part().open, made.list]).toEqual([true, []]);
});
