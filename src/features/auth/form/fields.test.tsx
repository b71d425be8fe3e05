import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import * as limits from '../../../../contract/limits.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { session } from '../../../session/session.ts';
import { PasswordForm } from '../security/password/PasswordForm.tsx';
import { CompleteScreen } from '../CompleteScreen.tsx';
import { ConnectForm } from '../providers/ConnectForm.tsx';
import { LoginScreen } from '../LoginScreen.tsx';
import { RegisterScreen } from '../RegisterScreen.tsx';

const email = 'ravi@spiceroute.example';

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: 'Chromium', language: 'en-GB', onLine: true });
  session.user = { id: 'u', email, name: null, is_email_verified: true };
  session.restaurant = { id: 'r', name: 'Spice Route' } as Restaurant; // the fields that these screens read
});

/** The inputs of a page in its initial state. */
function inputsOf(screen: ReactNode): string[] {
  const html = renderToStaticMarkup(<Router ssrPath="/login">{screen}</Router>);
  return html.match(/<input\b[^>]*>/g) ?? [];
}

/** Maximum length by field name. A password has none: it reports when it is too long. */
const longest = (screen: ReactNode) =>
  Object.fromEntries(
    inputsOf(screen).flatMap((input) => {
      const name = /\bname="(\w+)"/.exec(input)?.[1];
      return name ? [[name, Number(/\bmaxlength="(\d+)"/i.exec(input)?.[1] ?? 0)]] : [];
    }),
  );

test('a field takes no more characters than the server', () => {
  expect(longest(<LoginScreen />)).toEqual({ email: limits.EMAIL_MAX, password: 0 });
  expect(longest(<RegisterScreen />)).toEqual({
    restaurant_name: limits.RESTAURANT_NAME_MAX,
    email: limits.EMAIL_MAX,
    password: 0,
  });
  expect(longest(<CompleteScreen />)).toEqual({
    name: limits.RESTAURANT_NAME_MAX,
    address: limits.ADDRESS_MAX,
    city: limits.CITY_MAX,
    postal_code: limits.POSTAL_CODE_MAX,
    phone_number_business: limits.PHONE_MAX,
    phone_number_kitchen: limits.PHONE_MAX,
  });
});

test.each([
  ['to connect a provider', <ConnectForm key="1" provider="google" token="x" email={email} />],
  ['to change it', <PasswordForm key="2" onClose={() => undefined} />],
])('password %s comes with a name for password managers', (_, screen) => {
  const [name] = inputsOf(screen);
  expect(name).toContain(`value="${email}"`);
  expect(name).toMatch(/autocomplete="username"/i);
  expect(name).toContain('type="text"');
  expect(name).toContain('hidden=""');
});
