import { describe, expect, test } from 'vitest';
import type { PinFor } from '../../../contract/kitchen-mode/calls.ts';
import type { Role } from '../../../contract/people/permissions.ts';
import { hrefOf, isClosed, openPlaces, placesFor } from './nav-items.ts';

const shownTo = (role: Role, lock: PinFor | null = null) => {
  const { groups, last, inBar } = placesFor({ role, lock });
  return {
    drawer: [...groups.flatMap(({ places }) => places), ...last].map(({ label }) => label),
    bar: inBar.map(({ label }) => label),
  };
};

describe('the places of the navigation', () => {
  test('are all there for the owner', () => {
    expect(shownTo('owner')).toEqual({
      drawer:
        'Insights Orders Reservations Chats Menu Inventory Customers Website Payments Channels Chatbot Settings Help'.split(
          ' ',
        ),
      bar: ['Orders', 'Menu', 'Chats', 'Insights'],
    });
    expect(shownTo('owner', 'money')).toEqual(shownTo('owner'));
  });

  test.each<[Role, string[], string[]]>([
    [
      'waiter',
      ['Orders', 'Reservations', 'Menu', 'Customers', 'Payments', 'Settings', 'Help'],
      ['Orders', 'Menu', 'Reservations', 'Customers'],
    ],
    ['kitchen', ['Orders', 'Menu', 'Settings', 'Help'], ['Orders', 'Menu']],
    ['accountant', ['Insights', 'Orders', 'Payments', 'Settings', 'Help'], ['Orders', 'Insights', 'Payments']],
  ])('are fewer for the role %s', (role, drawer, bar) => expect(shownTo(role)).toEqual({ drawer, bar }));

  test('lead to the availability board where the menu is not edited', () => {
    const menu = placesFor({ role: 'owner', lock: null }).groups[1]!.places[0]!;
    expect(hrefOf(menu, { role: 'manager', lock: null })).toBe('/restaurant/menu');
    for (const standing of [
      { role: 'waiter', lock: null },
      { role: 'owner', lock: 'money' as const },
    ] as const) {
      expect(hrefOf(menu, standing)).toBe('/restaurant/menu?view=availability');
      expect(isClosed(menu, standing)).toBe(false);
    }
  });

  test('are offered by the search without those that need a PIN', () => {
    expect(openPlaces({ role: 'kitchen', lock: 'money' as const }).map(({ label }) => label)).toEqual([
      'Orders',
      'Menu',
    ]);
  });
});
