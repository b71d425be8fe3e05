import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { ConnectForm } from './providers/ConnectForm.tsx';
import { ForgotScreen } from './ForgotScreen.tsx';
import { GoogleLoginScreen } from './providers/GoogleLoginScreen.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import { RegisterScreen } from './RegisterScreen.tsx';
import { providerUrl } from './providers/provider-url.ts';

/** Where the links between the sign-in pages lead on `screen` for somebody who was going to `next`. */
function waysOf(screen: () => ReactNode, next: string): string[] {
  const html = renderToStaticMarkup(
    <Router ssrPath="/login" ssrSearch={`?${new URLSearchParams({ next })}`}>
      <FluentProvider theme={webLightTheme}>{screen()}</FluentProvider>
    </Router>,
  );
  const all = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
  return all.filter((href) => /^\/(login|register|forgot-password)/.test(href));
}

const screens: [string, () => ReactNode, string[]][] = [
  ['the sign-in', () => <LoginScreen />, ['/forgot-password', '/register']],
  ['the sign-up', () => <RegisterScreen />, ['/login']],
  ['the forgotten password', () => <ForgotScreen />, ['/login']],
  ['the sign-in with Google', () => <GoogleLoginScreen />, ['/login']],
  [
    'the password that connects Google',
    () => <ConnectForm provider="google" token="x" email="ravi@spiceroute.example" />,
    ['/forgot-password', '/login'],
  ],
];

test.each(screens)('%s keeps the page that the person was going to', (_page, screen, paths) => {
  const tail = 'next=%2Frestaurant%2Forders%3Fpage%3D2';
  expect(waysOf(screen, '/restaurant/orders?page=2')).toEqual(paths.map((path) => `${path}?${tail}`));
  for (const next of ['//evil.example', '/logout', '/nowhere', '']) expect(waysOf(screen, next)).toEqual(paths);
});

test("a provider's button keeps a page of bearable length", () => {
  expect(providerUrl('google', undefined)).toBe('/backend/auth/google');
  expect(providerUrl('facebook', '/restaurant/orders?page=2')).toBe(
    '/backend/auth/facebook?next=%2Frestaurant%2Forders%3Fpage%3D2',
  );
  const long = (length: number) => '/restaurant/orders?search='.padEnd(length, 'x');
  expect(providerUrl('google', long(500))).toContain('?next=');
  expect(providerUrl('google', long(501))).toBe('/backend/auth/google');
});
