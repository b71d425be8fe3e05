// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { LabelBar } from '../../src/features/chats/LabelBar.tsx';
import { rendered } from './rendered.ts';

function open(labels: string[], isAdding = true) {
  const [onAdd, onRemove] = [vi.fn<(label: string) => void>(), vi.fn<(label: string) => void>()];
  const onDone = vi.fn<() => void>();
  const bar = rendered(
    <LabelBar
      labels={labels}
      known={['VIP', 'Catering']}
      isAdding={isAdding}
      onAdd={onAdd}
      onRemove={onRemove}
      onDone={onDone}
    />,
  );
  const add = (text: string) => {
    const field = bar.place.querySelector('input')!;
    bar.type(field, text);
    act(() => field.form!.requestSubmit());
  };
  return { ...bar, add, onAdd, onRemove, onDone };
}

test('a label is added once and removed by its button', () => {
  const bar = open(['VIP']);
  bar.add(' Late ');
  bar.add('vip');
  expect(bar.onAdd.mock.calls).toEqual([['Late']]);
  bar.press('Remove label VIP');
  expect(bar.onRemove).toHaveBeenCalledWith('VIP');
  expect(bar.onDone).not.toHaveBeenCalled();
  bar.add('');
  expect(bar.onDone).toHaveBeenCalledOnce();
});

test('other chats’ labels are offered, but not those that it has', () => {
  const { place } = open(['vip']);
  expect([...place.querySelectorAll('option')].map((option) => option.value)).toEqual(['Catering']);
});

test('a chat without labels takes no room, and a full one says so', () => {
  expect(open([], false).text()).toBe('');
  const full = open(Array.from({ length: 10 }, (_, i) => `Label ${i}`));
  expect([full.place.querySelector('input'), full.text()]).toEqual([
    null,
    expect.stringContaining('at most 10 labels'),
  ]);
});
