import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, enterPlace, session, setAccount } from './session.ts';
import { refreshAccount } from './account.ts';
import { decide } from '../shell/navigation/guard.ts';

const user = { id: 'u', email: 'ravi@spiceroute.example', name: null, is_email_verified: true };
const restaurant = { id: 'r', name: 'Spice Route', address: null, city: null, country_code: null };

function theServerSays(status: number, body: unknown): void {
  vi.stubEnv('VITE_API_BASE_URL', 'https://api.galley.test/backend');
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
}

beforeEach(() => void (session.authToken = 'secret'));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  endSession('logout');
});

test('a 403 with an incomplete profile leads to the completion', async () => {
  theServerSays(403, { code: 'profile_incomplete', message: 'no', current: { user, restaurant, kitchen_mode: null } });
  expect(await refreshAccount()).toBe('loaded');
  expect(session).toMatchObject({ user, restaurant });
  expect(decide('/restaurant/orders', '', session)).toEqual({ kind: 'redirect', to: '/complete' });
});

test.each([{}, { current: null }, { current: { user } }])(
  'a 403 without an account (%j) leads there too',
  async (more) => {
    theServerSays(403, { code: 'forbidden', message: 'no', ...more });
    expect(await refreshAccount()).toBe('incomplete');
    expect(session).toMatchObject({ authToken: 'secret', user: null });
  },
);

test('an empty 403 leads to the completion', async () => {
  vi.stubEnv('VITE_API_BASE_URL', 'https://api.galley.test/backend');
  for (const body of ['', '{}', '{"message":"Forbidden"}']) {
    vi.stubGlobal('fetch', async () => new Response(body, { status: 403 }));
    expect(await refreshAccount()).toBe('incomplete');
  }
});

test('a dead token ends the session with the fixed message', async () => {
  theServerSays(401, { code: 'unauthenticated', message: 'Please log in' });
  expect(await refreshAccount()).toBe('ended');
  expect(session).toMatchObject({ authToken: null, message: 'Please log in' });
});

test("a busy server or a proxy's page proves nothing", async () => {
  for (const [status, body] of [
    [503, { code: 'unavailable', message: 'no' }],
    [403, 'Please pay for the network'],
  ] as const) {
    theServerSays(status, body);
    expect(await refreshAccount()).toBe('unreachable');
  }
  expect(session).toMatchObject({ authToken: 'secret', user: null });
});

test('an answer that comes after another restaurant was entered changes nothing', async () => {
  const harbour = { ...restaurant, id: 'h', name: 'The Harbour' };
  Object.assign(session, { user, restaurant });
  session.places = [
    { ...session, authToken: 'of the harbour', user, restaurant: harbour as never, role: 'waiter', waiting: 0 },
  ];
  vi.stubEnv('VITE_API_BASE_URL', 'https://api.galley.test/backend');
  vi.stubGlobal('fetch', async () => {
    enterPlace('h', 0);
    const data = {
      user,
      restaurant,
      role: 'owner',
      has_other_restaurants: true,
      kitchen_mode: { unlocked_until: null },
    };
    return Response.json({ data });
  });
  expect(await refreshAccount()).toBe('unreachable');
  expect(session).toMatchObject({
    authToken: 'of the harbour',
    restaurant: harbour,
    role: 'waiter',
    kitchenMode: null,
  });
  // The same of a page that sends the profile of the restaurant before.
  setAccount({ user, restaurant: restaurant as never });
  expect(session.restaurant).toMatchObject({ id: 'h' });
  session.places = [];
});
