// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../tests/components/rendered.ts';
import { soon } from '../../../tests/support/soon.ts';
import { session } from '../../session/session.ts';
import { useAutoPrint } from './use-auto-print.ts';

const code = vi.hoisted(() => ({ isThere: true, faults: [] as string[] }));
vi.mock('../../routes.ts', () => ({
  autoPrint: async () => {
    if (!code.isThere) throw new Error('no network');
    return () => 'printing';
  },
}));
vi.mock('../navigation/after-first-screen.ts', () => ({
  afterFirstScreen: (task: () => void) => {
    task();
    return () => undefined;
  },
}));
vi.mock('../../ui/page/toast.ts', () => ({ showFault: (title: string) => void code.faults.push(title) }));

afterEach(() => {
  session.printer = null;
});

function Shell() {
  const printing = useAutoPrint();
  return printing && createElement(printing);
}

test('prints on every page of a device with a printer, from the moment that it is chosen', async () => {
  const page = rendered(<Shell />);
  expect(page.text()).toBe('');
  act(() => void (session.printer = 'pass'));
  await soon(() => expect(page.text()).toBe('printing'));
  act(() => void (session.printer = null));
  await soon(() => expect(page.text()).toBe(''));
});

test('says so where its code does not come', async () => {
  code.isThere = false;
  session.printer = 'pass';
  rendered(<Shell />);
  await soon(() => expect(code.faults).toEqual(['Tickets are not printed']));
});
