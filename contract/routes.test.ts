import { expect, test } from 'vitest';
import { matchRoute, routes } from './routes.ts';

test('fixed segments win over parameters', () => {
  expect(matchRoute('/restaurant/menu/upload')).toEqual({ path: '/restaurant/menu/upload', params: {} });
});

test('path parameters arrive decoded by name', () => {
  expect(matchRoute('/restaurant/menu/m1/category/a%20b')).toEqual({
    path: '/restaurant/menu/:menuId/category/:categoryId',
    params: { menuId: 'm1', categoryId: 'a b' },
  });
});

test('a malformed escape is kept as it is', () => {
  expect(matchRoute('/restaurant/orders/%zz')?.params).toEqual({ orderId: '%zz' });
});

test('an unknown path has no route', () => {
  expect(matchRoute('/restaurant/nothing')).toBeNull();
});

test('every path matches itself, trailing slash or not', () => {
  for (const path of Object.keys(routes)) {
    const filled = path.replaceAll(/:\w+/g, 'x');
    expect(matchRoute(filled)?.path).toBe(path);
    if (path !== '/') expect(matchRoute(`${filled}/`)?.path).toBe(path);
  }
});
