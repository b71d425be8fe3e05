// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { HeaderActions } from '../../src/components/HeaderActions.tsx';
import { rendered } from './rendered.ts';

const action = (label: string) => ({ label, icon: <svg />, onDo: vi.fn<() => void>() });
const wide = (count: number, width: number, stays?: string) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: /min/.test(query) ? width >= parseFloat(query.slice(12)) : width <= parseFloat(query.slice(12)),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const more = ['Walk-in', 'Settings', 'Export']
    .slice(0, count)
    .map((one) => ({ ...action(one), stays: one === stays }));
  const { place } = rendered(<HeaderActions main={action('Reserve')} more={more} />);
  return [...place.querySelectorAll('button')].map((one) => one.textContent || `(${one.getAttribute('aria-label')})`);
};

test('two more actions are buttons on a desktop, and a menu where they have no room', () => {
  expect(wide(2, 1280)).toEqual(['Walk-in', 'Settings', 'Reserve']);
  expect(wide(3, 1280)).toEqual(['(More actions)', 'Reserve']);
  expect(wide(2, 1024)).toEqual(['(More actions)', 'Reserve']);
  expect(wide(2, 390)).toEqual(['(More actions)', '(Reserve)']);
  expect(wide(0, 390)).toEqual(['(Reserve)']);
});

test('what is needed at once stays a button on a tablet', () => {
  expect(wide(2, 1024, 'Walk-in')).toEqual(['Walk-in', '(More actions)', 'Reserve']);
  expect(wide(2, 640, 'Walk-in')).toEqual(['(Walk-in)', '(More actions)', '(Reserve)']);
});
