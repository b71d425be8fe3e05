import { expect, test } from 'vitest';
import { lockKitchen, lockNow, noteKitchenMode, roleNow } from './kitchen-mode.ts';
import { signer } from '../data/signer.ts';
import { stayUnlocked, unlockKitchen } from './unlock.ts';
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

const sam = { id: 'sam', name: 'Sam', role: 'cashier' as const };
const sign = () => ({ person: 'sam', name: 'Sam', proof: 'proof' });
const done = { key: 'k', call: 'orders.setStatus', path: {}, body: {} };

test('a PIN opens a device in kitchen mode until nobody has touched it for five minutes', () => {
  signIn(reply, 5);
  expect(lockNow()).toBeNull();
  noteKitchenMode({ pin_for: 'everything', unlocked_until: null, person: null });
  expect([lockNow(), roleNow(), signer.sign(done)]).toEqual(['everything', 'owner', {}]);
  const now = Date.now();
  unlockKitchen(sam, sign, now);
  expect([lockNow(), roleNow(), signer.sign(done).by?.name]).toEqual([null, 'cashier', 'Sam']);
  expect([stayUnlocked(now + 200_000), stayUnlocked(now + 499_999)]).toEqual([true, true]);
  // Asleep since, so that no timer ran; or the clock was set back.
  expect([stayUnlocked(now + 800_000), stayUnlocked(now)]).toEqual([false, false]);
  expect(signer.sign(done)).toEqual({});
  lockKitchen();
  expect([lockNow(), roleNow(), signer.sign(done)]).toEqual(['everything', 'owner', {}]);
  unlockKitchen(sam, sign);
  signIn({ ...reply, token: 'another' }, 9);
  expect([session.kitchenMode, roleNow(), signer.sign(done)]).toEqual([null, 'owner', {}]);
  noteKitchenMode({ pin_for: 'everything', unlocked_until: null, person: null });
  expect(lockNow()).toBe('everything');
});

test('what an older version has stored of kitchen mode locks money', () => {
  session.kitchenMode = { unlockedUntil: 5 } as object;
  expect(lockNow()).toBe('money');
});
