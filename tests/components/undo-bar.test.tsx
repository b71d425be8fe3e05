// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UndoBar } from '../../src/features/orders/kitchen/UndoBar.tsx';
import { rendered } from './rendered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('the message after an undo disappears under a resting pointer', () => {
  const onClose = vi.fn<() => void>();
  const bar = rendered(<UndoBar told={{ id: 1, title: '#101 is ready', undo: () => undefined }} onClose={onClose} />);
  bar.fire(bar.button('Undo'), 'pointerover');
  pass(20_000);
  expect(onClose).not.toHaveBeenCalled();
  // Its button disappears under the pointer, so no pointer event says that it has left.
  bar.rerender(<UndoBar told={{ id: 2, title: '#101 is back' }} onClose={onClose} />);
  pass(5_000);
  expect(onClose).toHaveBeenCalledOnce();
});

test('what came too late to be undone has no tick', () => {
  const signOf = (isRefused: boolean) =>
    rendered(
      <UndoBar told={{ id: 1, title: 'Too late to undo', isRefused }} onClose={() => undefined} />,
    ).place.querySelector('svg')?.outerHTML;
  expect(signOf(true)).not.toBe(signOf(false));
});
