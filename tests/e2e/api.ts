import type { OpeningHours } from '../../contract/restaurant/rows.ts';
import { everyEvening } from '../support/sign-up.ts';
import { codeFor, type Galley } from './galley.ts';

export interface Account {
  email: string;
  password: string;
  token: string;
  userId: string;
  restaurantId: string;
}

export interface Answered<T> {
  status: number;
  data: T;
  error: { code: string; message: string } | null;
}

/** The API as a script calls it: with a bearer token and no cookie, and with an idempotency key where the storefront API requires one. */
export async function callApi<T = unknown>(
  origin: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answered<T>> {
  const reply = await fetch(`${origin}/backend${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method !== 'GET' && path.startsWith('/public/') ? { 'idempotency-key': crypto.randomUUID() } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as { data?: T; code?: string; message?: string };
  const error = reply.ok ? null : { code: answer.code ?? '', message: answer.message ?? '' };
  return { status: reply.status, data: answer.data as T, error };
}

/** Like callApi, but throws on anything other than a success. */
export async function requestData<T = unknown>(...args: Parameters<typeof callApi>): Promise<T> {
  const { status, data, error } = await callApi<T>(...args);
  if (error) throw new Error(`${args[1]} ${args[2]} answers ${status} ${error.code}: ${error.message}`);
  return data;
}

/** Shows the website of an account to customers; it has a menu. */
export const publishWebsite = (galley: Galley, token: string): Promise<unknown> =>
  requestData(galley.origin, 'POST', '/website-setup/publication', { token, body: { is_published: true } });

/** Signs up an owner as the app does: register, enter the mailed code, complete the profile; then the opening hours, 11:00 to 23:00. */
export async function openAccount(
  galley: Galley,
  email: string,
  restaurantName: string,
  { hours = everyEvening }: { hours?: OpeningHours | null } = {},
): Promise<Account> {
  const password = 'correct horse battery';
  const session = await requestData<{ token: string; user: { id: string }; restaurant: { id: string } }>(
    galley.origin,
    'POST',
    '/auth/register',
    {
      body: { email, password, restaurant_name: restaurantName },
    },
  );
  await requestData(galley.origin, 'POST', '/auth/verify-email', {
    body: { email, otp_code: await codeFor(galley, email) },
  });
  await requestData(galley.origin, 'POST', '/auth/complete-profile', {
    token: session.token,
    body: {
      name: restaurantName,
      address: '1 Harbour Street',
      country_code: 'GB',
      city: 'London',
      timezone: 'Europe/London',
    },
  });
  if (hours !== null)
    await requestData(galley.origin, 'POST', '/settings/account/opening-hours', {
      token: session.token,
      body: { restaurant_id: session.restaurant.id, days: hours.days, exceptions: hours.exceptions },
    });
  return { email, password, token: session.token, userId: session.user.id, restaurantId: session.restaurant.id };
}
