// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { moved } from '../../contract/menu/places.ts';
import { SortHandle } from '../../src/components/sorting/SortHandle.tsx';
import { useSorting } from '../../src/components/sorting/use-sorting.ts';
import { rendered } from './rendered.ts';

/** A list whose owner orders it. */
function Dishes() {
  const [ids, setIds] = useState(['Dal', 'Korma', 'Naan']);
  const { list, move } = useSorting<HTMLUListElement>({
    ids,
    onMove: (id, to) => setIds(moved(ids, ids.indexOf(id), to)),
  });
  return (
    <ul ref={list}>
      {ids.map((id, at) => (
        <li key={id} data-sort={id}>
          <SortHandle />
          {id}
          {(['up', 'down'] as const).map((direction) => (
            <button
              key={direction}
              type="button"
              aria-label={`Move ${id} ${direction}`}
              data-move={direction}
              disabled={direction === 'up' ? at === 0 : at === ids.length - 1}
              onClick={() => move(id, direction)}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}

const press = (screen: ReturnType<typeof rendered>, name: string) => {
  act(() => screen.button(name).focus());
  screen.press(name);
};
const focused = () => document.activeElement?.getAttribute('aria-label');

test('moves a row by its buttons and keeps the focus with it', () => {
  const screen = rendered(<Dishes />);
  press(screen, 'Move Naan up');
  expect(screen.text()).toBe('DalNaanKorma');
  expect(focused()).toBe('Move Naan up');
  press(screen, 'Move Naan up');
  expect(screen.text()).toBe('NaanDalKorma');
  // At the top there is no direction up: the focus must not fall out of the list.
  expect(focused()).toBe('Move Naan down');
  press(screen, 'Move Naan down');
  expect(screen.text()).toBe('DalNaanKorma');
  expect(focused()).toBe('Move Naan down');
});
