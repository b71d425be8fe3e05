import { expect, test } from 'vitest';
import { matchRoute, routes } from './routes.ts';

test('a fixed word in a path wins over a parameter', () => {
  expect(matchRoute('/restaurant/menu/upload')).toEqual({ path: '/restaurant/menu/upload', params: {} });
});

test('the parts of a path arrive decoded under their names', () => {
  expect(matchRoute('/restaurant/menu/m1/category/a%20b')).toEqual({
    path: '/restaurant/menu/:menuId/category/:categoryId',
    params: { menuId: 'm1', categoryId: 'a b' },
  });
});

test('a broken escape in an address is taken as it stands', () => {
  expect(matchRoute('/restaurant/orders/%zz')?.params).toEqual({ orderId: '%zz' });
});

test('an unknown path has no route', () => {
  expect(matchRoute('/restaurant/nothing')).toBeNull();
});

test('every path finds itself, with or without a slash at its end', () => {
  for (const path of Object.keys(routes)) {
    const filled = path.replaceAll(/:\w+/g, 'x');
    expect(matchRoute(filled)?.path).toBe(path);
    if (path !== '/') expect(matchRoute(`${filled}/`)?.path).toBe(path);
  }
});
