// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { newRestaurant } from '../../../../server/auth/new-restaurant.ts';
import { TableCodesScreen } from './TableCodesScreen.tsx';

const shown = vi.hoisted(() => ({ restaurant: null as Restaurant | null, printed: [] as string[] }));
vi.mock('../../../session/use-restaurant.ts', () => ({ useRestaurant: () => shown.restaurant }));
vi.mock('../../../ui/paper.ts', () => ({
  printAlone: (element: HTMLElement, size: (height: number) => string) => {
    shown.printed.push(
      size(1000),
      ...[...element.querySelectorAll('svg')].map((svg) => svg.getAttribute('aria-label') ?? ''),
    );
  },
}));

const by = { kind: 'user' as const, id: 'u', name: 'u' };
const anchor = newRestaurant({ id: 'r', name: 'The Anchor', email: 'a@b.c', now: new Date(0), by });
const tables = (...names: string[]) => ({
  tables: {
    areas: [],
    tables: names.map((name) => ({ id: name, name, area_id: 'a' })),
  },
});

beforeEach(() => {
  shown.printed = [];
  localStorage.clear();
});

/** The codes are loaded with their encoder. */
const loaded = () => act(() => import('./Codes.tsx').then(() => new Promise((resolve) => setTimeout(resolve, 0))));

async function show(restaurant: Partial<Restaurant>) {
  shown.restaurant = { ...anchor, slug: 'the-anchor', ...restaurant };
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <TableCodesScreen />
    </FluentProvider>,
  );
  await loaded();
  return page;
}

test('prints a code of each table that the restaurant lists, with its name and the link in words', async () => {
  const page = await show({ reservation_settings: tables('10', '2') as never });
  const codes = [...page.place.querySelectorAll('li [role=img]')].map((svg) => svg.closest('li')!.textContent);
  expect(codes.map((text) => text.includes('The Anchor'))).toEqual([true, true]);
  expect(codes[0]).toMatch(/Table 2.*\/site\/the-anchor\?table=2$/);
  page.press('Print');
  expect(shown.printed).toEqual(['size: A4; margin: 10mm', 'QR code of table 2', 'QR code of table 10']);
});

test('takes typed names where the restaurant lists no tables, and keeps them', async () => {
  const page = await show({ reservation_settings: null });
  expect(page.button('Print').disabled).toBe(true);
  const field = page.place.querySelector('textarea')!;
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, '1-3');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await loaded();
  expect(page.place.querySelectorAll('svg[role=img]')).toHaveLength(3);
  const again = await show({ reservation_settings: null });
  expect(again.place.querySelector('textarea')!.value).toBe('1-3');
});
