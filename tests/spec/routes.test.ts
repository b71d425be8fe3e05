import { expect, test } from 'vitest';
import { matchRoute, routes, type RoutePath } from '../../contract/routes.ts';
import { screens } from '../../src/routes.ts';
import { added, specified } from './routes.ts';

const known = specified.filter(([path]) => path !== '*');

test('has exactly the specified routes with their guards, and the added ones', () => {
  expect(known.length).toBe(42);
  expect(Object.entries(routes).map(([path, { guard }]) => [path, guard])).toEqual(
    expect.arrayContaining([...known, ...added].map((line) => [...line])),
  );
  expect(Object.keys(routes).length).toBe(known.length + added.length);
});

test('every route but the root redirect has a screen', () => {
  const paths = [...known, ...added].map(([path]) => path).filter((path) => path !== '/');
  expect(Object.keys(screens).toSorted()).toEqual(paths.toSorted());
  expect(routes['/'].redirect).toBe('/login');
});

test('fallback routes share the failed-payment page or insights', () => {
  expect(screens['/failed']).toBe(screens['/failure']);
  for (const path of ['/restaurant/integrations', '/restaurant/help'] as const)
    expect(screens[path]).toBe(screens['/restaurant/insights']);
});

test('static segments win over parameters; a trailing slash changes nothing', () => {
  for (const [path] of [...known, ...added]) {
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, `${name} 7 & ü`]));
    const address = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
    expect(matchRoute(address)).toEqual({ path, params });
    if (path !== '/') expect(matchRoute(`${address}/`)?.path).toBe(path as RoutePath);
  }
});

test.each([
  '/nothing',
  '/restaurant/nothing',
  '/Login',
  '/login/x',
  '//login',
  '/restaurant//orders',
  '/restaurant/menu/7',
  '',
])('%j matches no route', (path) => expect(matchRoute(path)).toBeNull());
