import { expect, test } from 'vitest';
import { isPushEndpoint } from './endpoint.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://web.push.apple.com/QGuQ',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQ',
])("accepts a browser's own push service: %s", (endpoint) => {
  expect(isPushEndpoint(endpoint, [])).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user@fcm.googleapis.com/fcm',
  'https://fcm.googleapis.com.evil.example/fcm',
  'https://evilfcm.googleapis.com/fcm',
  'https://fcm.googleapis.com@127.0.0.1/fcm',
  'https://push.apple.com.evil.example/',
  'https://evilpush.apple.com/',
  'https://notify.windows.com.example/',
  'https://127.0.0.1/send',
  'https://2130706433/send',
  'https://[::1]/send',
  'https://[::ffff:127.0.0.1]/send',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/',
  'https://localhost/',
  'http://127.0.0.1:9999.evil.example/',
  'file:///etc/passwd',
  `https://fcm.googleapis.com/${'é'.repeat(1900)}`,
  'https://fcm.googleapis.com/a b',
  'not an address',
  '',
])('rejects anything else: %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, ['http://127.0.0.1:9999'])).toBe(false);
});

test('accepts a test double only at its own origin', () => {
  const standIns = ['http://127.0.0.1:9999'];
  expect(isPushEndpoint('http://127.0.0.1:9999/send/a', standIns)).toBe(true);
  expect(isPushEndpoint('http://127.0.0.1:9998/send/a', standIns)).toBe(false);
  expect(isPushEndpoint('http://127.0.0.1:9999/send/a', [])).toBe(false);
});
