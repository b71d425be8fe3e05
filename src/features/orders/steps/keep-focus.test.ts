// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { soon } from '../../../../tests/support/soon.ts';
import { keepFocus } from './keep-focus.ts';

const row = (id: string, step: string | null) =>
  `<div data-row="${id}"><a href="#${id}">${id}</a>${step ? `<button data-step="${step}">${step}</button>` : ''}</div>`;
const focused = () => document.activeElement?.textContent;
const draw = (...rows: string[]) => {
  document.body.innerHTML = rows.join('');
};
const press = (id: string) => {
  document.querySelector<HTMLElement>(`[data-row=${id}] button`)!.focus();
  keepFocus(id);
};

test.each([
  ['its own number, when the step was its last', [row('a', null), row('b', 'ready')], 'a'],
  ['its own next step', [row('a', 'completed'), row('b', 'ready')], 'completed'],
  ['the next row, when its own is gone', [row('b', 'ready'), row('c', 'ready')], 'b'],
])('moves to %s', async (_, after, expected) => {
  draw(row('a', 'ready'), row('b', 'ready'), row('c', 'ready'));
  press('a');
  draw(...after);
  await soon(async () => expect(focused()).toBe(expected));
});

test('moves to the row before when the last one is gone, and leaves another focus alone', async () => {
  draw(row('a', 'ready'), row('b', 'ready'));
  press('b');
  draw(row('a', 'ready'));
  await soon(async () => expect(focused()).toBe('a'));
  draw(row('a', 'ready'), row('b', 'ready'), '<input value="x">');
  press('b');
  document.querySelector('input')!.focus();
  document.querySelector('[data-row=b]')!.remove();
  await Promise.resolve();
  expect(document.activeElement?.tagName).toBe('INPUT');
});
