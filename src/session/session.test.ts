import { expect, test } from 'vitest';
import { isLocked, lockKitchen, noteKitchenMode, unlockKitchen } from './kitchen-mode.ts';
import { endSession, noteWaiting, session, signIn } from './session.ts';

const reply = {
  token: 'secret',
  user: { id: 'u', email: 'owner@galley.test', name: null, is_email_verified: true },
  restaurant: { id: 'r' } as never,
};

test('a server whose ids are numbers is signed in to as any other', () => {
  const { user, restaurant } = reply;
  signIn({ ...reply, user: { ...user, id: 7 as never }, restaurant: { ...(restaurant as object), id: 8 } as never });
  expect([session.user?.id, session.restaurant?.id]).toEqual(['7', '8']);
});

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

test('what waits here is told to who has to sign in again, and to nobody who has', () => {
  signIn(reply, 6);
  noteWaiting(3);
  expect(session.waitingAtEnd).toBe(0);
  endSession('unauthenticated');
  noteWaiting(3);
  expect(session.waitingAtEnd).toBe(3);
});

test('signing in takes the message away', () => {
  endSession('unauthenticated');
  noteWaiting(2);
  signIn(reply, 7);
  expect(session).toMatchObject({ authToken: 'secret', message: null, waitingAtEnd: 0, signedInAt: 7 });
});

test("the PIN opens a kitchen's device for five minutes of its own clock, and signing in ends the mode", () => {
  signIn(reply, 5);
  expect(isLocked(session.kitchenMode)).toBe(false);
  lockKitchen();
  expect(isLocked(session.kitchenMode)).toBe(true);
  unlockKitchen(1_000);
  expect(isLocked(session.kitchenMode, 1_000)).toBe(false);
  expect(isLocked(session.kitchenMode, 300_999)).toBe(false);
  expect(isLocked(session.kitchenMode, 301_000)).toBe(true);
  signIn(reply, 9);
  expect(session.kitchenMode).toBeNull();
});

test('what the server says of the mode stands, but for the end of an opening that this device knows better', () => {
  noteKitchenMode({ unlocked_until: null });
  expect(session.kitchenMode).toEqual({ unlockedUntil: 0 });
  unlockKitchen(1_000);
  noteKitchenMode({ unlocked_until: '2099-01-01T00:00:00.000Z' });
  expect(session.kitchenMode).toEqual({ unlockedUntil: 301_000 });
  noteKitchenMode({ unlocked_until: null });
  expect(session.kitchenMode).toEqual({ unlockedUntil: 0 });
  noteKitchenMode(null);
  expect(session.kitchenMode).toBeNull();
});
