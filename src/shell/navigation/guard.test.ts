import { describe, expect, test } from 'vitest';
import { returnUrl } from '../../session/return-url.ts';
import { isAtHome } from '../../session/onboarding.ts';
import { decide } from './guard.ts';

const guest = { authToken: null, user: null, restaurant: null };
const filled = { name: 'Spice Route', address: '214 Coldharbour Lane', city: 'London', country_code: 'GB' };
const ravi = { email: 'ravi@spiceroute.example', is_email_verified: true };
const owner = { authToken: 't', user: ravi, restaurant: filled };

describe('a guest', () => {
  test('goes from a protected page to login, keeping the target', () => {
    expect(decide('/restaurant/orders', '?order_status=open', guest)).toEqual({
      kind: 'redirect',
      to: '/login?next=%2Frestaurant%2Forders%3Forder_status%3Dopen',
    });
  });
  test('sees login, register and the public pages', () => {
    for (const path of ['/login', '/register', '/restaurant', '/privacy-policy', '/logout'] as const) {
      expect(decide(path, '', guest)).toEqual({ kind: 'show', path });
    }
  });
  test('goes from the root to login', () => {
    expect(decide('/', '', guest)).toEqual({ kind: 'redirect', to: '/login' });
  });
});

test('loses a trailing slash but keeps query and site', () => {
  expect(decide('/restaurant/orders/', '?view=kitchen', owner)).toEqual({
    kind: 'redirect',
    to: '/restaurant/orders?view=kitchen',
  });
  expect(decide('/login/', '?next=%2Frestaurant%2Fmenu', guest)).toEqual({
    kind: 'redirect',
    to: '/login?next=%2Frestaurant%2Fmenu',
  });
  expect(decide('/restaurant/', '', guest)).toEqual({ kind: 'redirect', to: '/restaurant' });
  expect(decide('//login/', '', guest)).toEqual({ kind: 'not_found' });
  expect(decide('/restaurant//', '', guest)).toEqual({ kind: 'not_found' });
});

test('an unknown app path is a 404 inside the app', () => {
  const others = [
    guest,
    { ...owner, user: null },
    { ...owner, user: { ...ravi, is_email_verified: false } },
    { ...owner, restaurant: { ...filled, city: null } },
  ];
  expect([owner, ...others].map(isAtHome)).toEqual([true, false, false, false, false]);
});

describe('an owner', () => {
  test("goes from a guest-only page to the app's index", () => {
    expect(decide('/login', '', owner)).toEqual({ kind: 'redirect', to: '/restaurant/insights' });
  });
  test('returns to where the session ended', () => {
    expect(decide('/login', '?next=%2Frestaurant%2Forders%3Fpage%3D2', owner)).toEqual({
      kind: 'redirect',
      to: '/restaurant/orders?page=2',
    });
  });
  test('goes from /restaurant to insights', () => {
    expect(decide('/restaurant', '', owner)).toEqual({ kind: 'redirect', to: '/restaurant/insights' });
  });
  test('without loaded data is fetched first', () => {
    expect(decide('/restaurant/orders', '', { ...owner, user: null })).toEqual({ kind: 'fetch_user' });
  });
  test('with an unverified address verifies it first', () => {
    const unverified = { ...owner, user: { ...ravi, is_email_verified: false }, restaurant: { ...filled, city: null } };
    const verify = { kind: 'redirect', to: '/verify-email?email=ravi%40spiceroute.example' };
    for (const path of ['/restaurant/orders', '/complete', '/login'])
      expect(decide(path, '', unverified)).toEqual(verify);
    const own = '?email=ravi%40spiceroute.example';
    expect(decide('/verify-email', own, unverified)).toEqual({ kind: 'show', path: '/verify-email' });
    // The e-mail in the query is the account's own, whatever the address says.
    for (const query of ['', '?email=', '?email=somebody%40else.example'])
      expect(decide('/verify-email', query, unverified)).toEqual(verify);
  });
  test('completes the profile while any part is missing', () => {
    for (const field of ['address', 'name', 'country_code', 'city']) {
      const account = { ...owner, restaurant: { ...filled, [field]: '' } };
      expect(decide('/restaurant/orders', '', account)).toEqual({ kind: 'redirect', to: '/complete' });
      expect(decide('/complete', '', account)).toEqual({ kind: 'show', path: '/complete' });
    }
  });
  test('with everything done goes from onboarding to the app', () => {
    for (const path of ['/verify-email', '/complete']) {
      expect(decide(path, '', owner)).toEqual({ kind: 'redirect', to: '/restaurant/insights' });
    }
  });
  test('may always log out', () => {
    expect(decide('/logout', '', { ...owner, user: null })).toEqual({ kind: 'show', path: '/logout' });
  });
});

test('an invitation opens for everybody', () => {
  for (const account of [guest, owner, { ...owner, user: null }, { ...owner, restaurant: { ...filled, city: null } }])
    expect(decide('/join', '?token=t', account)).toEqual({ kind: 'show', path: '/join' });
});

test('an unknown path is a 404 for everybody', () => {
  expect(decide('/restaurant/nothing', '', owner)).toEqual({ kind: 'not_found' });
  expect(decide('/nothing', '', guest)).toEqual({ kind: 'not_found' });
});

describe('the return address', () => {
  test.each([
    'https://evil.example',
    'https://evil.example/restaurant/orders',
    '//evil.example',
    '//evil.example/restaurant/orders',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/\u0000/evil.example',
    '/\u007f/evil.example',
    '/.//evil.example',
    '/restaurant/..//evil.example',
    '/%2f/evil.example',
    '/%2F%2Fevil.example',
    '%2F%2Fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/restaurant/orders%2f..%2f..%2f',
    '@evil.example',
    '/@evil.example',
    'evil.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    '/javascript:alert(1)',
    'restaurant/orders',
    'http://',
    '//[',
    '/logout',
    '/login?next=/restaurant/orders',
    '/nothing',
    '/backend/health',
    '',
    null,
  ])('is not %j', (next) => {
    expect(returnUrl(next)).toBeNull();
    const search = next === null ? '' : `?${new URLSearchParams({ next })}`;
    for (const path of ['/login', '/complete', '/auth/google'])
      expect(decide(path, search, owner)).toEqual({ kind: 'redirect', to: '/restaurant/insights' });
  });

  test.each([
    ['/restaurant/orders?page=2', '/restaurant/orders?page=2'],
    ['/restaurant/orders/019f0000#lines', '/restaurant/orders/019f0000'],
    ['/restaurant/../restaurant/menu', '/restaurant/menu'],
  ])('%j leads to %j', (next, to) => expect(returnUrl(next)).toBe(to));

  test('survives verification and profile, and is then removed', () => {
    const unfilled = { ...owner, restaurant: { ...filled, address: null } };
    const unverified = { ...unfilled, user: { ...ravi, is_email_verified: false } };
    const [next, tail] = ['/restaurant/orders?page=2', 'next=%2Frestaurant%2Forders%3Fpage%3D2'];
    const verify = `/verify-email?email=ravi%40spiceroute.example&${tail}`;
    for (const path of ['/login', '/register', '/auth/google', '/complete'])
      expect(decide(path, `?${tail}`, unverified)).toEqual({ kind: 'redirect', to: verify });
    expect(decide('/verify-email', verify.slice('/verify-email'.length), unverified)).toMatchObject({ kind: 'show' });
    expect(decide('/verify-email', verify.slice('/verify-email'.length), unfilled)).toEqual({
      kind: 'redirect',
      to: `/complete?${tail}`,
    });
    expect(decide('/complete', `?${tail}`, unfilled)).toMatchObject({ kind: 'show' });
    expect(decide('/complete', `?${tail}`, owner)).toEqual({ kind: 'redirect', to: next });
    // An invalid target is not carried along.
    expect(decide('/login', '?next=//evil.example', unfilled)).toEqual({ kind: 'redirect', to: '/complete' });
  });

  test('is the first of two', () => {
    expect(decide('/login', '?next=/restaurant/menu&next=//evil.example', owner)).toEqual({
      kind: 'redirect',
      to: '/restaurant/menu',
    });
  });
});

describe('a device in kitchen mode', () => {
  const kitchen = { ...owner, kitchenMode: {} };

  test('shows what a kitchen works with', () => {
    for (const path of ['/restaurant/orders', '/restaurant/chats', '/restaurant/customers'] as const)
      expect(decide(path, '?view=kitchen', kitchen, 'money')).toEqual({ kind: 'show', path });
    expect(decide('/restaurant/orders/7', '', kitchen, 'money')).toEqual({
      kind: 'show',
      path: '/restaurant/orders/:orderId',
    });
    expect(decide('/restaurant/menu', '?view=availability', kitchen, 'money')).toMatchObject({ kind: 'show' });
  });
  test('asks for the PIN before money, settings and menu', () => {
    for (const path of [
      '/restaurant/insights',
      '/restaurant/payments',
      '/restaurant/settings',
      '/restaurant/menu',
    ] as const) {
      expect(decide(path, '', kitchen, 'money')).toEqual({ kind: 'pin', path });
      expect(decide(path, '', kitchen, null)).toEqual({ kind: 'show', path });
    }
  });
  test('shows nothing where everything waits for a PIN', () => {
    for (const path of ['/restaurant/orders', '/restaurant/chats', '/restaurant/payments'] as const)
      expect(decide(path, '', kitchen, 'everything')).toEqual({ kind: 'pin', path });
  });
  test('begins in the kitchen view', () => {
    for (const path of ['/restaurant', '/login'])
      expect(decide(path, '', kitchen, 'money')).toEqual({ kind: 'redirect', to: '/restaurant/orders?view=kitchen' });
  });
});
