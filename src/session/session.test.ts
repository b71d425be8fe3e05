import { expect, test } from 'vitest';
import { isLocked, lockKitchen, noteKitchenMode, unlockKitchen } from './kitchen-mode.ts';
import { endSession, noteWaiting, session, signIn } from './session.ts';

const reply = {
  token: 'secret',
  user: { id: 'u', email: 'owner@galley.test', name: null, is_email_verified: true },
  restaurant: { id: 'r' } as never,
  role: 'owner' as const,
};

test('an unknown session ends with the fixed message, keeping settings', () => {
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

test("a logout clears all choices but the tablet's name", () => {
  signIn(reply, 5);
  session.tables['orders'] = { limit: 50 };
  session.theme = 'dark';
  session.deviceName = 'Kitchen';
  endSession('logout');
  expect(session).toMatchObject({ authToken: null, message: null, theme: null, tables: {}, deviceName: 'Kitchen' });
});

test('waiting changes are mentioned only until the next sign-in', () => {
  signIn(reply, 6);
  noteWaiting(3);
  expect(session.waitingAtEnd).toBe(0);
  endSession('unauthenticated');
  noteWaiting(3);
  expect(session.waitingAtEnd).toBe(3);
});

test('signing in clears the message', () => {
  endSession('unauthenticated');
  noteWaiting(2);
  signIn(reply, 7);
  expect(session).toMatchObject({ authToken: 'secret', message: null, waitingAtEnd: 0, signedInAt: 7 });
});

test('the PIN unlocks for five minutes; sign-in ends it', () => {
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

test("the server's mode counts, except a known unlock end", () => {
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
