import { describe, expect, test } from 'vitest';
import { opens, permissionFor } from './opens.ts';
import { roleIds, type Role } from '../../contract/people/permissions.ts';

const whoOpens = (address: string): Role[] => roleIds.filter((role) => opens(role, address));

describe('opens', () => {
  test.each<[string, Role[]]>([
    ['/restaurant/orders', ['owner', 'manager', 'cashier', 'waiter', 'kitchen', 'accountant']],
    ['/restaurant/orders/7?view=kitchen', ['owner', 'manager', 'cashier', 'waiter', 'kitchen', 'accountant']],
    ['/restaurant/orders?view=kitchen', ['owner', 'manager', 'cashier', 'waiter', 'kitchen']],
    ['/restaurant/orders?view=counter', ['owner', 'manager', 'cashier', 'waiter']],
    ['/restaurant/orders?view=reservations', ['owner', 'manager', 'cashier', 'waiter']],
    ['/restaurant/insights', ['owner', 'manager', 'accountant']],
    ['/restaurant/menu', ['owner', 'manager']],
    ['/restaurant/menu?view=availability', ['owner', 'manager', 'cashier', 'waiter', 'kitchen']],
    ['/restaurant/menu/1/category/2', ['owner', 'manager']],
    ['/restaurant/payments', ['owner', 'manager', 'cashier', 'waiter', 'accountant']],
    ['/restaurant/customers', ['owner', 'manager', 'cashier', 'waiter']],
    ['/restaurant/customers?tab=promotions', ['owner', 'manager']],
    ['/restaurant/settings', ['owner', 'manager', 'cashier', 'waiter', 'kitchen', 'accountant']],
    ['/restaurant/settings?tab=hours', ['owner', 'manager']],
    ['/restaurant/settings?tab=wallet', ['owner', 'manager', 'accountant']],
    ['/restaurant/settings?tab=people', ['owner', 'manager']],
  ])('%s for %j', (address, allowed) => expect(whoOpens(address)).toEqual(allowed));

  test('opens what is no page of the app for everybody', () => {
    for (const path of ['/logout', '/join?token=1', '/restaurant/nothing', '/restaurant'])
      expect(permissionFor(path, '')).toBeNull();
  });

  test('asks for the permission of the page for a view that it does not know', () => {
    for (const search of ['?view=constructor', '?tab=__proto__', '?view='])
      expect(permissionFor('/restaurant/menu', search)).toBe('menu.edit');
  });
});
