// @vitest-environment happy-dom
import { FluentProvider, Input, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { FormDialog } from '../../src/components/dialogs/FormDialog.tsx';
import { FormDrawer } from '../../src/components/dialogs/FormDrawer.tsx';
import { rendered } from './rendered.ts';

// An animation that is cancelled would reject after its test.
Element.prototype.animate = () =>
  ({ finished: Promise.resolve(), cancel() {}, play() {}, pause() {}, finish() {}, persist() {} }) as never; // what is read of it

function show(Form: typeof FormDrawer) {
  const onDo = vi.fn<() => boolean | 'next'>(() => false);
  const onClose = vi.fn<() => void>();
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <Form title="A dish" submitLabel="Save item" onDo={onDo} onClose={onClose}>
        <Input aria-label="Name" />
        <button type="button">Add a size</button>
      </Form>
    </FluentProvider>,
  );
  const all = () => [...document.querySelectorAll('button')];
  const press = (name: string) =>
    act(async () =>
      all()
        .find((one) => (one.ariaLabel ?? one.textContent) === name)!
        .click(),
    );
  const escape = () =>
    act(
      async () =>
        void document
          .querySelector('input')!
          .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
    );
  const isAsked = () => document.querySelector('[role=alertdialog]') !== null;
  const isThere = () => document.querySelector('form') !== null;
  return { ...page, onDo, onClose, press, escape, isAsked, isThere };
}

for (const [name, Form] of Object.entries({ FormDialog, FormDrawer })) {
  test(`${name}: Escape asks before it throws away what was typed`, async () => {
    vi.useFakeTimers();
    const { type, press, escape, isAsked, onClose } = show(Form);
    type(document.querySelector('input')!, 'Lamb korma');
    await escape();
    expect([isAsked(), onClose.mock.calls.length]).toEqual([true, 0]);
    await press('Keep editing');
    expect([isAsked(), document.querySelector('input')!.value]).toEqual([false, 'Lamb korma']);
    await escape();
    await press('Discard');
    await act(async () => vi.runAllTimers());
    expect(onClose).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  test(`${name}: a form in which nothing was entered closes at once`, async () => {
    vi.useFakeTimers();
    const { escape, isAsked, onClose } = show(Form);
    await escape();
    expect(isAsked()).toBe(false);
    await act(async () => vi.runAllTimers());
    expect(onClose).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  test(`${name}: a press inside, such as one that adds a size, counts as entered`, async () => {
    const { press, escape, isAsked } = show(Form);
    await press('Add a size');
    await escape();
    expect(isAsked()).toBe(true);
  });
}

test('FormDialog: what is stored is not asked about, though the form stays for more', async () => {
  vi.useFakeTimers();
  const { onDo, type, press, escape, isAsked, onClose } = show(FormDialog);
  onDo.mockReturnValue('next');
  type(document.querySelector('input')!, '28.75');
  await press('Save item');
  await escape();
  expect(isAsked()).toBe(false);
  await act(async () => vi.runAllTimers());
  expect(onClose).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
