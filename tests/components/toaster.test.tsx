// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { showRefused, showToast } from '../../src/ui/page/toast.ts';
import { Toaster } from '../../src/ui/page/Toaster.tsx';
import { rendered } from './rendered.ts';

test('what did not happen has another sign than what did', () => {
  const { place, text } = rendered(<Toaster isRaised={false} />);
  const sign = () => place.querySelector('svg')?.outerHTML;
  act(() => showToast({ title: '3 orders undone' }));
  const done = sign();
  act(() => showRefused('#148 is completed', 'Too late to undo.'));
  expect(text()).toContain('#148 is completed');
  expect(sign()).not.toBe(done);
});
