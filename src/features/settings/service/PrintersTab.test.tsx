// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Printer, Restaurant } from '../../../../contract/restaurant/rows.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { session } from '../../../session/session.ts';
import { PrintersTab } from './PrintersTab.tsx';

const made = vi.hoisted(() => ({ bodies: [] as { printers?: Printer[] }[], puts: [] as { key: string }[] }));
vi.mock('../../../data/mutate.ts', () => ({
  mutate: (_definition: unknown, { body }: { body: { printers?: Printer[] } }) => void made.bodies.push(body),
}));
vi.mock('../../../data/current.ts', async (original) => ({
  ...(await original<object>()),
  currentDb: () => ({ printed: { put: async (row: { key: string }) => void made.puts.push(row) } }),
}));

const pass: Printer = { id: 'pass', name: 'Pass', paper_width: 80, auto_print: ['kitchen'], copies: 1 };
const show = (printers: Printer[] | null) =>
  rendered(
    <FluentProvider theme={webLightTheme}>
      <PrintersTab restaurant={{ id: 'r', printers } as Restaurant} />
    </FluentProvider>,
  );
const choose = (select: HTMLSelectElement, value: string) =>
  act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });

beforeEach(() => {
  made.bodies = [];
  made.puts = [];
  session.printer = null;
  sessionStorage.clear();
});

test('saves a new printer with its paper, copies and what it prints by itself', async () => {
  const page = show(null);
  page.press('Add a printer');
  page.press(/^Save/);
  expect(page.text()).toContain('Required');
  expect(made.bodies).toEqual([]);
  const [name, copies] = page.place.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])');
  page.type(name!, 'Bar');
  page.type(copies!, '9');
  page.press(/^Save/);
  expect(page.text()).toContain('Enter a number from 1 to 5');
  page.type(copies!, '2');
  await choose(page.place.querySelector('select[name$=width]')!, '58');
  act(() => page.place.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[1]!.click());
  page.press(/^Save/);
  expect(made.bodies).toMatchObject([
    { printers: [{ name: 'Bar', paper_width: 58, copies: 2, auto_print: ['kitchen', 'receipt'] }] },
  ]);
});

test('a device chooses its printer by itself, and prints from then on', async () => {
  const page = show([pass]);
  await choose(page.place.querySelector('select[name=this_printer]')!, 'pass');
  expect([session.printer, made.puts.map(({ key }) => key), made.bodies]).toEqual(['pass', ['since'], []]);
  await choose(page.place.querySelector('select[name=this_printer]')!, '');
  expect(session.printer).toBeNull();
});
