import { expect, test } from 'vitest';
import { endSession, session, signIn } from './session.ts';

const reply = {
  token: 'secret',
  user: { id: 'u', email: 'owner@galley.test', name: null, is_email_verified: true },
  restaurant: { id: 'r' } as never,
};

test("a session that the server does not know any more ends with the fixed words and keeps the tablet's own settings", () => {
  signIn(reply, 5);
  session.theme = 'dark';
  session.deviceName = 'Kitchen';
  endSession('unauthenticated');
  expect(session).toMatchObject({
    authToken: null,
    user: null,
    restaurant: null,
    message: 'Please log in',
    theme: 'dark',
    deviceName: 'Kitchen',
  });
});

test("a logout clears what was chosen, but for the tablet's name", () => {
  signIn(reply, 5);
  session.tables['orders'] = { limit: 50 };
  session.theme = 'dark';
  session.deviceName = 'Kitchen';
  endSession('logout');
  expect(session).toMatchObject({ authToken: null, message: null, theme: null, tables: {}, deviceName: 'Kitchen' });
});

test('signing in takes the message away', () => {
  endSession('unauthenticated');
  signIn(reply, 7);
  expect(session).toMatchObject({ authToken: 'secret', message: null, signedInAt: 7 });
});
